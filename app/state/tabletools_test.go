package state

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"rangefinder/app/page"
	"rangefinder/app/wire"
)

func TestClone_AskedMadeUndone(t *testing.T) {
	m, cmds := after(ready(t), page.ClonePressed{Table: "Movies"})
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
	m, cmds := after(ready(t), page.ClonePressed{Table: "Movies"}, CloneDropSet{true}, TableNamed{"Films"})
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
