// What every page needs when htmx answers: failures told in words, a lost session, and where focus goes.
(() => {
  "use strict";

  const texts = () => document.getElementById("status-texts").dataset;

  function say(text) {
    const status = document.getElementById("status");
    const line = document.createElement("p");
    line.textContent = text;
    status.replaceChildren(line);
  }

  // What was said stays a while, and for as long as somebody is at it.
  const STAYS = 12000;
  let timer;
  const fade = () => {
    const status = document.getElementById("status");
    if (status.matches(":hover, :focus-within")) timer = setTimeout(fade, STAYS);
    else status.replaceChildren();
  };
  new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(fade, STAYS);
  }).observe(document.getElementById("status"), { childList: true });

  document.addEventListener("htmx:beforeSwap", (event) => {
    const answered = new URL(event.detail.xhr.responseURL || location.href);
    if (answered.pathname === texts().login) {
      event.detail.shouldSwap = false;
      location.reload();
    }
  });

  document.addEventListener("htmx:responseError", (event) => {
    if (event.defaultPrevented) return;
    const code = event.detail.xhr.status;
    say(code === 403 ? texts().forbidden : code === 404 ? texts().gone : texts().failed);
  });

  document.addEventListener("htmx:sendError", () => say(texts().offline));

  // The button that was pressed is gone after a swap: focus goes to what came in its place.
  document.addEventListener("htmx:afterSettle", (event) => {
    if (document.activeElement && document.activeElement !== document.body) return;
    const next = event.detail.elt.closest("[data-focus]") || event.detail.elt.querySelector("[data-focus]");
    if (next) next.focus({ preventScroll: true });
  });

  // Escape closes the folded form it is pressed in.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const fold = event.target.closest("details[open].fold-form");
    if (!fold) return;
    fold.open = false;
    fold.querySelector("summary").focus();
  });

  // A form sent by the browser itself is sent once.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || form.matches("[hx-post]") || event.defaultPrevented) return;
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
  });
  window.addEventListener("pageshow", () => {
    document.querySelectorAll("form[data-sent]").forEach((form) => delete form.dataset.sent);
  });
})();

// A field holds only so much. What is too long stays where it was put, and how much too long is told;
// left to itself the browser cuts what is pasted, without a word.
(() => {
  "use strict";

  const said = document.getElementById("status-texts").dataset.long;
  const number = (value) => Number(value).toLocaleString(document.documentElement.lang);

  function measured(field) {
    if (field.maxLength > 0 && (field.matches("textarea") || (field.type === "text" && field.form?.method === "post"))) {
      field.dataset.most = field.maxLength;
      field.removeAttribute("maxlength");
    }
    return Boolean(field.dataset?.most);
  }

  const line = (field) => document.getElementById(`${field.id}-long`);

  const described = (field) => (field.getAttribute("aria-describedby") || "").split(" ").filter(Boolean);
  const describe = (field, ids) => field.setAttribute("aria-describedby", ids.join(" "));

  // Said aloud when it comes up, and not anew for every letter that is taken away.
  function show(field, text) {
    const shown = line(field);
    const made = shown || Object.assign(document.createElement("p"), { className: "error", id: `${field.id}-long` });
    made.textContent = text;
    if (shown) return made.removeAttribute("role");
    made.setAttribute("role", "alert");
    field.after(made);
    field.setAttribute("aria-invalid", "true");
    describe(field, [...described(field), made.id]);
  }

  function clear(field) {
    if (!line(field)) return;
    line(field).remove();
    field.removeAttribute("aria-invalid");
    describe(field, described(field).filter((id) => id !== `${field.id}-long`));
  }

  // How much too long it is, in words; empty where it is not.
  function tooLong(field) {
    if (!measured(field)) return "";
    const over = [...field.value.trim()].length - field.dataset.most;
    const text = over > 0 ? said.replace("%1", number(over)).replace("%2", number(field.dataset.most)) : "";
    field.setCustomValidity(text);
    if (text) show(field, text);
    else clear(field);
    return text;
  }

  for (const kind of ["focusin", "dragover"]) {
    document.addEventListener(kind, (event) => event.target.matches?.("input, textarea") && measured(event.target));
  }
  document.addEventListener("input", (event) => tooLong(event.target));
  // A field in a fold is shown before its browser says what is wrong with it.
  document.addEventListener("invalid", (event) => event.target.closest("details")?.setAttribute("open", ""), true);

  window.tooLong = tooLong;
})();
