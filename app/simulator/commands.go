package simulator

import "rangefinder/app/page"

// Commands are what a person can do on the simulator's screen.
func Commands() []page.Command {
	return []page.Command{
		{ID: "simulate", Title: "Play or pause the simulator", Words: "run load throttling 503 hot partition heat map", Group: page.LearnGroup, Keys: []string{"Space"}, Place: "in the heat map", Do: []page.Msg{page.ScreenChosen{Screen: page.SimulatorScreen}, PlayPressed{}}},
		{ID: "simulator-keys", Title: "Move the cross hair of the heat map; hide it", Group: page.LearnGroup, Keys: []string{"Arrows", "Page Up", "Page Down", "Home", "End", "Escape"}, Place: "in the heat map"},
	}
}
