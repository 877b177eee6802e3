package operations

import (
	"testing"

	"rangefinder/app/wire"
)

// Ensure that somebody has thought, for every operation, about whether it may be done twice.
func TestRepeatable_EveryOperation(t *testing.T) {
	writes := map[string]bool{}
	for _, op := range []string{
		wire.CreateTable.Name, wire.DeleteTable.Name, wire.Apply.Name, wire.Batch.Name, wire.Many.Name, wire.Remove.Name, wire.LoadSample.Name, wire.Generate.Name, wire.Import.Name, wire.Adopt.Name, wire.SaveCheckpoint.Name, wire.RestoreCheckpoint.Name,
		wire.DropCheckpoint.Name, wire.DropTable.Name, wire.Undo.Name, wire.ForgetDamage.Name, wire.BeginAnew.Name, wire.Pull.Name, wire.Push.Name, wire.Resolve.Name, wire.Revert.Name, wire.Detach.Name, wire.CloneTable.Name,
		wire.KeepLesson.Name, wire.LabKeep.Name, wire.CopyTo.Name, "panic",
	} {
		writes[op] = true
	}
	all := map[string]bool{}
	for _, h := range Handlers() {
		op := h.Name()
		if all[op] {
			t.Errorf("two handlers answer %s", op)
		}
		all[op] = true
		b, err := wire.EncodeFrame(1, wire.FrameRequest, op, wire.Done{})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := wire.Repeatable(op, b), !writes[op]; got != want {
			t.Errorf("%s may be repeated: %v, want %v", op, got, want)
		}
	}
	for op := range writes {
		if !all[op] {
			t.Errorf("there is no operation %s", op)
		}
	}
	set, err := wire.EncodeFrame(1, wire.FrameRequest, wire.Document.Name, wire.DocumentRequest{Name: "a", Text: "b", Set: true})
	if err != nil {
		t.Fatal(err)
	}
	if wire.Repeatable(wire.Document.Name, set) {
		t.Error("writing a document may be repeated")
	}
}
