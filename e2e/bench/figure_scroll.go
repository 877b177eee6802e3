package main

import (
	"fmt"
	"os"
	"time"

	"github.com/chromedp/cdproto/input"
)

// scrolled is what a run of frames saw, in ms.
type scrolled struct {
	Gaps    []float64
	Blank   float64 // the longest that one row was in view and blank
	Spotted int     // frames in which any row was blank
	Top     float64 // where it ended, in px
}

// frames is how many frames each way of scrolling is watched for.
const frames = 400

// measureScroll scrolls the grid of the page with all of a million entities: by steps in every frame, by the wheel, and by
// jumps all over the table.
func measureScroll(p *playground) ([]row, error) {
	v, err := p.table()
	if err != nil {
		return nil, err
	}
	line := func(what string, s scrolled) row {
		p95 := quantile(s.Gaps, 0.95)
		if p.verbose {
			fmt.Fprintf(os.Stderr, "  %s: a row was blank in %d of %d frames\n", what, s.Spotted, len(s.Gaps))
		}
		return row{
			what:   fmt.Sprintf("scrolling 1,000,000 rows %s, p95 frame", what),
			target: "17 ms, blank 50 ms",
			ours:   fmt.Sprintf("%s (median %s, most %s), blank %s", duration(p95), duration(median(s.Gaps)), duration(quantile(s.Gaps, 1)), duration(s.Blank)),
			met:    p95 <= 17 && s.Blank <= 50,
		}
	}
	var rows []row
	for _, step := range []int{12, 90, 600, 6000} {
		waitQuiet()
		var s scrolled
		if err := v.Eval(fmt.Sprintf(`bench.scroll(%d, %d)`, step, frames), &s); err != nil {
			return nil, err
		}
		rows = append(rows, line(fmt.Sprintf("%d px a frame", step), s))
	}
	waitQuiet()
	s, err := wheel(v)
	if err != nil {
		return nil, err
	}
	byWheel := line("by the wheel", s)
	waitQuiet()
	plain, err := wheelPlain(v)
	if err != nil {
		return nil, err
	}
	byWheel.theirs = fmt.Sprintf("%s (a plain list of 2,000 lines, no script)", duration(quantile(plain, 0.95)))
	rows = append(rows, byWheel)

	waitQuiet()
	var waits []float64
	if err := v.Eval(`bench.jump(100)`, &waits); err != nil {
		return nil, err
	}
	return append(rows, row{
		what:   fmt.Sprintf("jumping over 1,000,000 rows, most of %d until no row is blank", len(waits)),
		target: "50 ms",
		ours:   fmt.Sprintf("%s (median %s, p95 %s)", duration(quantile(waits, 1)), duration(median(waits)), duration(quantile(waits, 0.95))),
		met:    quantile(waits, 1) <= 50,
	}), nil
}

// wheel turns the wheel by a notch about every frame.
func wheel(v *visit) (s scrolled, err error) {
	var box struct{ X, Y float64 }
	err = v.Eval(fmt.Sprintf(`(() => {
		const root = document.querySelector(".rf-grid"), b = root.getBoundingClientRect();
		root.scrollTop = 0;
		bench.wheel(%d);
		return { X: b.x + b.width / 2, Y: b.y + b.height / 2 };
	})()`, frames), &box)
	if err != nil {
		return s, err
	}
	if err := turn(v, box.X, box.Y); err != nil {
		return s, err
	}
	if err := v.Eval(`bench.wheeling`, &s); err != nil {
		return s, err
	}
	if s.Top == 0 {
		return s, fmt.Errorf("the wheel did not scroll")
	}
	return s, nil
}

// turn turns the wheel at a place by a notch about every frame.
func turn(v *visit, x, y float64) error {
	for end := time.Now().Add(frames * time.Second / 60); time.Now().Before(end); time.Sleep(16 * time.Millisecond) {
		if err := v.Run(input.DispatchMouseEvent(input.MouseWheel, x, y).WithDeltaX(0).WithDeltaY(120)); err != nil {
			return err
		}
	}
	return nil
}

// wheelPlain does the same to a list that nothing listens to: what this browser on this machine is capable of.
func wheelPlain(v *visit) (gaps []float64, err error) {
	err = v.Eval(fmt.Sprintf(`(() => {
		const list = document.createElement("div");
		list.id = "plain";
		list.style.cssText = "position: fixed; inset: 0; overflow: auto; background: white; z-index: 99";
		for (let i = 0; i < 2000; i++) list.append(Object.assign(document.createElement("div"), { textContent: "line " + i }));
		document.body.append(list);
		bench.plain = new Promise((done) => {
			const gaps = [];
			let last = 0;
			const tick = (now) => {
				if (last) gaps.push(now - last);
				last = now;
				if (gaps.length < %d) requestAnimationFrame(tick);
				else done(gaps);
			};
			requestAnimationFrame(tick);
		});
	})()`, frames), nil)
	if err != nil {
		return nil, err
	}
	if err := turn(v, 400, 400); err != nil {
		return nil, err
	}
	if err := v.Eval(`bench.plain`, &gaps); err != nil {
		return nil, err
	}
	return gaps, v.Eval(`document.getElementById("plain").remove()`, nil)
}
