// The desk: one press is one request, and the fact that was fetched ahead is on the screen at once.
// What a press gives is kept in the tab until the server has it.
(() => {
  "use strict";

  const desk = document.getElementById("desk");
  if (!desk) return;
  const [bar, line, lost, notice, place, following, texts, help, guidelines] = [
    "bar", "line", "lost", "notice", "place", "following", "texts", "help", "guidelines",
  ].map((name) => document.getElementById(`desk-${name}`));
  const words = texts.dataset;
  const { box, button } = deskSay;
  const { tell, say, refuse, pressed } = deskLine(line, lost, words);

  const SEEN = { key: 150, pointer: 350 }; // ms a fact has been up before a press can be about it
  const CALM = 1000; // ms without a key before one counts again, where a note was being typed

  let saving = false;
  let isTypedOver = false;
  let keyAt = -Infinity;
  let shownAt = Infinity;
  let isFirst = true; // nothing has come up on this page but what it came with

  const isTooSoon = (how) => shownAt === Infinity || performance.now() - shownAt < SEEN[how];
  const current = () => place.querySelector(".sheet");
  const note = (sheet) => sheet.querySelector("textarea");
  const kept = deskKept.of(desk.dataset.user, desk.dataset.round);
  const watch = deskKept.stopwatch();

  // What is said, and shown.

  function warn(text, ...actions) {
    notice.replaceChildren(box(text, actions));
    tell("");
    say(text);
  }

  function show(element, { quiet = false } = {}) {
    // Whoever was typing a note goes on typing: that is no answer about what came in its place.
    isTypedOver ||= deskKeys.typing(document.activeElement);
    const old = place.firstElementChild;
    place.replaceChildren(element);
    const field = element.matches(".sheet") && note(element);
    const written = field && kept.note(element.dataset.item);
    if (written) {
      field.value = written;
      field.closest("details").open = true;
      tooLong(field);
    }
    deskOwnKeys.mark(element);
    watch.restart();
    shownAt = Infinity;
    requestAnimationFrame(() => {
      shownAt = performance.now();
    });
    if (!quiet) {
      window.scrollTo(0, 0);
      element.querySelector("h1").focus({ preventScroll: true });
    }
    return old;
  }

  function come(element, how) {
    isFirst = false;
    return show(element, how);
  }

  const token = () => bar.querySelector("[name=csrfmiddlewaretoken]").value;

  async function talk(url, fields = null) {
    const reply = await deskTalk(url, fields, fields && token());
    if (reply.kind !== "lost") held.heard();
    return reply;
  }

  // A form may have grown old (a log-in in another tab): fetch a new token and try once more.
  async function post(url, fields) {
    const reply = await talk(url, fields);
    if (reply.kind !== "forbidden") return reply;
    const fresh = await look();
    if (fresh.kind !== "saved") return fresh.kind === "out" ? fresh : reply;
    piece(fresh.doc, "bar", (content) => bar.replaceChildren(content));
    return talk(url, fields);
  }

  const look = () => talk(`${desk.dataset.desk}?visas=${current()?.dataset.item || ""}`);

  function piece(doc, name, use) {
    const found = doc.querySelector(`template[data-piece=${name}]`);
    if (found) use(document.importNode(found.content, true));
  }

  // What the server answered is put in place; what it leaves out is right already.
  function lay(doc, { quiet = false } = {}) {
    piece(doc, "bar", (content) => bar.replaceChildren(content));
    piece(doc, "following", (content) => following.content.replaceChildren(content));
    piece(doc, "current", (content) => come(content.firstElementChild, { quiet }));
    const { said, refused, until } = doc.querySelector("[data-said]").dataset;
    held.renewed(until);
    return said || refused;
  }

  // Answering.

  function press(value, how = "key") {
    const sheet = current();
    if (!sheet) return;
    if (saving) return refuse("busy");
    if (isTooSoon(how)) return refuse("soon");
    if (tooLong(note(sheet))) return write(words.longnote);
    const { item, version } = sheet.dataset;
    send({ item, version, value, note: note(sheet).value, seconds: watch.seconds() });
  }

  async function send(answer) {
    const left = current();
    const isHere = left?.dataset.item === answer.item;
    const next = isHere ? following.content.firstElementChild : null;
    saving = true;
    kept.keep(answer);
    notice.replaceChildren();
    tell(words.saving);
    if (next) come(next);
    else left?.setAttribute("aria-busy", "true");
    const showing = next?.dataset.item || (isHere ? "" : left?.dataset.item) || "";
    const reply = await post(desk.dataset.answer, { ...answer, showing, user: desk.dataset.user });
    saving = false;
    left?.removeAttribute("aria-busy");
    if (reply.doc) return settled(answer, reply);
    if (next) following.content.replaceChildren(come(left));
    explain(reply.kind, answer);
  }

  function settled(answer, reply) {
    kept.forget(answer.item);
    const text = lay(reply.doc);
    // The language was changed on another page: this one follows, once nothing of it is on its way.
    const language = reply.response.headers.get("Content-Language");
    if (language && language !== document.documentElement.lang && reply.kind === "saved") location.reload();
    if (reply.kind === "refused") {
      return warn(answer.note ? `${text} ${words.note.replace("%s", () => answer.note)}` : text);
    }
    say(text);
    offer();
    tell(text, "desk-line-good");
  }

  function explain(kind, answer) {
    const text = words[kind].replace("%s", words[answer.value]);
    const again = button(words.again, () => saving || send(answer), true);
    if (kind !== "out") return warn(text, again);
    out(text, answer.item, button(words.again, () => saving || send(answer)));
  }

  // Logged out: the way in leads back to the fact.
  function out(text, item, ...actions) {
    const back = encodeURIComponent(desk.dataset.desk + (item ? `?faktum=${item}` : ""));
    const href = `${desk.dataset.login}?next=${back}`;
    const className = "button button-primary";
    const login = Object.assign(document.createElement("a"), { href, className, textContent: words.login });
    warn(text, login, ...actions);
    if (!isTypedOver) login.focus();
  }

  // An answer that an earlier page could not save is offered again, never sent unasked nor dropped.
  function offer() {
    const [answer] = kept.answers();
    if (!answer) return;
    const drop = () => {
      kept.forget(answer.item);
      notice.replaceChildren();
      offer();
    };
    warn(
      words.kept.replace("%s", words[answer.value]),
      button(words.again, () => saving || send(answer), true),
      button(words.drop, drop),
    );
  }

  async function undo() {
    const [change, left] = [bar.querySelector("[name=change]").value, current()];
    if (saving) return refuse("busy");
    saving = true;
    left?.setAttribute("aria-busy", "true");
    tell(words.saving);
    const reply = await post(desk.dataset.undo, { change, showing: left?.dataset.item || "" });
    saving = false;
    left?.removeAttribute("aria-busy");
    if (reply.kind === "out") return out(words.undoout, left?.dataset.item);
    if (!reply.doc) {
      tell(words.undolost, "desk-line-warn");
      return say(words.undolost);
    }
    notice.replaceChildren();
    const text = lay(reply.doc);
    say(text);
    offer();
    tell(text);
  }

  function write(why = "") {
    if (!current()) return;
    if (current().hasAttribute("aria-busy")) return refuse("busy");
    note(current()).closest("details").open = true;
    note(current()).focus();
    if (!why) return;
    tell(why, "desk-line-warn");
    say(why);
  }

  async function surround(form) {
    const reply = await post(form.action, Object.fromEntries(new FormData(form)));
    if (reply.kind !== "saved") return warn(words.viewlost);
    const turns = document.importNode(reply.doc.querySelector(".turns"), true);
    form.closest("figure").append(turns);
    form.remove();
    if (!deskKeys.typing(document.activeElement)) turns.focus();
  }

  // Presses.

  const turn = (dialog) => (dialog.open ? dialog.close() : dialog.showModal());
  const acts = { undo, note: write, help: () => turn(help), guidelines: () => guidelines && turn(guidelines) };

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target.matches?.(".verdict textarea")) {
      current().querySelector("h1").focus();
      return;
    }
    const isCalm = event.timeStamp - keyAt > CALM;
    keyAt = event.timeStamp;
    isTypedOver &&= !isCalm;
    const act = deskKeys.pressed(event);
    if (!act) return;
    event.preventDefault();
    pressed();
    if (isTypedOver) refuse("soon");
    else if (acts[act]) acts[act]();
    else press(act);
  });

  desk.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method === "dialog") return;
    // The second half of a double click, or a click meant for the last fact, must not land on what came in
    // its place. One click on a page as it was opened is meant, however soon.
    const leaves = form.matches("[data-leaves]");
    const isStray = clicks > 0 && isTooSoon("pointer") && !(leaves && isFirst && clicks === 1);
    if (leaves && !isStray && !saving) return;
    event.preventDefault();
    if (isStray || leaves) refuse(isStray ? "soon" : "busy");
    else if (form.matches("[data-surroundings]")) surround(form);
    else if (form.id === "undo-form") undo();
    else if (event.submitter) press(event.submitter.value, clicks > 0 ? "pointer" : "key");
  });

  let clicks = 0; // of the press: 0 when a key made it
  desk.addEventListener("click", (event) => {
    clicks = event.detail;
    pressed();
    const opener = event.target.closest("[data-press]");
    if (!opener || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    acts[opener.dataset.press]();
  }, true);

  desk.addEventListener("input", (event) => {
    if (event.target.matches(".verdict textarea")) {
      kept.write(current().dataset.item, event.target.value);
    }
  });

  const keysOn = document.getElementById("keys-on");
  const markKeys = () => desk.classList.toggle("keys-off", !deskKeys.on);
  keysOn.addEventListener("change", () => {
    deskKeys.on = keysOn.checked;
    markKeys();
    say(deskKeys.on ? words.keyson : words.keysoff);
  });

  const held = deskHeld(desk, {
    talk,
    look,
    token,
    lay,
    isBusy: () => saving,
    fact: current,
    pause: () => place.querySelector("[data-pause]:not([data-pause=closed])"),
    account: watch.account,
  });
  window.addEventListener("pageshow", (event) => event.persisted && location.reload());

  keysOn.checked = deskKeys.on;
  markKeys();
  show(place.firstElementChild);
  offer();
})();
