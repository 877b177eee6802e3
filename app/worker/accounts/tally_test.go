package accounts

import (
	"fmt"
	"testing"

	"rangefinder/filterlang/edm"
)

func TestTally_Bounded(t *testing.T) {
	var seen Tally
	for i := range maxTallied + 10 {
		seen.count(fmt.Sprint("P", i), edm.String, 1)
	}
	seen.count("P0", edm.Int32, 2)
	c := seen.Census()
	if len(c.Properties) != maxTallied || c.Properties[0].Types[0].Type != edm.Int32 {
		t.Errorf("%d properties, the first %+v", len(c.Properties), c.Properties[0])
	}
}
