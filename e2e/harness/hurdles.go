package harness

import (
	"context"
	"fmt"
	"os"
	"strconv"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Hurdles that every page gets, to find tests and code that hold only on an idle machine. Tests that look at a clock, or at the
// Worker itself, may fail of them; all others may not.
const (
	// slowEnv is how many times slower the page's own thread is, e.g. 4.
	slowEnv = "RANGEFINDER_SLOW"
	// lagEnv is how many milliseconds at most messages between a page and its worker, timers and frames come late; each comes late by
	// another time, and messages stay in order.
	lagEnv = "RANGEFINDER_LAG"
)

// lagged delays what goes to a worker and what comes from it, timers and frames.
const lagged = `(() => {
	const { setTimeout, requestAnimationFrame, cancelAnimationFrame } = globalThis;
	const line = (most) => { const queue = []; let last = 0; return (deliver) => { const now = performance.now(); last = Math.max(last, now + Math.random() * most); queue.push(deliver); setTimeout(() => queue.shift()(), last - now) } };
	const there = new WeakMap(), back = new WeakMap(), wrapped = new WeakMap();
	const of = (lines, worker) => { if (!lines.has(worker)) lines.set(worker, line(%[1]d)); return lines.get(worker) };
	const { postMessage, addEventListener, removeEventListener } = { postMessage: Worker.prototype.postMessage, addEventListener: EventTarget.prototype.addEventListener, removeEventListener: EventTarget.prototype.removeEventListener };
	Worker.prototype.postMessage = function (...args) { of(there, this)(() => postMessage.apply(this, args)) };
	Worker.prototype.addEventListener = function (type, listener, ...rest) {
		if (type !== "message" || typeof listener !== "function") return addEventListener.call(this, type, listener, ...rest);
		if (!wrapped.has(listener)) wrapped.set(listener, (event) => of(back, this)(() => listener.call(this, event)));
		addEventListener.call(this, type, wrapped.get(listener), ...rest);
	};
	Worker.prototype.removeEventListener = function (type, listener, ...rest) { removeEventListener.call(this, type, wrapped.get(listener) ?? listener, ...rest) };
	globalThis.setTimeout = (f, after = 0, ...rest) => setTimeout(f, Number(after) + Math.random() * %[1]d, ...rest);
	const frames = new Map();
	let frame = 0;
	globalThis.requestAnimationFrame = (f) => {
		const id = ++frame;
		frames.set(id, () => clearTimeout(timer));
		const timer = setTimeout(() => { const real = requestAnimationFrame((now) => { frames.delete(id); f(now) }); frames.set(id, () => cancelAnimationFrame(real)) }, Math.random() * %[1]d);
		return id;
	};
	globalThis.cancelAnimationFrame = (id) => { frames.get(id)?.(); frames.delete(id) };
})()`

// hurdles are those that the environment asks for, none as a rule.
func hurdles() chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		if rate, err := strconv.ParseFloat(os.Getenv(slowEnv), 64); err == nil {
			if err := emulation.SetCPUThrottlingRate(rate).Do(ctx); err != nil {
				return err
			}
		}
		if most, err := strconv.Atoi(os.Getenv(lagEnv)); err == nil {
			_, err := page.AddScriptToEvaluateOnNewDocument(fmt.Sprintf(lagged, most)).Do(ctx)
			return err
		}
		return nil
	})
}
