package sample

import (
	"context"
	"io"
	"strings"
)

var (
	earthquakeColumns = []string{"time", "longitude", "latitude", "depth", "mag", "place", "felt", "cdi", "mmi", "alert", "status", "tsunami",
		"sig", "net", "code", "nst", "dmin", "rms", "gap", "magType", "type"}
	earthquakeProperties = []string{"Time", "Longitude", "Latitude", "Depth", "Magnitude", "Place", "Felt", "Intensity", "MaxIntensity", "Alert",
		"Status", "Tsunami", "Significance", "", "Code", "Stations", "Distance", "Rms", "Gap", "MagnitudeType", "Type"}
)

// loadEarthquakes writes Earthquakes: the seismic network is the partition, "time;code" the RowKey. The feed writes numbers as
// they come, so that a magnitude of 2 is an Int32 and one of 2.1 a Double, and a code is a number in one network and text in
// another.
func loadEarthquakes(ctx context.Context, data io.Reader, emit Emit) error {
	return loadFile(ctx, "Earthquakes", data, earthquakeColumns, func(line int, cells []string) (record, error) {
		return record{strings.Clone(cells[13]), cells[0] + ";" + cells[14], inferred(earthquakeProperties, cells)}, nil
	}, emit)
}
