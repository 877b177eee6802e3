package lab

import (
	"math"
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Ensure that what a design stores is what the formula of an entity's size gives by hand: 4 bytes, 2 for each UTF-16 unit of
// the keys, and for each property 8, 2 for each unit of its name, and its value (a String 4 and 2 for each unit, a Binary 4 and
// its bytes, a Guid 16, an Int32 4, a Boolean 1, others 8).
func TestMeasure_Storage(t *testing.T) {
	// The keys are 4 + 2·(2+1) = 10, Email 8 + 2·5 + 4 + 2·3 = 28, Age 8 + 2·3 + 4 = 18: 56, 56 and, without an age, 38.
	staff := table(t, func(add func(string, string, ...engine.Property)) {
		add("IT", "1", text("Email", "a@x"), number("Age", 30))
		add("IT", "2", text("Email", "b@x"), number("Age", 40))
		add("HR", "3", text("Email", "c@x"))
	})
	// WasPartitionKey is 8 + 2·15 + 4 + 2·2 = 46, WasRowKey 8 + 2·9 + 4 + 2·1 = 32, CopyOf 8 + 2·6 + 4 + 2·1 = 26.
	cases := []struct {
		name         string
		design       Design
		bytes, index int64 // of all tables, of the index in them
		stored       int
		keys         int64 // what the entities' keys take more than now
	}{
		{"the keys as they are", Design{Partition: "{PartitionKey}", Row: "{RowKey}"}, 150, 0, 3, 0},
		{"other keys", Design{Partition: "all", Row: "{Email}"}, // 4 + 2·(3+3), and both former keys
			3*(16+28+46+32) + 2*18, 0, 3, 3 * 6},
		{"a copy in the same partition", Design{Partition: "{PartitionKey}", Row: "e_{RowKey}", Indexes: []Index{{Kind: SamePartition, Row: "m_{Email}"}}},
			3*(14+28+32) + 2*18 + 3*(18+28+32) + 2*18, 3*(18+28+32) + 2*18, 6, 3 * 4},
		{"a copy that has to be marked", Design{Partition: "{PartitionKey}", Row: "{RowKey}", Indexes: []Index{{Kind: SamePartition, Row: "m_{Email}"}}},
			3*(10+28+32+26) + 2*18 + 3*(18+28+32+26) + 2*18, 3*(18+28+32+26) + 2*18, 6, 0},
		{"a copy in another partition", Design{Partition: "e_{PartitionKey}", Row: "{RowKey}", Indexes: []Index{{Kind: OtherPartition, Partition: "m_{Email}", Row: "{RowKey}"}}},
			3*(14+28+46) + 2*18 + 3*(16+28+46) + 2*18, 3*(16+28+46) + 2*18, 6, 3 * 4},
		{"a list of keys in the same partition", Design{Partition: "{PartitionKey}", Row: "e_{RowKey}", Indexes: []Index{{Kind: KeyList, Partition: "{PartitionKey}", Row: "d"}}},
			3*(14+28+32) + 2*18 + (10 + 8 + 8 + 4 + 2*len64("e_1\ne_2")) + (10 + 8 + 8 + 4 + 2*len64("e_3")),
			(10 + 8 + 8 + 4 + 2*len64("e_1\ne_2")) + (10 + 8 + 8 + 4 + 2*len64("e_3")), 5, 3 * 4},
		{"a list of keys in another partition", Design{Partition: "{PartitionKey}", Row: "{RowKey}", Indexes: []Index{{Kind: KeyList, Partition: "l_{PartitionKey}", Row: "d"}}},
			// Main and list could meet, so that both are marked; a list has its partition's name twice.
			3*(10+28+26) + 2*18 + (14 + 8 + 8 + 4 + 26 + 2*len64("IT\t1\nIT\t2")) + (14 + 8 + 8 + 4 + 26 + 2*len64("HR\t3")),
			(14 + 8 + 8 + 4 + 26 + 2*len64("IT\t1\nIT\t2")) + (14 + 8 + 8 + 4 + 26 + 2*len64("HR\t3")), 5, 0},
		{"a copy of one property in another table", Design{Partition: "{PartitionKey}", Row: "{RowKey}", Indexes: []Index{{Kind: OtherTable, Partition: "{PartitionKey}", Row: "{Email}", Properties: []string{"Email"}}}},
			150 + 3*(14+28+32), 3 * (14 + 28 + 32), 6, 0},
		{"a copy of all properties in another table", Design{Partition: "{PartitionKey}", Row: "{RowKey}", Indexes: []Index{{Kind: OtherTable, Partition: "{Email}", Row: "{RowKey}"}}},
			150 + 3*(12+28+46) + 2*18, 3*(12+28+46) + 2*18, 6, 0},
	}
	for _, c := range cases {
		r := measure(t, NewBench(staff, false), Spec{Designs: []Design{c.design}})
		d := r.Designs[0]
		if r.Bytes != 150 || d.Bytes != c.bytes || d.Stored != c.stored || math.Abs(d.Storage-float64(c.bytes)/150) > 1e-9 {
			t.Errorf("%s: %d bytes of %d in %d entities, %.4f ×, want %d in %d, %.4f ×", c.name, d.Bytes, r.Bytes, d.Stored, d.Storage, c.bytes, c.stored, float64(c.bytes)/150)
		}
		if len(d.Indexes) > 0 && d.Indexes[0].Bytes != c.index {
			t.Errorf("%s: the index has %d bytes, want %d", c.name, d.Indexes[0].Bytes, c.index)
		}
		// What the entities take beside the index is what they take now, and the properties that are told.
		added := int64(0)
		for _, name := range d.Added {
			added += map[string]int64{"WasPartitionKey": 46, "WasRowKey": 32, "CopyOf": 26}[name]
		}
		if own := d.Bytes - c.index; own != 150+3*added+c.keys {
			t.Errorf("%s: the entities have %d bytes, and %d of %v", c.name, own, added, d.Added)
		}
	}

	types := table(t, func(add func(string, string, ...engine.Property)) {
		for _, v := range []edm.Value{edm.NewString("é😀"), edm.NewBinary("\x01\x02\x03\x04\x05"), edm.NewGuid(edm.UUID{}), edm.NewInt32(1), edm.NewInt64(1), edm.NewDouble(1), edm.NewBoolean(true), edm.NewDateTime(edm.MaxTicks)} {
			add("😀", v.Type().String(), engine.Property{Name: "ñ", Value: v})
		}
	})
	const names = len("StringBinaryGuidInt32Int64DoubleBooleanDateTime")
	want := int64(8*(4+2*2+8+2*1) + 2*names + (4 + 2*3) + (4 + 5) + 16 + 4 + 8 + 8 + 1 + 8)
	if r := measure(t, NewBench(types, false), Spec{Designs: []Design{asItIs}}); r.Bytes != want || r.Designs[0].Bytes != want {
		t.Errorf("one entity of each type: %d and %d bytes, want %d", r.Bytes, r.Designs[0].Bytes, want)
	}
}

func len64(text string) int64 { return int64(len(text)) }
