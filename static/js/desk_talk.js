// Talking: to the server, what became of a request in one word; to the reviewer, pieces of a page.
(() => {
  "use strict";

  function made(name, className, textContent = "") {
    return Object.assign(document.createElement(name), { className, textContent });
  }

  window.deskSay = {
    say: (text) => document.getElementById("status").replaceChildren(made("p", "", text)),

    box(text, actions) {
      const [box, row] = [made("div", "notice notice-warn"), made("div", "row")];
      row.append(...actions);
      box.append(made("p", "", text), row);
      return box;
    },

    button(label, act, primary = false) {
      const button = made("button", primary ? "button button-primary" : "button", label);
      button.type = "button";
      button.addEventListener("click", act);
      return button;
    },
  };

  const BURST = 1000; // ms after a press that did not count in which the next is of the same burst

  // The line says what became of the last press. What did not count of a burst stays beside it, until a
  // press that is not of the same burst.
  window.deskLine = (line, beside, words) => {
    let refused = { busy: 0, soon: 0 };
    let refusedAt = -Infinity;

    function lost() {
      const told = Object.entries(refused).filter(([, times]) => times);
      return told.map(([why, times]) => words[why + (times > 1 ? "many" : "one")].replace("%s", times)).join(" ");
    }

    function tell(text, kind = "") {
      line.textContent = text;
      line.className = `desk-line ${kind}`;
      beside.textContent = lost();
    }

    return {
      tell,
      // Whoever listens hears only the latest, so that tells what did not count as well.
      say: (text) => deskSay.say([text, lost()].filter(Boolean).join(" ")),

      refuse(why) {
        refused[why] += 1;
        refusedAt = performance.now();
        const text = refused.busy + refused.soon === 1 ? words[why] : lost();
        tell(text, "desk-line-warn");
        beside.textContent = "";
        line.dataset.refused = Number(line.dataset.refused || 0) + 1;
        deskSay.say(text);
      },

      pressed() {
        if (performance.now() - refusedAt > BURST) refused = { busy: 0, soon: 0 };
      },
    };
  };

  const TIMEOUT = 20_000;

  // saved and refused bring the pieces of the desk; out (logged out), forbidden, gone, broken and lost do
  // not. What comes without our mark is not from the desk, whatever its status: a proxy's page, a hotel's.
  window.deskTalk = async (url, fields, token) => {
    const headers = { "HX-Request": "true" };
    if (fields) headers["X-CSRFToken"] = token;
    try {
      const response = await fetch(url, {
        method: fields ? "POST" : "GET",
        body: fields && new URLSearchParams(fields),
        headers,
        keepalive: Boolean(fields), // what was pressed is sent though the page is left
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT),
      });
      if (response.type === "opaqueredirect") return { kind: "out" };
      const kind = response.headers.get("X-Desk");
      if (!kind) return { kind: { 403: "forbidden", 404: "gone" }[response.status] || "broken" };
      return { kind, response, doc: new DOMParser().parseFromString(await response.text(), "text/html") };
    } catch {
      return { kind: "lost" };
    }
  };
})();
