package state

// Intro is which introduction stands above the query.
type Intro uint8

// The introductions: none, that of a first visit, and that of a link to a query. A lesson introduces itself.
const (
	NoIntro Intro = iota
	IntroFirst
	IntroLink
)

type (
	// IntroTaken puts the introduction away and does what was chosen there, nil for nothing.
	IntroTaken struct{ Then Msg }
	// IntroShown brings it back.
	IntroShown struct{}
)

// IntroOf is the introduction on screen. It is there until somebody puts it away, on this visit or an earlier one.
func (m *Model) IntroOf() Intro {
	switch {
	case m.Embed != nil || m.Settings.Value("intro") != "" || m.PlanFull || m.Live() != nil || m.Course.Lesson != nil:
		return NoIntro
	}
	return m.Arrival
}

// arrival is which introduction suits the address that a visit began with.
func arrival(route Route, lesson bool, visited bool) Intro {
	if !lesson && !route.Empty && !visited {
		return IntroLink
	}
	return IntroFirst
}

// introduced puts an introduction to queries away, when somebody has begun to do what it leads to. The menu ••• brings it back.
func introduced(m Model) (Model, []Cmd) {
	if intro := m.IntroOf(); intro != IntroFirst && intro != IntroLink {
		return m, nil
	}
	return changeSettings(m, m.Settings.With("intro", "hidden"))
}

// updateIntro puts the introduction away or brings it back.
func updateIntro(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg := msg.(type) {
	case IntroTaken:
		m, cmds := changeSettings(m, m.Settings.With("intro", "hidden"))
		if msg.Then == nil {
			return m, append(cmds, Focus{Target: "editor"}), true
		}
		m, more := Update(m, msg.Then)
		return m, append(cmds, more...), true
	case IntroShown:
		m.Arrival = IntroFirst
		m, cmds := changeSettings(m, m.Settings.With("intro", ""))
		m, more := toScreen(m, QueryScreen)
		return m, append(append(cmds, more...), Focus{Target: "intro-lesson"}), true
	}
	return m, nil, false
}
