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
  const OWN = `minne.keys.${document.getElementById("desk").dataset.user}`;

  // A reviewer's own keys, by action, take the place of the keys above.
  let own = {};
  const standing = () => Object.entries(KEYS).filter(([, action]) => !Object.hasOwn(own, action));
  const chosen = () => Object.entries(own).map(([action, key]) => [key, action]);
  const map = () => Object.fromEntries([...standing(), ...chosen()]);

  const isKey = (text) => typeof text === "string" && text.length === 1 && text === text.toLowerCase().trim();

  // What the browser kept counts if it is a key for each of some actions, and none means two things.
  function recall() {
    try {
      own = JSON.parse(deskStore("localStorage").getItem(OWN)) || {};
    } catch {
      own = {};
    }
    const isWhole = Object.entries(own).every(([act, key]) => Object.values(KEYS).includes(act) && isKey(key));
    if (!isWhole || Object.keys(map()).length < standing().length + chosen().length) own = {};
  }
  recall();

  // What a key means already, if it is another's; else the action has it from now on.
  function bind(action, key) {
    const holder = Object.hasOwn(map(), key) ? map()[key] : "";
    if (holder && holder !== action) return holder;
    own = { ...own, [action]: key };
    deskStore("localStorage").setItem(OWN, JSON.stringify(own));
    return "";
  }

  // The key by what it writes; where the layout writes something else there (AZERTY's digits, other
  // scripts' letters), by where it sits.
  function action(event) {
    const key = event.key.length === 1 ? event.key.toLowerCase() : "";
    if (!key) return "";
    const keys = map();
    if (Object.hasOwn(keys, key)) return keys[key];
    if (event.shiftKey || /[a-z0-9]/.test(key)) return "";
    const [, digit, letter] = event.code.match(/^(?:Digit|Numpad)(\d)$|^Key([A-Z])$/) || [];
    const place = digit ?? (letter || "").toLowerCase();
    return Object.hasOwn(keys, place) ? keys[place] : "";
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
    bind,
    isKey,
    means: (key) => map()[key] || "",
    // The key that stands in the buttons: the first of those that mean it.
    of: (action) => own[action] || Object.keys(KEYS).find((key) => KEYS[key] === action),
    reset() {
      own = {};
      deskStore("localStorage").removeItem(OWN);
    },
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

// Choosing one's own keys, in the help: a key that means something else already is refused by its name.
(() => {
  "use strict";

  const help = document.getElementById("desk-help");
  const words = document.getElementById("desk-texts").dataset;
  const answer = help.querySelector("[data-keys-answer]");
  const fields = [...help.querySelectorAll("[data-binds]")];
  const written = (key) => key.toUpperCase();
  const name = (action) => fields.find((field) => field.dataset.binds === action).labels[0].textContent.trim();

  // Every place that names a key: `data-key` says of what.
  function mark(root) {
    for (const place of root.querySelectorAll("[data-key]")) {
      const key = written(deskKeys.of(place.dataset.key));
      (place.querySelector("kbd") || place).textContent = key;
      if (place.hasAttribute("aria-keyshortcuts")) place.setAttribute("aria-keyshortcuts", key);
    }
    for (const place of root.querySelectorAll("[data-alias]")) {
      place.hidden = deskKeys.means(place.dataset.alias) !== place.dataset.of;
    }
  }

  function show() {
    for (const field of fields) field.value = written(deskKeys.of(field.dataset.binds));
    mark(document);
    mark(document.getElementById("desk-following").content);
  }

  function told(text, key, action) {
    answer.textContent = text.replace("%1", () => written(key)).replace("%2", () => name(action));
  }

  help.addEventListener("input", (event) => {
    const action = event.target.dataset.binds;
    const key = [...event.target.value.trim().toLowerCase()].at(-1);
    if (!action || event.isComposing || !deskKeys.isKey(key)) return;
    const holder = deskKeys.bind(action, key);
    if (holder) told(words.keytaken, key, holder);
    else told(words.keybound, key, action);
    show();
    event.target.select();
  });
  help.addEventListener("focusin", (event) => event.target.dataset.binds && event.target.select());
  help.addEventListener("focusout", show);
  help.querySelector("[data-keys-reset]").addEventListener("click", () => {
    deskKeys.reset();
    answer.textContent = words.keysreset;
    show();
  });

  window.deskOwnKeys = { mark };
  show();
})();
