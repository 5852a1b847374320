// Whoever is at work keeps what they hold; whoever leaves lets go of it; whoever waits is told of news.
(() => {
  "use strict";

  const RENEW = 60_000;
  const LOOK_AGAIN = 15_000;

  // `talk` and `look` ask the server; `isBusy` while an answer is on its way; `fact` and `pause` are what is
  // on the screen, or null; `account` keeps the time; `lay` puts what was answered in place.
  window.deskHeld = (desk, { talk, look, token, isBusy, fact, pause, account, lay }) => {
    let contactAt = performance.now();
    let until = desk.dataset.until;

    async function renew() {
      contactAt = performance.now();
      const reply = await talk(desk.dataset.hold, { item: fact().dataset.item });
      until = reply.response?.headers.get("X-Until") || until;
    }

    function active() {
      account();
      if (performance.now() - contactAt >= RENEW && fact()) renew();
    }

    for (const kind of ["keydown", "pointerdown", "scroll", "input"]) {
      document.addEventListener(kind, active, { passive: true, capture: true });
    }
    document.addEventListener("visibilitychange", account);
    window.addEventListener("pagehide", () => {
      const fields = new URLSearchParams({ csrfmiddlewaretoken: token(), until });
      if (until && !isBusy()) navigator.sendBeacon(desk.dataset.release, fields);
    });

    setInterval(async () => {
      const waiting = pause();
      if (document.hidden || isBusy() || !waiting) return;
      const reply = await look();
      if (!reply.doc || isBusy() || !waiting.isConnected) return;
      const news = reply.doc.querySelector("template[data-piece=current]")?.content.firstElementChild;
      if (news && news.textContent !== waiting.textContent) lay(reply.doc, { quiet: !news.matches(".sheet") });
    }, LOOK_AGAIN);

    return {
      heard() {
        contactAt = performance.now();
      },
      renewed(leased) {
        until = leased || until;
      },
    };
  };
})();
