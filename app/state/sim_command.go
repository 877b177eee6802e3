package state

import (
	"rangefinder/app/simulator"
)

// simCommands are what a person can do on the simulator's screen.
var simCommands = []Command{
	{ID: "simulate", Title: "Play or pause the simulator", Words: "run load throttling 503 hot partition heat map", Group: LearnGroup, Keys: []string{"Space"}, Place: "in the heat map", Do: func(m *Model) []Msg {
		return []Msg{ScreenChosen{Screen: SimulatorScreen}, simulator.PlayPressed{}}
	}},
	{ID: "simulator-keys", Title: "Move the cross hair of the heat map; hide it", Group: LearnGroup, Keys: []string{"Arrows", "Page Up", "Page Down", "Home", "End", "Escape"}, Place: "in the heat map"},
}
