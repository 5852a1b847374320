// Which key means what on the desk. A change here is a change of everybody's hands: a test holds the map.
(() => {
  "use strict";

  // What the browser keeps. Where it keeps nothing (blocked, or full) the desk works all the same.
  window.deskStore = (kind) => {
    const tried = (name) => (...given) => {
      try {
        return window[kind][name](...given);
      } catch {
        return null;
      }
    };
    return { getItem: tried("getItem"), setItem: tried("setItem"), removeItem: tried("removeItem") };
  };

  const KEYS = {
    1: "correct",
    2: "incorrect",
    3: "outdated",
    0: "skipped",
    s: "skipped",
    u: "undo",
    n: "note",
    g: "guidelines",
    "?": "help",
  };
  const KEPT = "minne.keys";

  // The key by what it writes; where the layout writes something else there (AZERTY's digits, other
  // scripts' letters), by where it sits.
  function action(event) {
    const key = event.key.length === 1 ? event.key.toLowerCase() : "";
    if (!key) return "";
    if (Object.hasOwn(KEYS, key)) return KEYS[key];
    if (event.shiftKey || /[a-z0-9]/.test(key)) return "";
    const [, digit, letter] = event.code.match(/^(?:Digit|Numpad)(\d)$|^Key([A-Z])$/) || [];
    return KEYS[digit ?? (letter || "").toLowerCase()] || "";
  }

  const typing = (target) => Boolean(target?.closest?.("input, textarea, select, [contenteditable]"));

  function counts(event) {
    if (event.defaultPrevented || event.repeat || event.isComposing) return false;
    if (event.ctrlKey || event.altKey || event.metaKey || event.getModifierState("AltGraph")) return false;
    return window.deskKeys.on && !typing(event.target);
  }

  window.deskKeys = {
    KEYS,
    typing,
    // Over the desk lies a dialog: then nothing counts but the key that opened it, which closes it.
    pressed(event) {
      if (!counts(event)) return "";
      const meant = action(event);
      const open = document.querySelector("dialog[open]");
      return !open || open.id === `desk-${meant}` ? meant : "";
    },
    get on() {
      return deskStore("localStorage").getItem(KEPT) !== "off";
    },
    set on(wanted) {
      deskStore("localStorage").setItem(KEPT, wanted ? "on" : "off");
    },
  };
})();
