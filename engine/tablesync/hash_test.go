package tablesync

import (
	"fmt"
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Ensure that contents that are nearly alike have different fingerprints, and the same content has one, however it is ordered.
func TestFingerprint_NearlyAlike(t *testing.T) {
	seen := map[string]string{}
	each := func(properties ...engine.Property) string {
		e, err := engine.NewEntity("p", "r", edm.MinTicks, properties)
		if err != nil {
			t.Fatal(err)
		}
		f := fingerprint(e)
		if text := fmt.Sprint(properties); seen[f] != "" {
			t.Fatalf("%s and %s are both %s", text, seen[f], f)
		} else {
			seen[f] = text
		}
		return f
	}
	a, b := engine.Property{Name: "A", Value: edm.NewString("B")}, engine.Property{Name: "B", Value: edm.NewString("A")}
	one := each(a, b)
	delete(seen, one)
	if other := each(b, a); other != one {
		t.Errorf("%s in one order, %s in the other", one, other)
	}
	each()
	each(engine.Property{Name: "AB", Value: edm.NewString("")})
	each(engine.Property{Name: "A", Value: edm.NewString("")}, engine.Property{Name: "B", Value: edm.NewString("")})
	for i := range int64(20_000) {
		each(engine.Property{Name: "A", Value: edm.NewInt64(i)})
		each(engine.Property{Name: "A", Value: edm.NewString(fmt.Sprint(i))})
		each(engine.Property{Name: "A", Value: edm.NewInt32(int32(i))}, engine.Property{Name: "B", Value: edm.NewInt32(int32(-i))})
	}
}
