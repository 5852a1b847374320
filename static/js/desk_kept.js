// What the tab keeps until the server has it, and the time that a fact has been looked at.
(() => {
  "use strict";

  const IDLE = 60_000;
  const LONGEST = 300_000;

  // Answers not yet saved and notes not yet sent, of one user in one round.
  function of(user, round) {
    const mine = `minne.${user}.${round}`;
    const draft = (item) => `${mine}.note.${item}`;
    const tab = deskStore("sessionStorage");
    const read = () => JSON.parse(tab.getItem(`${mine}.answers`) || "{}");
    const store = (answers) => tab.setItem(`${mine}.answers`, JSON.stringify(answers));
    return {
      answers: () => Object.values(read()),
      keep: (answer) => store({ ...read(), [answer.item]: answer }),
      forget(item) {
        const { [item]: _, ...others } = read();
        store(others);
        tab.removeItem(draft(item));
      },
      note: (item) => tab.getItem(draft(item)),
      write: (item, text) => tab.setItem(draft(item), text),
    };
  }

  // Time counts while the page is visible and somebody is there.
  function stopwatch() {
    let total = 0;
    let last = performance.now();
    let running = !document.hidden;
    function account() {
      const now = performance.now();
      if (running) total += Math.min(now - last, IDLE);
      last = now;
      running = !document.hidden;
    }
    return {
      account,
      restart() {
        account();
        total = 0;
      },
      seconds() {
        account();
        return (Math.min(total, LONGEST) / 1000).toFixed(1);
      },
    };
  }

  window.deskKept = { of, stopwatch };
})();
