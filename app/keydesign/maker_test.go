package keydesign

import (
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Ensure that a Maker gives each entity the key that its template gives, and refuses what it refuses.
func TestMaker_SameAsKey(t *testing.T) {
	refused := 0
	for seed := range uint64(200) {
		w := newWorld(seed)
		template, err := Parse(w.template())
		if err != nil {
			t.Fatal(err)
		}
		m := template.Maker()
		for range 40 {
			var properties []engine.Property
			for _, name := range propertyNames {
				if w.IntN(5) > 0 {
					properties = append(properties, engine.Property{Name: name, Value: w.value(name)})
				}
			}
			e, err := engine.NewEntity(w.PartitionKey(), w.RowKey(), 630_822_816_000_000_000, properties)
			if err != nil {
				continue
			}
			want, wrong := template.Key(func(name string) edm.Value {
				v, _ := e.Value(name)
				return v
			})
			got, err := m.Key(e)
			if got != want || (err == nil) != (wrong == nil) || err != nil && err.Error() != wrong.Error() {
				t.Fatalf("%s makes %q, %v; want %q, %v", template, got, err, want, wrong)
			}
			if err != nil {
				refused++
			}
		}
	}
	if refused == 0 {
		t.Error("nothing was refused")
	}
}
