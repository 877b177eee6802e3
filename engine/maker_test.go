package engine_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Ensure that entities made one after the other are those that are made alone, whatever came before.
func TestEntityMaker_SameAsNewEntity(t *testing.T) {
	a, b, null := edm.NewInt32(1), edm.NewString("b"), edm.Value{}
	var m engine.EntityMaker
	for i, properties := range [][]engine.Property{
		{{Name: "A", Value: a}, {Name: "B", Value: b}},
		{{Name: "A", Value: a}, {Name: "B", Value: b}},
		{{Name: "A", Value: b}, {Name: "B", Value: null}, {Name: "C", Value: a}},
		{{Name: "A", Value: b}, {Name: "C", Value: a}},
		nil,
		{{Name: "A", Value: a}, {Name: "A", Value: b}},
		{{Name: "A", Value: edm.NewString(strings.Repeat("x", engine.MaxString+1))}},
		{{Name: "9", Value: a}},
		{{Name: "A", Value: a}, {Name: "B", Value: b}},
	} {
		got, failed := m.New("p", "r", 7, properties)
		want, err := engine.NewEntity("p", "r", 7, properties)
		if err != nil {
			is, _ := errors.AsType[*engine.Error](failed)
			if was, _ := errors.AsType[*engine.Error](err); is == nil || is.Code != was.Code || !got.IsZero() {
				t.Errorf("%d: %v, want %v", i, failed, err)
			}
			continue
		}
		if failed != nil || got.ETag() != want.ETag() || got.Size() != want.Size() || fmt.Sprint(got.Properties()) != fmt.Sprint(want.Properties()) {
			t.Errorf("%d: %v, want %v (%v)", i, got.Properties(), want.Properties(), failed)
		}
	}
}
