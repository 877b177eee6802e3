package workertest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// OddTable fills a table with values of every type and returns its entities.
func OddTable(t *testing.T, db *engine.DB, table string, n int) []engine.Entity {
	t.Helper()
	random := rand.New(rand.NewPCG(7, uint64(n)))
	Load(t, db, table, func(add func(string, string, ...engine.Property)) {
		for i := range n {
			var list []engine.Property
			for _, name := range []string{"A", "B"} {
				if v := oddValue(random); v.Type() != edm.NoType {
					list = append(list, engine.Property{Name: name, Value: v})
				}
			}
			add(fmt.Sprintf("p%d", i/7), fmt.Sprintf("%05d", i), list...)
		}
	})
	s, err := db.Snapshot(table)
	if err != nil {
		t.Fatal(err)
	}
	return s.Window(0, s.Len())
}

// oddValue is a value of any type, and often one that others come close to; sometimes none.
func oddValue(random *rand.Rand) edm.Value {
	words := []string{"", "a", "A", "b", "Å", "10", "9", "\ue000", "\U0001F600", "=1+1", "x\ny", "<b>", "'quote"}
	switch random.IntN(10) {
	case 0:
		return edm.NewInt32(int32(random.IntN(7) - 3))
	case 1:
		return edm.NewInt64([]int64{math.MaxInt64, math.MaxInt64 - 1, 1 << 53, 1<<53 + 1, -5, 2}[random.IntN(6)])
	case 2:
		return edm.NewDouble([]float64{1 << 53, 1e300, math.Inf(-1), math.Inf(1), 2, 1.5, -0.5, math.NaN(), 1 << 63}[random.IntN(9)])
	case 3:
		return edm.NewBoolean(random.IntN(2) == 0)
	case 4:
		return edm.NewDateTime(edm.MinTicks + edm.Ticks(random.IntN(3)))
	case 5, 6:
		return edm.NewString(words[random.IntN(len(words))])
	case 7:
		return edm.NewGuid(edm.UUID{byte(random.IntN(3)), 0xff})
	case 8:
		return edm.NewBinary(words[random.IntN(len(words))])
	}
	return edm.Value{}
}
