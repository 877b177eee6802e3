package shell

import (
	"errors"
	"slices"
	"testing"

	"rangefinder/app/notices"
	"rangefinder/app/page"
	"rangefinder/app/tables"
)

func TestClone_AskedMadeUndone(t *testing.T) {
	m, cmds := after(ready(t), page.ClonePressed{Table: "Movies"})
	if reset, _ := find[page.ResetFields](cmds); m.Dialog.Kind != tables.CloneDialog || reset.Values["table-name"] != "MoviesCopy" {
		t.Fatalf("%+v %+v", m.Dialog, cmds)
	}
	if m, cmds = after(m, tables.TableNamed{Name: "movies"}); m.Dialog.Err == "" || m.Dialog.Busy {
		t.Errorf("a name that is taken: %+v %+v", m.Dialog, cmds)
	}
	m, cmds = after(m, tables.TableNamed{Name: "Films"})
	if !slices.Contains(cmds, page.Cmd(tables.CloneTable{Table: "Movies", To: "Films", Drop: false})) || !m.Dialog.Busy {
		t.Errorf("%+v", cmds)
	}
	if m, cmds = after(m, tables.TableNamed{Name: "Films"}); len(cmds) != 0 {
		t.Errorf("asked twice: %+v", cmds)
	}
	refused, _ := after(m, tables.TableCloned{Cmd: tables.CloneTable{Table: "Movies", To: "Films", Drop: false}, Undo: "", Err: errors.New("the disk is full")})
	if refused.Dialog == nil || refused.Dialog.Err != "the disk is full" || refused.Query.Table != "Movies" {
		t.Errorf("%+v", refused.Dialog)
	}
	m, cmds = after(m, tables.TableCloned{Cmd: tables.CloneTable{Table: "Movies", To: "Films", Drop: false}, Undo: "7", Err: nil})
	if m.Dialog != nil || m.Query.Table != "Films" || m.Query.Filter != FirstFilter || len(m.Undos) != 1 || m.Notice.Undo != page.Msg(page.TakeBackPressed{ID: "7"}) {
		t.Errorf("%s %q %+v", m.Query.Table, m.Query.Filter, m.Notice)
	}
	if _, dropped := find[tables.DropTable](cmds); dropped {
		t.Error("the table was deleted without a word")
	}
	if _, cmds = after(m, notices.UndoPressed{}); !slices.Contains(cmds, page.Cmd(notices.TakeBack{ID: "7"})) {
		t.Errorf("%+v", cmds)
	}
}

// Ensure that a rename is a clone, and only when that is there a deletion.
func TestClone_Rename(t *testing.T) {
	m, cmds := after(ready(t), page.ClonePressed{Table: "Movies"}, tables.CloneDropSet{Drop: true}, tables.TableNamed{Name: "Films"})
	if _, dropped := find[tables.DropTable](cmds); dropped || !slices.Contains(cmds, page.Cmd(tables.CloneTable{Table: "Movies", To: "Films", Drop: true})) {
		t.Errorf("%+v", cmds)
	}
	if _, cmds := after(m, tables.TableCloned{Cmd: tables.CloneTable{Table: "Movies", To: "Films", Drop: true}, Undo: "7", Err: nil}); !slices.Contains(cmds, page.Cmd(tables.DropTable{Source: "", Table: "Movies"})) {
		t.Errorf("%+v", cmds)
	}
}
