package copyto

import (
	"slices"
	"testing"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/engine/tablecopy"
)

// Ensure that an entity which is opened while the copy is read back is read when that is over, and that none is opened while one step
// makes another plan or writes.
func TestOpened_Busy(t *testing.T) {
	key := tablecopy.Key{PartitionKey: "p", RowKey: "1"}
	for _, test := range []struct {
		step  Step
		opens bool
		asks  bool
	}{{Planning, false, false}, {Planned, true, true}, {Writing, false, false}, {Verifying, true, false}, {Ended, true, true}} {
		m := &Model{Table: "T", Step: test.step, Plan: &wire.CopyToPlan{Copy: 1}, Reply: &wire.CopyToReply{}}
		v := &page.View{}
		asked := func(cmds []page.Cmd) bool { return slices.Contains(cmds, page.Cmd(askMet{m.entity()})) }
		m, cmds, _ := m.Update(v, EntityOpened{Key: key})
		if opens := m.Met != nil; opens != test.opens || opens && asked(cmds) != test.asks {
			t.Errorf("at step %d: opened %v, asked %v", test.step, opens, asked(cmds))
		}
		if test.step != Verifying {
			continue
		}
		if m, cmds, _ = m.Update(v, verified{copy: 1, reply: &wire.CopyToVerified{}}); !asked(cmds) {
			t.Errorf("it is not read after all was read back: %v", cmds)
		}
	}
}
