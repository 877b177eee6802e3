package ports

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"

	"rangefinder/e2e/harness"
)

// blankRows defines a function that tells whether a row in view has no text yet.
const blankRows = `globalThis.blankRows = (root) => {
  const box = root.getBoundingClientRect();
  return [...root.querySelectorAll(".rf-loading")].some((row) => {
    const r = row.getBoundingClientRect();
    return r.bottom > box.top + 32 && r.top < box.bottom;
  });
}, null`

// scrolling scrolls by step px a frame and gives [p50, p95, longest frame, longest time a row in view stayed blank] in ms.
const scrolling = `new Promise((done) => {
  const root = document.querySelector(".rf-grid"), gaps = [];
  let last = 0, blankSince = 0, blank = 0, n = 0;
  const tick = (now) => {
    if (last) gaps.push(now - last);
    last = now;
    if (!blankRows(root)) blankSince = 0;
    else if (!blankSince) blankSince = now;
    else blank = Math.max(blank, now - blankSince);
    if (n++ === 400) {
      gaps.sort((a, b) => a - b);
      done([gaps[200], gaps[380], gaps[399], blank]);
      return;
    }
    root.scrollTop += %d;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
})`

// jumping goes to places all over the table and gives [p50, p95] of the ms until no row in view is blank.
const jumping = `(async () => {
  const root = document.querySelector(".rf-grid"), waits = [];
  const frame = () => new Promise(requestAnimationFrame);
  for (let i = 1; i <= 100; i++) {
    root.scrollTop = (i * 7919 % 1000) * 14000;
    const start = performance.now();
    do await frame(); while (blankRows(root));
    waits.push(performance.now() - start);
  }
  waits.sort((a, b) => a - b);
  return [waits[50], waits[95]];
})()`

// threadTime is the CPU time of the page's main thread so far, in ms: what frames cost whatever else the machine does.
func threadTime(p *harness.Page) (ms float64, err error) {
	err = p.Run(chromedp.ActionFunc(func(ctx context.Context) error {
		metrics, err := performance.GetMetrics().Do(ctx)
		for _, m := range metrics {
			if m.Name == "TaskDuration" {
				ms = m.Value * 1000
			}
		}
		return err
	}))
	return ms, err
}

// The design asks for a p95 frame of 17 ms, and no row blank for more than 50 ms, over a million entities.
func BenchmarkGrid_ScrollMillion(b *testing.B) {
	for _, step := range []int{12, 90, 600} {
		b.Run(fmt.Sprintf("%dpx", step), func(b *testing.B) {
			p, err := browser.Open(site.URL, harness.View{})
			if err != nil {
				b.Fatal(err)
			}
			defer p.Close()
			if err := p.Wait("globalThis.ports"); err != nil {
				b.Fatal(err)
			}
			if err := p.Eval(fmt.Sprintf("(ports.total(%d, false), null)", million), nil); err != nil {
				b.Fatal(err)
			}
			if err := p.Wait(`document.querySelector(".rf-row:not(.rf-loading)")`); err != nil {
				b.Fatal(err)
			}
			if err := p.Eval(blankRows, nil); err != nil {
				b.Fatal(err)
			}
			if err := p.Run(performance.Enable().WithTimeDomain(performance.EnableTimeDomainThreadTicks)); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				before, err := threadTime(p)
				if err != nil {
					b.Fatal(err)
				}
				var ms []float64
				if err := p.Eval(fmt.Sprintf(scrolling, step), &ms); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(ms[0], "p50-ms")
				b.ReportMetric(ms[1], "p95-ms")
				b.ReportMetric(ms[2], "max-ms")
				b.ReportMetric(ms[3], "blank-ms")
				after, err := threadTime(p)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric((after-before)/400, "cpu-ms/frame")
				if err := p.Eval(jumping, &ms); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(ms[0], "jump-p50-ms")
				b.ReportMetric(ms[1], "jump-p95-ms")
			}
		})
	}
}
