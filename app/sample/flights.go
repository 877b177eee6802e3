package sample

import (
	"context"
	"fmt"
	"io"
	"strings"

	"rangefinder/app/sample/seeded"
)

var (
	flightColumns    = []string{"date", "delay", "distance", "origin", "destination"}
	flightProperties = []string{"Departure", "Delay", "Distance", "", "Destination"}
)

// loadFlights writes Flights: the airport of origin is the partition, "date;destination;line" the RowKey.
func loadFlights(ctx context.Context, data io.Reader, emit Emit) error {
	return loadFile(ctx, "Flights", data, flightColumns, func(line int, cells []string) (record, error) {
		if len(cells[0]) != len("2001/01/01 06:55") {
			return record{}, fmt.Errorf("%q is not a date and time", cells[0])
		}
		when := strings.NewReplacer("/", "-", " ", "T").Replace(cells[0])
		return record{strings.Clone(cells[3]), when + ";" + cells[4] + ";" + seeded.Digits(line, 5), inferred(flightProperties, cells)}, nil
	}, emit)
}
