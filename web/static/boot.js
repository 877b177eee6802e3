// boot.js is the first script of the page and the only one that holds up its first paint. It chooses the theme, starts
// the download of the program at once, says how far it is, and keeps the compiled module for the worker.
//
// What it leaves for the others:
//   rangefinderModule         the compiled WebAssembly.Module, from the moment the program starts
//   rangefinderAsset(name)    the address of a file in web/, with the version that belongs to this page
//   rangefinderFetchProgram   used by app.js in place of its own fetch
//   rangefinderServiceWorker  used by app.js in place of its own registration; it waits for late.js's rangefinderAtRest
//   rangefinderUpdate         {ready, onready, apply()}: whether a new version waits, who wants to know, and taking it
"use strict";
(() => {
  const script = document.currentScript;
  const version = new URL(script.src).search; // "?v=" and the version
  const programSize = Number(script.dataset.programSize); // bytes, uncompressed

  let container; // missing on a page that is neither of this machine nor of HTTPS
  try {
    container = navigator.serviceWorker;
  } catch {
    // A sandbox: nothing can be stored.
  }

  globalThis.rangefinderAsset = (name) => new URL(name + version, script.src).href;

  // ---- compressed files --------------------------------------------------------------------------------------------
  // A version that begins with z is of a site: its host may compress nothing, so what is large is asked for as .gz and inflated
  // here. Some hosts unpack such files on the way, and the service worker keeps them unpacked.
  const packed = version.startsWith("?v=z") && typeof DecompressionStream === "function";

  async function get(name) {
    const response = await fetch(rangefinderAsset(packed ? name + ".gz" : name));
    if (!response.ok) throw new Error(`the server answered ${response.status} to ${name}`);
    return response;
  }

  // inflated returns the stream of a response's body without its compression, if it has one.
  async function inflated(response) {
    const reader = response.body.getReader();
    const first = await reader.read();
    const whole = new ReadableStream({
      start: (to) => (first.done ? to.close() : to.enqueue(first.value)),
      pull: async (to) => {
        const { done, value } = await reader.read();
        done ? to.close() : to.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    });
    return !first.done && first.value[0] === 0x1f ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
  }

  const textOf = async (name) => new Response(await inflated(await get(name))).text();

  // dress gives the page of a site its style sheets, and shows nothing before. The policy allows sheets that a script makes.
  async function dress(names) {
    if (!packed) return names.forEach((name) => document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: rangefinderAsset(name) })));
    const root = document.documentElement;
    root.hidden = true;
    try {
      document.adoptedStyleSheets = await Promise.all(names.map(async (name) => new CSSStyleSheet().replace(await textOf(name))));
    } finally {
      root.hidden = false;
    }
  }

  // runScript runs a script of a site. As text, it is one of those that the policy names by their hashes.
  async function runScript(name) {
    const element = document.createElement("script");
    if (packed) element.textContent = await textOf(name);
    await parsed;
    if (packed) return document.head.append(element);
    await new Promise((resolve, reject) => {
      Object.assign(element, { onload: resolve, onerror: () => reject(new Error(`${name} could not be loaded`)), src: rangefinderAsset(name) });
      document.head.append(element);
    });
  }

  const listed = (names) => (names ? names.split(" ") : []);
  const dressed = dress(listed(script.dataset.styles));
  dressed.catch(() => {}); // unstyled is better than nothing, and the program will tell of a host that is gone

  // ---- embedding ---------------------------------------------------------------------------------------------------
  // ?embed shows one query without chrome, in memory only. So does any frame on a host that does not forbid framing:
  // there is then nothing of the visitor's in it that another page could have them click on.
  const query = new URLSearchParams(location.search);
  const embedded = query.has("embed") || top !== self;
  if (embedded) document.documentElement.dataset.embed = "";

  // ---- theme -------------------------------------------------------------------------------------------------------
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  function applyTheme() {
    let theme = embedded ? query.get("theme") : null;
    try {
      if (!embedded) theme = localStorage.getItem("rangefinder.theme");
    } catch {
      // Storage is refused in some private modes; the system's choice is good enough then.
    }
    if (theme !== "light" && theme !== "dark") {
      theme = prefersDark.matches ? "dark" : "light";
    }
    document.documentElement.dataset.theme = theme;
  }
  applyTheme();
  prefersDark.addEventListener("change", applyTheme);
  addEventListener("storage", (event) => {
    if (event.key === "rangefinder.theme") applyTheme(); // another tab changed it
  });

  // ---- room for what comes late ----------------------------------------------------------------------------------------
  // The tables at the side are as high as they were when the last visit ended until they have come, so that they push nothing away; the
  // filter and the line above the entities too, when the page is opened with the same query in a window as wide. The accounts are as
  // many as the page's server has, or as they were last when the page is a copy, whose number may be of long ago.
  const lines = { editor: "#editor", result: ".result-line" };
  const high = (id) => `rangefinder.high.${id}`;
  if (!embedded) {
    const { style } = document.documentElement, room = (id, value) => value && style.setProperty(`--${id}-high`, value);
    const query = () => `${innerWidth} ${location.hash}`;
    try {
      const { accounts } = script.dataset, many = (container?.controller && localStorage.getItem("rangefinder.accounts")) || accounts;
      room("sources", many && (innerWidth > 1100 ? 31 + 47 * many : 46 + 46 * many) + "px");
      room("tables", localStorage.getItem(high("tables")));
      const kept = localStorage.getItem(high("query"));
      if (kept === query()) for (const id in lines) room(id, localStorage.getItem(high(id)));
      else if (!kept && !location.hash && !accounts && innerWidth < 401) room("editor", "74px"); // three lines for the filter of a first visit
      addEventListener("pagehide", () => {
        const keep = (id, top, bottom) => localStorage.setItem(high(id), `${bottom.getBoundingClientRect().bottom - top.getBoundingClientRect().top}px`);
        const list = document.getElementById("tables"), known = document.querySelector("#sources.known");
        if (list?.lastElementChild?.checkVisibility()) keep("tables", list, list.lastElementChild);
        if (known) localStorage.setItem("rangefinder.accounts", known.children.length - 1);
        for (const id in lines) {
          const line = document.querySelector(lines[id]);
          if (line) keep(id, line, line);
        }
        localStorage.setItem(high("query"), query());
      });
    } catch {
      // As above.
    }
    setTimeout(() => ["tables", ...Object.keys(lines)].forEach((id) => style.removeProperty(`--${id}-high`)), 10000);
  }

  // ---- browsers that cannot run it -----------------------------------------------------------------------------------
  // The shell says so until this attribute hides it, so that a browser which cannot even read this script shows it, too.
  if (typeof WebAssembly !== "object" || !WebAssembly.compileStreaming || typeof TransformStream !== "function") return;
  document.documentElement.dataset.boots = "";

  // ---- styles ------------------------------------------------------------------------------------------------------
  // The policy "style-src 'self'" refuses a style attribute written with setAttribute, which is how go-app writes one,
  // but not the object model behind it.
  const setAttribute = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function (name, value) {
    if (name === "style") {
      this.style.cssText = value;
    } else {
      setAttribute.call(this, name, value);
    }
  };

  // ---- progress ----------------------------------------------------------------------------------------------------
  const megabytes = (n) => (n / 1e6).toFixed(1);

  // The shell's element holds a <progress> and, last, a <span> for the text. What is told before the parser has come to the
  // end of them is shown as soon as the body is parsed.
  let latest;
  function show(text, loaded) {
    latest = [text, loaded];
    const element = document.getElementById("boot-progress");
    const words = element && element.querySelector("span");
    if (!words) return;
    const bar = element.querySelector("progress");
    if (bar && loaded !== undefined) {
      bar.max = programSize;
      bar.value = loaded;
    }
    words.textContent = text;
  }
  document.addEventListener("DOMContentLoaded", () => latest && show(...latest), { once: true });

  let shown = "";
  function progress(loaded) {
    const text = `${megabytes(loaded)} of ${megabytes(programSize)} MB`;
    if (text !== shown) show((shown = text), loaded);
  }

  function fail(reason) {
    const text = `Rangefinder could not start: ${reason}. Reload the page to try again.`;
    show(text);
    unstick();
    if (document.getElementById("boot-progress")) return;
    const loader = document.getElementById("app-wasm-loader"); // go-app's own, which the page keeps hidden
    if (loader) loader.hidden = false;
  }

  // ---- program -----------------------------------------------------------------------------------------------------
  // counted hands the program on and reports each chunk as it passes.
  async function counted(response) {
    let loaded = 0;
    progress(0);
    const body = (await inflated(response)).pipeThrough(
      new TransformStream({
        transform(chunk, controller) {
          loaded += chunk.byteLength;
          progress(loaded);
          controller.enqueue(chunk);
        },
      })
    );
    return new Response(body, { headers: { "Content-Type": "application/wasm" } });
  }

  async function compile() {
    const response = await get("app.wasm");
    // From the service worker's cache the program is here at once and there is nothing to report; the response itself,
    // not a copy of its stream, lets the browser keep the machine code beside it.
    const whole = container && container.controller && response.headers.get("Content-Type") === "application/wasm";
    return WebAssembly.compileStreaming(whole ? response : await counted(response));
  }

  const parsed = new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve, { once: true })); // after the progress is shown
  const module = compile();
  const scripted = Promise.all(listed(script.dataset.scripts).map(runScript));
  for (const part of [module, scripted]) part.catch(() => {}); // reported when the program is asked for

  // go-app fetches the program and hands the response to instantiateStreaming. Both ends are ours, so that the download
  // does not wait for the style sheets and the module is not compiled a second time for the worker.
  // The program begins when all scripts have run: it needs the editor's, which a slow line may bring last.
  // It measures what it draws, so it also waits for the styles of a site.
  globalThis.rangefinderFetchProgram = () => Promise.allSettled([parsed, dressed]).then(() => scripted).then(() => module);

  // ---- offline and updates -----------------------------------------------------------------------------------------
  // The page keeps the version it was loaded with until the person takes the new one: its lock tells the service worker,
  // which keeps that version's files for as long.
  const site = new URL("../", script.src).href;
  if (navigator.locks) {
    const forever = () => new Promise(() => {});
    navigator.locks.request(`rangefinder ${site} ${version.slice(3)}`, { mode: "shared" }, forever).catch(() => {}); // a sandbox
  }

  let registration;
  const update = { ready: false, onready: null, apply };
  globalThis.rangefinderUpdate = update;

  async function consider(worker) {
    if (!worker || update.ready) return;
    const theirs = await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = (event) => resolve(event.data);
      worker.postMessage("version", [port2]);
    });
    if (theirs === version.slice(3) || update.ready) return;
    update.ready = true;
    if (update.onready) update.onready();
  }

  // apply puts the new version in force and loads it. It may be in force already, by another tab.
  function apply() {
    const waiting = registration && registration.waiting;
    if (!waiting) return location.reload();
    const late = setTimeout(() => location.reload(), 5000);
    const taken = () => (clearTimeout(late), location.reload());
    container.addEventListener("controllerchange", taken, { once: true });
    waiting.postMessage("activate");
  }

  // A version that does not start must not keep the next one waiting.
  async function unstick() {
    const known = container && (await container.getRegistration(site));
    if (!known) return;
    known.update().catch(() => {}); // no network
    if (known.waiting) known.waiting.postMessage("activate");
  }

  const rhythm = 60 * 60 * 1000; // ms between two looks for a new version; the browser itself looks at every visit
  let looked = Date.now();
  function look() {
    if (document.visibilityState !== "visible" || !navigator.onLine || Date.now() - looked < rhythm) return;
    looked = Date.now();
    registration.update().catch(() => {}); // the server is away
  }

  async function register() {
    try {
      registration = await container.register("app-worker.js");
    } catch (error) {
      return console.info("Rangefinder will not work offline:", error.message); // refused in some private modes
    }
    const watch = (worker) => worker.addEventListener("statechange", () => worker.state === "installed" && consider(registration.waiting));
    registration.addEventListener("updatefound", () => watch(registration.installing));
    if (registration.installing) watch(registration.installing);
    container.addEventListener("controllerchange", () => consider(container.controller)); // another tab took it
    consider(container.controller);
    consider(registration.waiting);
    if (registration.active) registration.active.postMessage("clean");
    document.addEventListener("visibilitychange", look);
    setInterval(look, rhythm / 6);
  }

  // The service worker stores the page by fetching all of it once more. That is free when it comes out of the browser's
  // cache, so it waits for the download, and until the page has come to rest.
  globalThis.rangefinderServiceWorker = () => {
    if (!container) return;
    rangefinderFetchProgram().then(() => rangefinderAtRest).then(
      () => (globalThis.requestIdleCallback ? requestIdleCallback(register, { timeout: 3000 }) : setTimeout(register, 1000)),
      () => {} // reported elsewhere; there is nothing to store
    );
  };

  // ---- a program that stops -----------------------------------------------------------------------------------------
  // A panic ends the program. What the runtime wrote of it is kept for the sheet that tells, crash.js; it is fetched only
  // then, and when it cannot be, a line says the least.
  globalThis.rangefinderFailed = (report, over, lost) => {
    const script = document.createElement("script");
    script.src = rangefinderAsset("crash.js");
    script.onload = () => rangefinderCrash({ report, over, lost });
    script.onerror = () => {
      const line = document.createElement("p");
      line.className = "fatal";
      line.role = "alert";
      line.textContent = "Rangefinder met an error of its own. What is saved is safe. Reload the page.";
      document.body.prepend(line);
    };
    document.head.append(script);
  };

  function watched(imports, memory) {
    const { "runtime.wasmWrite": write, "runtime.wasmExit": exit } = imports.gojs;
    let said = "";
    imports.gojs["runtime.wasmWrite"] = (sp) => {
      const view = new DataView(memory()), at = sp >>> 0;
      said += new TextDecoder().decode(new Uint8Array(memory(), Number(view.getBigInt64(at + 16, true)), view.getInt32(at + 24, true)));
      said = said.slice(-20000);
      write(sp);
    };
    imports.gojs["runtime.wasmExit"] = (sp) => {
      exit(sp);
      Go.prototype._resume = function () {
        this._scheduledTimeouts.clear(); // what still calls into the program finds nobody, and timers try no more
      };
      rangefinderFailed(said.slice(Math.max(0, said.lastIndexOf("panic: "))), true, false);
    };
    return imports;
  }

  WebAssembly.instantiateStreaming = async (source, imports) => {
    try {
      const compiled = await source;
      globalThis.rangefinderModule = compiled;
      const instance = await WebAssembly.instantiate(compiled, watched(imports, () => instance.exports.mem.buffer));
      return { module: compiled, instance };
    } catch (error) {
      fail(error.message);
      throw error;
    }
  };
})();
