package main

import (
	"context"
	"fmt"
)

// big and small are the tables of the figures.
const (
	big   = "big"
	small = "small"
)

type loadArg struct {
	Table      string `json:"table"`
	Partitions int    `json:"partitions"`
	Rows       int    `json:"rows"`
}

// measureLoad fills the table three times on each side, values made in the same loop; SQLite in one transaction with a
// prepared insert. The memory figure is read after the first, when nothing has been dropped yet.
func measureLoad(_ context.Context, l *lab) ([]row, error) {
	arg := loadArg{big, l.partitions, rowsEach}
	var a, b []float64
	for turn := range 3 {
		for _, who := range []string{ours, theirs} {
			if turn > 0 {
				if err := l.ask(who, "drop", arg, nil); err != nil {
					return nil, err
				}
			}
			var took struct{ Ms float64 }
			if err := l.ask(who, "load", arg, &took); err != nil {
				return nil, err
			}
			if who == ours {
				a = append(a, took.Ms)
			} else {
				b = append(b, took.Ms)
			}
			if turn == 0 {
				if err := l.ask(who, "memory", nil, l.memory[who]); err != nil {
					return nil, err
				}
			}
		}
	}
	tiny := loadArg{small, max(1, l.partitions/100), rowsEach}
	for _, who := range []string{ours, theirs} {
		if err := l.ask(who, "load", tiny, nil); err != nil {
			return nil, err
		}
	}
	return []row{{
		what:   fmt.Sprintf("load %d entities, median of %d", l.entities(), len(a)),
		target: "2× SQLite",
		ours:   duration(median(a)),
		theirs: duration(median(b)),
		ratio:  ratio(median(a), median(b)),
		met:    2*median(a) <= median(b),
	}}, nil
}
