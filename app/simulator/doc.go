// Package simulator is the screen that plays a load on keys: a model of the service, and it says so. What is simulated is in
// app/loadsim; the worker computes it, a part at a time. In reading order:
//
//	model.go    Model, Run: the settings as typed, the run on screen, the one that is kept; Update and Follow
//	setup.go    Setup, Fields: what a run is made of, as a form and as a text of an address
//	preset.go   Presets: set-ups that show something
//	design.go   the keys and patterns of a design of the lab as a set-up
//	play.go     asking for the next part, and playing what came
//	words.go unknown.go
//	            numbers of a run in words; properties of a template that no entity has
//	view*.go    Panel, the drawing
//	heat.go player.go
//	            the heat map as pixels, and Player, which draws it frame by frame while a run plays
//
// Model and Update are pure. The lab's message Simulated is taken here; this package sends none to others but wishes of page.
package simulator
