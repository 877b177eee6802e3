// crash.js is the sheet that tells of an error of the program itself. boot.js loads it when the program on the page has
// stopped (over), or the program asks for it because the engine in its worker met one, or has stopped (lost). It needs nobody
// else: the engine gives everything out as a file when it is asked directly.
"use strict";
globalThis.rangefinderCrash = ({ report, over, lost }) => {
  if (document.querySelector("dialog.crash")) return; // the first one is the one that matters
  // Of what a panic said only the runtime's own words are shown: others may hold data. Of its stack, functions and lines.
  const clean = (text) => {
    const [first, ...rest] = text.split("\n");
    const lines = [/^panic: (runtime error: |syscall\/js: )[^"'`]*$/.test(first) ? first : "panic: (what it said is left out, it may hold data)"];
    for (const line of rest) {
      const name = /^([\w./*()·[\]-]+)\(.*\)$/.exec(line), place = /^\t.*?([^/]+\.go:\d+)/.exec(line);
      if (name) lines.push(name[1]);
      if (place) lines.push("  " + place[1]);
    }
    return lines.join("\n");
  };
  const text = `Rangefinder ${new URL(rangefinderAsset("")).search.slice(3)}\n${navigator.userAgent}\n${new Date().toISOString()}\n${over ? clean(report) : report}`;

  const make = (tag, properties, ...children) => {
    const e = Object.assign(document.createElement(tag), properties);
    e.append(...children);
    return e;
  };
  const said = make("p", { role: "status", className: "dim" });
  const what = over ? "The program of this page has stopped. The engine, which keeps the tables, still runs."
    : lost ? "The engine has stopped. Reload the page to start it again."
    : "The engine could not do what was asked of it. You can go on.";

  async function exportAll() {
    said.textContent = "Making the file…";
    rangefinderWorker.addEventListener("message", function answer({ data }) {
      if (!(data instanceof Uint8Array || data instanceof ArrayBuffer)) return;
      const frame = JSON.parse(new TextDecoder().decode(data));
      if (frame.id !== rangefinderRescue.id || frame.kind === "progress") return;
      rangefinderWorker.removeEventListener("message", answer);
      if (frame.kind !== "reply") return (said.textContent = "It could not be made: " + frame.body.Message);
      make("a", { href: frame.body.URL, download: frame.body.Name }).click();
      said.textContent = `Everything is in ${frame.body.Name}; import it to have it back.`;
    });
    rangefinderWorker.postMessage(rangefinderRescue.frame.slice());
  }

  const copy = () => navigator.clipboard.writeText(text).then(() => (said.textContent = "Copied the report."), () => (said.textContent = "The browser refused the clipboard: mark the report and copy it."));
  const pre = make("pre", { className: "request", tabIndex: 0, textContent: text });
  pre.setAttribute("aria-label", "Report");
  const dialog = make("dialog", { className: "crash" },
    make("div", { className: "dialog-body" },
      make("h2", { id: "crash-title", textContent: "Rangefinder met an error of its own" }),
      make("p", { textContent: what }),
      make("p", { textContent: "What was saved is safe: tables that are kept in this browser are here again after a reload. Tables that are in memory only are lost with the page, so export them first." }),
      make("details", {}, make("summary", { textContent: "The report: which functions were at work, none of your data" }), pre),
      said,
      make("div", { className: "row end" },
        make("button", { type: "button", className: "btn", id: "crash-export", textContent: "Export everything", disabled: lost || !globalThis.rangefinderRescue, onclick: exportAll }),
        make("button", { type: "button", className: "btn", id: "crash-copy", textContent: "Copy report", onclick: copy }),
        ...(over || lost ? [] : [make("button", { type: "button", className: "btn", id: "crash-close", textContent: "Go on", onclick: () => dialog.remove() })]),
        make("button", { type: "button", className: "btn primary", id: "crash-reload", textContent: "Reload", onclick: () => location.reload() }))));
  dialog.setAttribute("aria-labelledby", "crash-title");
  dialog.oncancel = (event) => over || lost ? event.preventDefault() : dialog.remove();
  document.body.append(dialog);
  dialog.showModal();
};
