package tablesync_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang/edm"
)

// Ensure that an operation is sent in no more bytes than the size of its entity says, whatever characters and types it has.
func TestSentAtMost(t *testing.T) {
	r := rand.New(rand.NewPCG(randomSeed(t), 3))
	text := func() string {
		return strings.Repeat(string([]rune{'a', '\'', '"', 1, 'é', 'ア', '😀'}[r.IntN(7)]), r.IntN(80))
	}
	values := []func() edm.Value{
		func() edm.Value { return edm.NewString(text()) },
		func() edm.Value { return edm.NewBinary(text()) },
		func() edm.Value { return edm.NewBoolean(true) },
		func() edm.Value { return edm.NewInt32(-1 << 31) },
		func() edm.Value { return edm.NewInt64(-1 << 63) },
		func() edm.Value { return edm.NewDouble(-1.7976931348623157e308) },
		func() edm.Value { return edm.NewDateTime(edm.MaxTicks) },
	}
	for range 2000 {
		var properties []engine.Property
		for i := range r.IntN(27) {
			properties = append(properties, engine.Property{Name: "abcdefghijklmnopqrstuvwxyzäöü"[i:i+1+i/26] + strings.Repeat("ア", r.IntN(3)), Value: values[r.IntN(len(values))]()})
		}
		key := strings.ReplaceAll(text(), "\x01", "%")
		e, err := engine.NewEntity(key, key, 0, properties)
		if err != nil {
			continue // a name is there twice, or is none
		}
		op := engine.Op{Kind: engine.Insert, PartitionKey: key, RowKey: key, Properties: e.Properties()}
		if sent, most := tablesync.SentBytes(&op), tablesync.SentAtMost(1, int64(e.Size())); int64(tablesync.EnvelopeBytes+sent) > most {
			t.Errorf("%d bytes are sent, the bound says %d, of (%q, %q), %v", sent, most, key, key, op.Properties)
		}
	}
}
