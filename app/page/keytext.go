package page

import (
	"rangefinder/app/port"
	"rangefinder/app/port/virtual"
	"rangefinder/app/words"
)

// KeyText shows a key as the grid does: an empty one, which is legal, is made visible, and no character of it turns the direction
// of what follows.
func KeyText(key string) string {
	if runes := []rune(key); len(runes) > 60 {
		key = string(runes[:60]) + "…"
	}
	return KeyWhole(key)
}

// KeyWhole is KeyText of a key as long as a cell of the grid: keys that begin alike are told apart by it.
func KeyWhole(key string) string {
	if key == "" {
		return virtual.Text(port.Cell{Kind: port.CellEmpty}, true)
	}
	return virtual.Text(port.Cell{Kind: port.CellValue, Text: key}, true)
}

// EntityName is the key of an entity, cut.
func EntityName(pk, rk string) string {
	return words.Clip(KeyText(pk), 100) + " / " + words.Clip(KeyText(rk), 100)
}
