package state

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

func TestClone_AskedMadeUndone(t *testing.T) {
	m, cmds := after(ready(t), ClonePressed{"Movies"})
	if reset, _ := find[ResetFields](cmds); m.Dialog.Kind != CloneDialog || reset.Values["table-name"] != "MoviesCopy" {
		t.Fatalf("%+v %+v", m.Dialog, cmds)
	}
	if m, cmds = after(m, TableNamed{"movies"}); m.Dialog.Err == "" || m.Dialog.Busy {
		t.Errorf("a name that is taken: %+v %+v", m.Dialog, cmds)
	}
	m, cmds = after(m, TableNamed{"Films"})
	if !slices.Contains(cmds, Cmd(CloneTable{"Movies", "Films", false})) || !m.Dialog.Busy {
		t.Errorf("%+v", cmds)
	}
	if m, cmds = after(m, TableNamed{"Films"}); len(cmds) != 0 {
		t.Errorf("asked twice: %+v", cmds)
	}
	refused, _ := after(m, TableCloned{CloneTable{"Movies", "Films", false}, "", errors.New("the disk is full")})
	if refused.Dialog == nil || refused.Dialog.Err != "the disk is full" || refused.Query.Table != "Movies" {
		t.Errorf("%+v", refused.Dialog)
	}
	m, cmds = after(m, TableCloned{CloneTable{"Movies", "Films", false}, "7", nil})
	if m.Dialog != nil || m.Query.Table != "Films" || m.Query.Filter != FirstFilter || len(m.Undos) != 1 || m.Notice.Undo != Msg(page.TakeBackPressed{ID: "7"}) {
		t.Errorf("%s %q %+v", m.Query.Table, m.Query.Filter, m.Notice)
	}
	if _, dropped := find[DropTable](cmds); dropped {
		t.Error("the table was deleted without a word")
	}
	if _, cmds = after(m, UndoPressed{}); !slices.Contains(cmds, Cmd(TakeBack{"7"})) {
		t.Errorf("%+v", cmds)
	}
}

// Ensure that a rename is a clone, and only when that is there a deletion.
func TestClone_Rename(t *testing.T) {
	m, cmds := after(ready(t), ClonePressed{"Movies"}, CloneDropSet{true}, TableNamed{"Films"})
	if _, dropped := find[DropTable](cmds); dropped || !slices.Contains(cmds, Cmd(CloneTable{"Movies", "Films", true})) {
		t.Errorf("%+v", cmds)
	}
	if _, cmds := after(m, TableCloned{CloneTable{"Movies", "Films", true}, "7", nil}); !slices.Contains(cmds, Cmd(DropTable{"", "Movies"})) {
		t.Errorf("%+v", cmds)
	}
}

func TestCloneName(t *testing.T) {
	have := []wire.TableInfo{{Name: "ACOPY"}, {Name: "Acopy2"}}
	if got := cloneName("A", have); got != "ACopy3" {
		t.Error(got)
	}
	if got := cloneName(strings.Repeat("a", 63), nil); len(got) != 63 || !strings.HasSuffix(got, "Copy") {
		t.Error(got)
	}
}

func TestTableStats_Facts(t *testing.T) {
	census := &filterlang.Census{Entities: 1000, Properties: []filterlang.PropertyCensus{
		{Name: "Title", Count: 1000, Types: []filterlang.TypeCount{{Type: edm.String, Count: 1000}}},
		{Name: "Old", Count: 3, Types: []filterlang.TypeCount{{Type: edm.String, Count: 2}, {Type: edm.Int32, Count: 1}}},
	}}
	s := TableStats{Census: census, Sizes: &wire.PartitionsReply{Entities: 1000, Partitions: 2, Bytes: 250_999, List: []wire.PartitionSize{{Key: "", Entities: 900, Bytes: 1000}}}, Heaviest: wire.PartitionSize{Key: "b", Entities: 100, Bytes: 249_999}}
	var lines []string
	for _, f := range s.Facts() {
		lines = append(lines, f[0]+": "+f[1])
	}
	want := `Entities: 1,000
Partitions: 2
Bytes: 245 KiB (250,999)
Bytes an entity, on average: 250
Partition with most entities: (empty) · 900 entities · 90 %
Partition with most bytes: b · 244 KiB · 99.6 %
Properties: 2, and the keys and Timestamp
in every entity: Title
of several types: Old
in less than 1 % of the entities: Old`
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	empty := TableStats{Census: &filterlang.Census{}, Sizes: &wire.PartitionsReply{}}
	if got := empty.Facts(); len(got) != 3 || got[0][1] != "0" {
		t.Errorf("of an empty table: %v", got)
	}
}
