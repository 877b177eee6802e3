package interchange

import "rangefinder/engine"

// Losses says what a format cannot hold of a table, property by property; native formats lose nothing.
func Losses(f Format, t *engine.Snapshot) []Loss { return nil }
