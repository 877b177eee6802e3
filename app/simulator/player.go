package simulator

import (
	"strconv"
	"time"

	"rangefinder/app/page"
	"rangefinder/app/port"
)

// Player keeps the heat maps in step with the run, and moves on while it plays: by its own frames, because drawing the page
// for each would take too long.
type Player struct {
	// Page is what is drawn on; Now the simulator as of the last message; Later and Defer have something done on the page's goroutine,
	// the latter when what is drawn now is in the document.
	Page  port.Page
	Send  func(page.Msg)
	Now   func() *Model
	Later func(func())
	Defer func(func())

	main *heat // nil while the screen is not shown
	kept *heat // nil while no run is kept

	shown    *Model  // that is drawn
	position float64 // columns
	told     int     // columns that the store knows of
	toldAt   time.Time
	last     time.Time // frame while playing; zero while not
	forget   []func()
}

// tellEvery is how often the page hears how far the picture is: numbers that change faster cannot be read.
const tellEvery = 100 * time.Millisecond

// The canvases.
const (
	heatID = "sim-heat"
	keptID = "sim-kept-heat"
)

// attach begins to draw on a canvas that has come.
func (p *Player) attach(id string) {
	h := &heat{}
	picture, err := p.Page.NewPicture(id, func() { p.again(h) })
	if err != nil {
		return
	}
	h.picture = picture
	if id == keptID {
		p.kept = h
	} else {
		p.main = h
		if s := p.Now(); s != nil { // the screen was left and is back: its slider is a new one
			at := strconv.Itoa(s.At)
			p.Defer(func() { p.Page.SetInputValue("sim-scrub", at) })
		}
		p.forget = append(p.forget, p.Page.OnPrefersDark(func(bool) { p.Recolour() }))
		if p.Page.PrefersReducedMotion() && p.Now().Run == nil {
			p.Later(func() { p.Send(SpeedChosen{Columns: 0}) }) // the person may choose another
		}
	}
	p.Recolour()
}

// detach ends that: the canvas is about to go.
func (p *Player) detach(id string) {
	h := &p.main
	if id == keptID {
		h = &p.kept
	}
	if *h != nil {
		(*h).picture.Destroy()
		*h = nil
	}
	if id == heatID {
		for _, f := range p.forget {
			f()
		}
		p.forget, p.last = nil, time.Time{}
	}
}

// again draws all of a map at the next frame.
func (p *Player) again(h *heat) {
	h.run = 0
	p.wake()
}

// Recolour takes the theme's colours, which are there with the next frame.
func (p *Player) Recolour() {
	if p.main == nil {
		return
	}
	p.Page.NextFrame("sim-colours", func() {
		colour := func(name string) rgb { return parseColour(p.Page.Property(name)) }
		for _, h := range []*heat{p.main, p.kept} {
			if h != nil {
				h.colours = heatColours{colour("--track"), colour("--accent"), colour("--bad"), colour("--panel")}
				h.run = 0
			}
		}
		p.frame()
	})
}

func (p *Player) wake() { p.Page.NextFrame("sim", p.frame) }

// Sync follows a new model.
func (p *Player) Sync(now *Model) {
	old := p.shown
	p.shown = now
	if old == now || p.main == nil {
		return
	}
	if old == nil || old.Run == nil || now.Run == nil || old.Run.Number != now.Run.Number || now.At != p.told {
		p.position, p.told = float64(now.At), now.At
	}
	at := strconv.Itoa(now.At)
	p.Defer(func() { p.Page.SetInputValue("sim-scrub", at) })
	p.wake()
}

// frame draws what is due.
func (p *Player) frame() {
	if p.main == nil {
		return
	}
	s := p.shown
	top := Top(s.Run, s.Kept)
	if p.kept != nil && s.Kept != nil {
		p.kept.show(s.Kept, len(s.Kept.Columns), top)
	}
	r := s.Run
	if r == nil {
		p.main.show(nil, 0, top)
		return
	}
	now := time.Now()
	if s.Playing {
		if !p.last.IsZero() {
			p.position += now.Sub(p.last).Seconds() * float64(s.Speed)
		}
		if s.Speed == 0 && r.Last.Done {
			p.position = float64(len(r.Columns))
		}
		p.position = min(p.position, float64(len(r.Columns)))
		p.last = now
	} else {
		p.last = time.Time{}
	}
	at := int(p.position)
	p.main.show(r, at, top)
	if !s.Playing {
		return
	}
	if over := r.Last.Done && at == len(r.Columns); at != p.told && (over || now.Sub(p.toldAt) >= tellEvery) {
		p.told, p.toldAt = at, now
		run := r.Number
		p.Later(func() { p.Send(Played{Run: run, At: at}) })
	}
	p.wake()
}
