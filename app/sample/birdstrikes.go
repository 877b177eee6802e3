package sample

import (
	"context"
	"io"
	"strings"

	"rangefinder/app/sample/seeded"
)

var (
	birdstrikeColumns = []string{"Airport Name", "Aircraft Make Model", "Effect Amount of damage", "Flight Date", "Aircraft Airline Operator",
		"Origin State", "Phase of flight", "Wildlife Size", "Wildlife Species", "Time of day", "Cost Other", "Cost Repair", "Cost Total $",
		"Speed IAS in knots"}
	birdstrikeProperties = []string{"Airport", "Aircraft", "Damage", "FlightDate", "Operator",
		"", "Phase", "WildlifeSize", "Species", "TimeOfDay", "CostOther", "CostRepair", "CostTotal",
		"Speed"}
)

// loadBirdstrikes writes Birdstrikes: the state is the partition, "date;line" the RowKey, so that a span of days in a state is
// one range. Airports cannot be keys as they are: some hold a "/".
func loadBirdstrikes(ctx context.Context, data io.Reader, emit Emit) error {
	return loadFile(ctx, "Birdstrikes", data, birdstrikeColumns, func(line int, cells []string) (record, error) {
		return record{strings.Clone(cells[5]), cells[3] + ";" + seeded.Digits(line, 5), inferred(birdstrikeProperties, cells)}, nil
	}, emit)
}
