package tables

import (
	"rangefinder/app/wire"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
	"strings"
	"testing"
)

func TestStats_Facts(t *testing.T) {
	census := &filterlang.Census{Entities: 1000, Properties: []filterlang.PropertyCensus{
		{Name: "Title", Count: 1000, Types: []filterlang.TypeCount{{Type: edm.String, Count: 1000}}},
		{Name: "Old", Count: 3, Types: []filterlang.TypeCount{{Type: edm.String, Count: 2}, {Type: edm.Int32, Count: 1}}},
	}}
	s := Stats{Census: census, Sizes: &wire.PartitionsReply{Entities: 1000, Partitions: 2, Bytes: 250_999, List: []wire.PartitionSize{{Key: "", Entities: 900, Bytes: 1000}}}, Heaviest: wire.PartitionSize{Key: "b", Entities: 100, Bytes: 249_999}}
	var lines []string
	for _, f := range s.Facts() {
		lines = append(lines, f[0]+": "+f[1])
	}
	want := `Entities: 1,000
Partitions: 2
Bytes: 245 KiB (250,999)
Average bytes per entity: 250
Partition with most entities: (empty) · 900 entities · 90 %
Partition with most bytes: b · 244 KiB · 99.6 %
Properties: 2, and the keys and Timestamp
in every entity: Title
of several types: Old
rare (in under 1 % of entities): Old`
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	empty := Stats{Census: &filterlang.Census{}, Sizes: &wire.PartitionsReply{}}
	if got := empty.Facts(); len(got) != 3 || got[0][1] != "0" {
		t.Errorf("of an empty table: %v", got)
	}
}
