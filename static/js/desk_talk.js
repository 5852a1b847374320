// Talking to the server: what became of a request, in one of six words.
(() => {
  "use strict";

  const TIMEOUT = 20_000;

  // saved and refused bring the pieces of the desk; out (logged out), forbidden, broken and lost do not.
  window.deskTalk = async (url, fields, token) => {
    const headers = { "HX-Request": "true" };
    if (fields) headers["X-CSRFToken"] = token;
    try {
      const response = await fetch(url, {
        method: fields ? "POST" : "GET",
        body: fields && new URLSearchParams(fields),
        headers,
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT),
      });
      if (response.type === "opaqueredirect") return { kind: "out" };
      const kind = response.ok ? "saved" : response.headers.has("X-Desk") ? "refused" : "";
      if (!kind) return { kind: response.status === 403 ? "forbidden" : "broken" };
      return { kind, response, doc: new DOMParser().parseFromString(await response.text(), "text/html") };
    } catch {
      return { kind: "lost" };
    }
  };
})();
