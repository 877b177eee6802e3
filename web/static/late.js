// late.js brings the rest of the program. What a person needs first is in app.wasm, everything else in late.wasm, which is
// fetched once the page has come to rest. A program that needs a function of the rest before that is here parks: it leaves its
// whole stack in memory and returns, with its variable "late" at parked. Nothing of it runs until the rest has come; what is
// called meanwhile is kept and called then, in its order. See web/bundle/split.go.
//
// It is loaded behind wasm_exec.js, on the page and in the worker, and makes reading the program's texts quicker.
// rangefinderRest(module) takes the rest that the page has compiled already, and answers when it is there.
"use strict";
(() => {
  const parked = 1, arrived = 2;
  const page = typeof document === "object";
  const at = (name) => (page ? rangefinderAsset(name) : new URL(name + location.search, location.href).href);
  const packed = new URL(at("late.wasm")).search.startsWith("?v=z") && typeof DecompressionStream === "function"; // see boot.js

  // ---- telling -----------------------------------------------------------------------------------------------------
  const patience = 400; // ms after which a wait is told
  const told = { page: "", worker: "" };
  let missing = ""; // the number of the function that is waited for, for whoever looks into it
  function tell(text, who = "page") {
    if (!page) return postMessage({ late: text, missing });
    told[who] = text;
    const shown = told.page || told.worker, line = document.getElementById("late");
    if (!shown) return line && line.remove();
    if (line) return (line.textContent = shown);
    const fresh = Object.assign(document.createElement("p"), { id: "late", className: "notice", role: "status", textContent: shown });
    fresh.dataset.missing = missing;
    document.body.append(fresh);
  }

  // ---- fetching ----------------------------------------------------------------------------------------------------
  let waiting = false; // whether the program is parked
  let hurry = () => {}; // tries again at once
  async function download() {
    for (let pause = 1000; ; pause = Math.min(2 * pause, 30000)) {
      try {
        const response = await fetch(at(packed ? "late.wasm.gz" : "late.wasm"));
        if (!response.ok) throw new Error(`the server answered ${response.status} to late.wasm`);
        return await WebAssembly.compileStreaming(response.headers.get("Content-Type") === "application/wasm" ? response : await unpack(response));
      } catch (error) {
        if (waiting) tell(`The rest of Rangefinder could not be loaded: ${error.message}. It is tried again, and what you did waits for it.`);
        await new Promise((resolve) => {
          hurry = resolve;
          setTimeout(resolve, pause);
          addEventListener("online", resolve, { once: true });
        });
      }
    }
  }

  // unpack returns a program whose host does not say that it is one, and that may be compressed.
  async function unpack(response) {
    const bytes = new Uint8Array(await response.arrayBuffer());
    const stream = new Response(bytes).body;
    return new Response(bytes[0] === 0x1f ? stream.pipeThrough(new DecompressionStream("gzip")) : stream, { headers: { "Content-Type": "application/wasm" } });
  }

  let give, want = async () => {};
  const given = new Promise((resolve) => (give = resolve));
  let coming; // the compiled rest, as a promise
  const rest = () => (coming ??= Promise.race([given, download()]));
  globalThis.rangefinderRest = (module) => {
    give(module);
    return want();
  };

  // now is for a function that the browser called in the middle of a call of the program's: it has to return before that does.
  function now() {
    const request = new XMLHttpRequest();
    request.open("GET", at("late.wasm"), false); // not the compressed one: inflating takes a while
    request.overrideMimeType("text/plain; charset=x-user-defined");
    request.send();
    if (request.status !== 200) throw new Error(`the server answered ${request.status} to late.wasm`);
    return new WebAssembly.Module(Uint8Array.from(request.responseText, (c) => c.charCodeAt(0)));
  }

  // ---- texts -------------------------------------------------------------------------------------------------------
  // The program gives the browser texts by their place in its memory, and decoding them was a quarter of the time of a drawing.
  // Most lie in what the compiler wrote there, which never changes, so that each of those is decoded once; others are mostly short
  // and of one-byte characters.
  const decode = TextDecoder.prototype.decode;
  function readFaster(memory) {
    const begun = new Uint32Array(memory.buffer), known = new Map();
    let end = begun.length;
    while (end > 0 && begun[end - 1] === 0) end--;
    const written = 4 * end; // bytes that the compiler wrote, before the program runs
    TextDecoder.prototype.decode = function (view, options) {
      if (options !== undefined || !(view instanceof DataView) || view.buffer !== memory.buffer || view.byteLength >= 4096) return decode.apply(this, arguments);
      const at = view.byteOffset, length = view.byteLength;
      if (at + length <= written) {
        const key = at * 4096 + length;
        let text = known.get(key);
        if (text === undefined) known.set(key, (text = decode.call(this, view)));
        return text;
      }
      if (length > 32) return decode.call(this, view);
      let text = "";
      for (let i = 0; i < length; i++) {
        const c = view.getUint8(i);
        if (c > 0x7e) return decode.call(this, view);
        text += String.fromCharCode(c);
      }
      return text;
    };
  }

  // ---- running -----------------------------------------------------------------------------------------------------
  let busy = 0; // when the program ran last
  let cut = false; // whether it is in two parts
  const run = Go.prototype.run;
  Go.prototype.run = function (instance) {
    const go = this, { exports } = instance;
    readFaster(exports.mem);
    if (!exports.late) return run.call(go, instance); // the program is whole
    cut = true;
    let depth = 0; // of calls into the program
    const kept = []; // what was called while it was parked; null is a timer
    const resting = () => depth === 0 && exports.late.value === parked;

    // enter runs the program until it returns, which a call inside another may not do parked.
    function enter(step) {
      depth++;
      try {
        const result = step();
        if (depth > 1 && exports.late.value === parked) {
          try {
            new WebAssembly.Instance(now(), { program: exports });
          } catch (error) {
            go.exited = true;
            delete go._inst; // so that the outer call ends as well
            tell(`The rest of Rangefinder could not be loaded: ${error.message}. Reload the page.`);
            throw error;
          }
          exports.late.value = arrived;
          exports.goOn();
        }
        return result;
      } finally {
        busy = performance.now();
        if (--depth === 0 && exports.late.value === parked) wait();
      }
    }

    let slow;
    function wait() {
      if (waiting) return;
      waiting = true;
      missing = new DataView(exports.mem.buffer).getUint32(exports.g0.value - 6, true) - 0x1000; // where goOn() looks
      slow = setTimeout(() => tell("Loading the rest of Rangefinder…"), patience);
      want();
      hurry();
    }

    let came;
    want = () => (came ??= takeRest());
    async function takeRest() {
      const module = await rest();
      if (exports.late.value === arrived) return;
      try {
        await WebAssembly.instantiate(module, { program: exports });
      } catch (error) {
        clearTimeout(slow);
        if (waiting) tell(`The rest of Rangefinder does not fit: ${error.message}. Reload the page.`);
        return;
      }
      clearTimeout(slow);
      const goesOn = exports.late.value === parked;
      exports.late.value = arrived;
      if (!goesOn) return;
      waiting = false;
      tell("");
      const removed = watchRemovals();
      try {
        enter(() => exports.goOn());
        if (go.exited) return go._resolveExitPromise();
        for (const event of kept.splice(0)) {
          if (event && removed.has(event.id)) continue;
          go._pendingEvent = event;
          go._resume();
        }
      } finally {
        removed.end();
      }
    };

    const numbers = new WeakMap(); // of the functions that the program gave the browser, as in an event's id
    go._makeFuncWrapper = (id) => {
      const made = Go.prototype._makeFuncWrapper.call(go, id);
      numbers.set(made, id);
      return made;
    };

    // watchRemovals returns the set of the listeners that the program removes until end() is called. While it catches up it draws
    // the page anew, and then an event that was kept for what is no longer there has no listener, as in a program that never waited.
    function watchRemovals() {
      const removed = new Set(), original = EventTarget.prototype.removeEventListener;
      EventTarget.prototype.removeEventListener = function (type, listener, ...options) {
        if (numbers.has(listener)) removed.add(numbers.get(listener));
        return original.call(this, type, listener, ...options);
      };
      removed.end = () => (EventTarget.prototype.removeEventListener = original);
      return removed;
    }

    const timers = (go._scheduledTimeouts = new Map());
    timers.has = (id) => !resting() && Map.prototype.has.call(timers, id); // wasm_exec.js tries again as long as it has it
    go._resume = function () {
      if (!resting()) return enter(() => Go.prototype._resume.call(go));
      const event = go._pendingEvent, about = event && event.args[0];
      // Without an answer the browser would leave the page.
      if (page && about instanceof Event && ["drop", "dragover", "submit", "beforeunload"].includes(about.type)) about.preventDefault();
      kept.push(event);
      go._pendingEvent = null;
    };
    return enter(() => run.call(go, instance));
  };

  if (!page) return;

  // ---- the page ----------------------------------------------------------------------------------------------------
  // Once the program has started and has been at rest for a moment, the rest is fetched ahead. rangefinderAtRest answers when that is
  // here: boot.js then has everything stored, and the page asks its server for accounts, which takes functions of the rest.
  let worker, started;
  globalThis.rangefinderAtRest = new Promise((resolve) => {
    const look = setInterval(() => {
      const now = performance.now();
      if (!document.getElementById("app-wasm-loader") || (busy && now - busy > 10000)) started ||= now;
      if (!started || (now - busy < 300 && now - started < 3000)) return;
      clearInterval(look);
      want().then(resolve);
      if (worker) Promise.resolve(!cut || rest()).then((late) => worker.postMessage({ late }));
    }, 100);
  });
  Object.defineProperty(globalThis, "rangefinderWorker", {
    get: () => worker,
    set(value) {
      worker = value;
      worker.addEventListener("message", ({ data }) => {
        if (!data || typeof data.late !== "string") return;
        if (data.late) missing = data.missing;
        tell(data.late, "worker");
      });
    },
  });
})();
