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
