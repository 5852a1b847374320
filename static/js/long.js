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
