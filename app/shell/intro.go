package shell

import (
	"rangefinder/app/intro"
	"rangefinder/app/page"
	"rangefinder/app/settings"
)

// IntroOf is the introduction on screen.
func (m *Model) IntroOf() intro.Kind {
	if m.Embed != nil || m.PlanFull || m.Query.Source != "" || m.Course.Lesson != nil {
		return intro.None
	}
	return m.Intro.Of(m.Settings)
}

// ran keeps the introduction from the next visit, when somebody has begun to do what it leads to. On this visit it stays: a run moves
// nothing that is on screen.
func ran(m Model) (Model, []page.Cmd) {
	if m.IntroOf() == intro.None {
		return introduced(m)
	}
	m.Intro = &intro.Model{Arrival: m.Intro.Arrival, Stays: true}
	return m, []page.Cmd{page.KeepSetting{Key: settings.Key, Value: m.Intro.Kept(m.Settings).Encode()}}
}

// introduced puts an introduction to queries away, when a table of their own takes the screen: also one that was pulled from the account
// on screen, which hides it. The menu ••• brings it back.
func introduced(m Model) (Model, []page.Cmd) {
	if m.IntroOf() == intro.None && (m.Query.Source == "" || m.Intro.Of(m.Settings) == intro.None) {
		return m, nil
	}
	m.Intro = &intro.Model{Arrival: m.Intro.Arrival}
	return changeSettings(m, intro.Away(m.Settings))
}
