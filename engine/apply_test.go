package engine_test

import (
	"testing"

	"rangefinder/engine"
)

// Ensure that the refusal of a second change of an entity counts the operations as a person does, from 1.
func TestCheckBatch_CountsFromOne(t *testing.T) {
	op := func(rk string) engine.Op { return engine.Op{Kind: engine.Insert, PartitionKey: "p", RowKey: rk} }
	err := engine.CheckBatch([]engine.Op{op("a"), op("b"), op("b")})
	if want := `InvalidDuplicateRow: operation 3: The entity with RowKey "b" is already changed by operation 2; each entity at most once.`; err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}
