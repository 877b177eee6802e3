package engine

import (
	"math/rand/v2"
	"reflect"
	"strconv"
	"testing"

	"rangefinder/filterlang/edm"
)

// Ensure that counting an entity where it lies gives what counting a list of its values gives.
func TestCounter_AddPacked(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 26))
	values := []func() edm.Value{
		func() edm.Value { return edm.NewString([]string{"", "a", "é", strconv.Itoa(r.IntN(1000))}[r.IntN(4)]) },
		func() edm.Value { return edm.NewInt32(int32(r.IntN(100))) },
		func() edm.Value { return edm.NewInt64(r.Int64()) },
		func() edm.Value { return edm.NewDouble([]float64{0, 1 / float64(r.IntN(9)), r.Float64()}[r.IntN(3)]) },
		func() edm.Value { return edm.NewBoolean(r.IntN(2) == 0) },
		func() edm.Value { return edm.NewDateTime(edm.Ticks(r.IntN(1e9))) },
		func() edm.Value { return edm.NewGuid(edm.UUID{byte(r.IntN(256))}) },
		func() edm.Value { return edm.NewBinary(string(make([]byte, r.IntN(30)))) },
	}
	in := newInterner(schema{})
	list, packed := newCounter(&census{plain: true}, 1), newCounter(&census{plain: true}, 1)
	for i := range 3000 {
		var properties []Property
		for column := range 6 {
			if r.IntN(3) > 0 {
				properties = append(properties, Property{"P" + strconv.Itoa(column), values[(column+r.IntN(2)*r.IntN(8))%len(values)]()})
			}
		}
		l, of := in.intern(properties, nil)
		list.add(l, of)
		packed.addPacked(l, edm.Pack(l.number, 5, "p", strconv.Itoa(i), l.Layout, of))
		if i%100 == 0 && !reflect.DeepEqual(list.census, packed.census) {
			t.Fatalf("after %d entities the counts differ", i+1)
		}
	}
	if !reflect.DeepEqual(list.census, packed.census) {
		t.Fatal("the counts differ")
	}
}
