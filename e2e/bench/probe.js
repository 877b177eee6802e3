// probe.js runs in the page before any script of its own and notes what happens there, for the figures of the page:
// bench.marks has the milliseconds since the navigation of what a start goes through, bench.frames the requests to the
// worker with their answers' times, bench.keys the keystrokes with what they changed. Nothing of the page is changed.
"use strict";
(() => {
  if (location.pathname === "/healthz" || location.protocol === "about:") return;
  const bench = (globalThis.bench = { marks: {}, frames: [], keys: [], heap: [] });
  const mark = (name) => {
    if (!(name in bench.marks)) bench.marks[name] = performance.now();
  };

  // painted calls back after the frame that shows the document as it is now: this one within an animation frame's
  // callbacks, the next one elsewhere.
  let inFrame = false;
  const frame = globalThis.requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (callback) =>
    frame((now) => {
      inFrame = true;
      try {
        callback(now);
      } finally {
        queueMicrotask(() => (inFrame = false));
      }
    });
  const painted = (callback) => {
    const after = () => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => callback(performance.now());
      channel.port2.postMessage(0);
    };
    if (inFrame) after();
    else frame(after);
  };

  // ---- start -------------------------------------------------------------------------------------------------------
  const compileStreaming = WebAssembly.compileStreaming;
  WebAssembly.compileStreaming = async (source) => {
    const module = await compileStreaming(source);
    mark("compiled");
    return module;
  };
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = async (module, imports) => {
    const instance = await instantiate(module, imports);
    mark("instantiated");
    return instance;
  };

  const start = new MutationObserver(() => {
    if (!document.getElementById("app-wasm-loader") && document.querySelector("#planstrip")) mark("first render");
    if (document.querySelector('#editor .cm-content[contenteditable="true"]')) mark("editor");
    // The query line is usable when it takes text and shows the plan of what stands in it. The plan's numbers follow when
    // the first table is open.
    if ("editor" in bench.marks && document.querySelector("#planstrip .badge") && !("planned" in bench.marks)) {
      mark("planned");
      painted(() => mark("usable"));
    }
    if ("editor" in bench.marks && /examines [\d,]+ of [\d,]+/.test(strip())) {
      mark("counted");
      painted(() => mark("numbers"));
      start.disconnect();
    }
  });
  if (location.pathname !== "/bare") start.observe(document, { subtree: true, childList: true, characterData: true });
  const strip = () => document.querySelector("#planstrip")?.textContent || "";

  // ---- worker ------------------------------------------------------------------------------------------------------
  const decoder = new TextDecoder();
  const open = new Map(); // requests without an answer, by id
  const head = (bytes) => {
    const text = decoder.decode(bytes.subarray(0, 100));
    const field = (name) => text.match(new RegExp(`"${name}":"?([^",}]*)`))?.[1];
    return { id: field("id"), kind: field("kind"), op: field("op") };
  };
  const bytesOf = (data) => (data instanceof ArrayBuffer ? new Uint8Array(data) : data instanceof Uint8Array ? data : null);
  const post = Worker.prototype.postMessage;
  globalThis.Worker = class extends Worker {
    constructor(...args) {
      super(...args);
      mark("program's main");
      worker = this;
      this.addEventListener("message", (event) => {
        const bytes = bytesOf(event.data);
        if (!bytes) return;
        const { id, kind, op } = head(bytes);
        const own = calls.get(id);
        if (own) {
          // An answer to the bench is not the page's.
          event.stopImmediatePropagation();
          if (kind === "progress") return;
          calls.delete(id);
          const { body } = JSON.parse(decoder.decode(bytes));
          if (kind === "error") own.reject(new Error(JSON.stringify(body)));
          else own.resolve(body);
          return;
        }
        if (kind === "event" && op === "ready") mark("worker ready");
        if (kind === "event" && op === "moved") mark("moved");
        const request = open.get(id);
        if (!request || kind === "progress") return;
        open.delete(id);
        request.got = performance.now();
        if (request.op === "sample") mark("sample loaded");
        if (request.op === "tables") bench.heap.push(JSON.parse(decoder.decode(bytes)).body.Heap);
      });
    }
    postMessage(message, transfer) {
      const bytes = bytesOf(message);
      if (bytes) {
        const { id, kind, op } = head(bytes);
        if (kind === "request") {
          const request = { op, sent: performance.now() };
          open.set(id, request);
          bench.frames.push(request);
          if (bench.keys.length && op === "explain") bench.keys.at(-1).asked ??= request;
        }
      }
      super.postMessage(message, transfer);
      // What was left to be asked first thing on this page is asked right behind the message that starts the program.
      const first = sessionStorage.getItem("bench-first");
      if (first && !asked) {
        asked = true;
        bench.call(...JSON.parse(first)).then((answer) => {
          mark("first answered");
          bench.first = answer;
        });
      }
    }
  };

  // ---- the bench's own requests ------------------------------------------------------------------------------------
  // They go to the page's own worker, beside those of the page, with numbers that the page does not reach.
  let worker = null, last = 9e12, asked = false;
  const encoder = new TextEncoder(), calls = new Map();
  bench.call = (op, body) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      calls.set(String(id), { resolve, reject });
      const message = encoder.encode(JSON.stringify({ id, kind: "request", op, body }));
      post.call(worker, message, [message.buffer]);
    });
  // hand gives the worker a file under a token, as the page does with one that was chosen.
  bench.hand = async (token, name) => {
    const file = new File([await (await fetch(name)).blob()], name);
    worker.postMessage({ token, file });
    return file.size;
  };
  // during gives the answer of what it begins, how long that took and the gaps between the page's frames meanwhile, in ms.
  bench.during = async (begin) => {
    const gaps = [];
    let last = 0, over = false;
    const tick = (now) => {
      if (last) gaps.push(now - last);
      last = now;
      if (!over) frame(tick);
    };
    frame(tick);
    const start = performance.now();
    try {
      const answer = await begin();
      return { answer, ms: performance.now() - start, gaps };
    } finally {
      over = true;
    }
  };
  // apply writes entities one after the other until done says that it is enough, and gives how long each took in ms.
  bench.apply = async (table, kind, done) => {
    const ms = [];
    for (let i = 0; !done(i); i++) {
      const begin = performance.now();
      await bench.call("apply", {
        Table: table, Kind: kind, PartitionKey: "p" + (i >> 10), RowKey: "r" + i,
        Properties: [
          { Name: "N", Type: 2, Text: String(i % 1000) }, { Name: "D", Type: 4, Text: String(i / 7) },
          { Name: "S", Type: 1, Text: "abcdefghijkl" + String(i).padStart(8, "0") }, { Name: "B", Type: 5, Text: "true" },
        ],
      });
      ms.push(performance.now() - begin);
    }
    return ms;
  };

  // rewritten writes entities until the log is shorter than it was, which is when it was rewritten, or for a few seconds,
  // and gives how long each took in ms and the log's lengths.
  bench.rewritten = async (table, patience) => {
    const length = async () => (await bench.call("storage", {})).Log;
    const before = await length(), begin = performance.now();
    let after = before, over = false;
    const watching = (async () => {
      while (!over) {
        await new Promise((done) => setTimeout(done, 50));
        after = await length();
        over = after < before || performance.now() - begin > patience;
      }
    })();
    const ms = await bench.apply(table, "insert-or-replace", () => over);
    await watching;
    return { ms, before, after, took: performance.now() - begin };
  };

  // ---- keystrokes --------------------------------------------------------------------------------------------------
  // The key event's own time is when the browser got it, so waiting for a busy thread counts. Each key of the bench changes
  // the plan's class, the clauses that set its range, and its numbers.
  const keyPressed = (event) => {
    const key = { at: event.timeStamp, heard: performance.now(), frames: 0 };
    bench.keys.push(key);
    const count = () => {
      key.frames++;
      if (!key.counted && performance.now() - key.at < 500) frame(count);
    };
    frame(count);
    return key;
  };
  // classed is when the class is in the document, counted when the numbers are; the frames are those that begin before, so
  // that 0 means: in the first frame after the key.
  const classed = (key) => {
    key.classed = performance.now();
    key.classedAfter = key.frames;
    painted((at) => (key.classPainted = at));
  };
  const counted = (key) => {
    key.counted = performance.now();
    key.countedAfter = key.frames;
    painted((at) => (key.numbersPainted = at));
  };
  bench.watchKeys = () => {
    const clauses = () => document.querySelectorAll("#editor .key-range").length;
    const now = () => ({ class: document.querySelector("#planstrip").className + document.querySelector("#planstrip .badge")?.textContent, clauses: clauses(), numbers: strip().match(/examines ([\d,]+) of/)?.[1] });
    let before = now();
    document.addEventListener("keydown", (event) => {
      before = now();
      keyPressed(event);
    }, true);
    const look = () => {
      const key = bench.keys.at(-1);
      if (!key || key.counted) return;
      const is = now();
      if (!key.classed && is.class !== before.class && is.clauses !== before.clauses) classed(key);
      if (key.classed && is.numbers && is.numbers !== before.numbers) counted(key);
    };
    const observer = new MutationObserver(look);
    observer.observe(document.querySelector("#planstrip"), { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["class"] });
    observer.observe(document.querySelector("#editor"), { subtree: true, childList: true });
  };
  // watchBare does the same on the page with the bare editor, whose text node shows the length of the text.
  bench.watchBare = () => {
    const place = document.getElementById("length");
    const editor = RangefinderEditor.create(document.getElementById("editor"), {
      onChange: (text) => (place.firstChild.data = String(text.length)),
      onCursor() {}, onRun() {}, onFocus() {}, onBlur() {}, complete: () => null,
    });
    editor.focus();
    document.addEventListener("keydown", keyPressed, true);
    new MutationObserver(() => {
      const key = bench.keys.at(-1);
      if (!key || key.classed) return;
      classed(key);
      counted(key);
    }).observe(place, { characterData: true, subtree: true });
  };

  // ---- scrolling ---------------------------------------------------------------------------------------------------
  // blank returns the numbers of the rows in view that have no text yet, and "none" where no row is drawn.
  const blank = (root) => {
    const box = root.getBoundingClientRect(), top = box.top + 32, bottom = box.top + root.clientHeight, rows = [];
    let drawn = 0;
    for (const row of root.querySelectorAll(".rf-row")) {
      const r = row.getBoundingClientRect(), seen = Math.min(r.bottom, bottom) - Math.max(r.top, top);
      if (seen <= 0) continue;
      drawn += seen;
      if (row.matches(".rf-loading")) rows.push(row.ariaRowIndex);
    }
    return drawn < bottom - top - 1 ? [...rows, "none"] : rows;
  };
  // watch looks at count frames, calling each first, and gives the gaps between them in ms, the longest time that one row
  // stayed in view without text, and in how many frames any row did.
  const watch = (count, each) =>
    new Promise((done) => {
      const root = document.querySelector(".rf-grid"), gaps = [];
      let last = 0, longest = 0, spotted = 0, since = new Map();
      const tick = (now) => {
        if (last) gaps.push(now - last);
        last = now;
        const rows = blank(root), still = new Map();
        for (const row of rows) still.set(row, since.get(row) ?? now);
        for (const from of since.values()) longest = Math.max(longest, now - from);
        since = still;
        if (rows.length) spotted++;
        if (gaps.length === count) return done({ gaps, blank: longest, spotted, top: root.scrollTop });
        each(root);
        frame(tick);
      };
      frame(tick);
    });
  bench.scroll = (step, count) => watch(count, (root) => (root.scrollTop += step));
  bench.wheel = (count) => {
    bench.wheeling = watch(count, () => {});
  };
  // jump goes all over the table and gives how long each place took to have no blank row, in ms.
  bench.jump = async (count) => {
    const root = document.querySelector(".rf-grid"), waits = [];
    for (let i = 1; i <= count; i++) {
      const start = performance.now();
      root.scrollTop = (((i * 7919) % 1000) / 1000) * (root.scrollHeight - root.clientHeight);
      let at = 0;
      do at = await new Promise((done) => frame(() => done(performance.now()))); while (blank(root).length);
      waits.push(at - start);
    }
    return waits;
  };
})();
