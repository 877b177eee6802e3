package worker

import (
	"strings"
	"testing"
)

// Ensure that somebody has thought, for every operation, about whether it may be done twice.
func TestRepeatable_EveryOperation(t *testing.T) {
	writes := map[string]bool{}
	for _, op := range []string{
		opCreateTable, opDeleteTable, opApply, opBatch, opMany, opRemove, opSample, opGenerate, opImport, opAdopt, opSaveCheckpoint, opRestoreCheckpoint,
		opDropCheckpoint, opDropTable, opUndo, opForgetDamage, opPull, opPush, opResolve, opRevert, opDetach, opClone,
		opKeepLesson, opLabKeep, opPanic,
	} {
		writes[op] = true
	}
	for op := range handlers {
		b, err := encodeFrame(1, kindRequest, op, Done{})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := repeatable(op, b), !writes[op]; got != want {
			t.Errorf("%s may be repeated: %v, want %v", op, got, want)
		}
	}
	for op := range writes {
		if handlers[op] == nil {
			t.Errorf("there is no operation %s", op)
		}
	}
	set, err := encodeFrame(1, kindRequest, opDocument, DocumentRequest{Name: "a", Text: "b", Set: true})
	if err != nil {
		t.Fatal(err)
	}
	if repeatable(opDocument, set) {
		t.Error("writing a document may be repeated")
	}
}

// Ensure that the head of a frame is read without its body, and that a frame of somebody else's making is read too.
func TestHeadOf_Frames(t *testing.T) {
	long, err := encodeFrame(7, kindRequest, opApply, strings.Repeat(`","body":"`, 1000))
	if err != nil {
		t.Fatal(err)
	}
	short, err := encodeFrame(8, kindCancel, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, text string
		want       frame
		fails      bool
	}{
		{"long", string(long), frame{ID: 7, Kind: kindRequest, Op: opApply}, false},
		{"body cut", string(long[:100]), frame{ID: 7, Kind: kindRequest, Op: opApply}, false}, // whoever reads the body says so
		{"no body", string(short), frame{ID: 8, Kind: kindCancel}, false},
		{"body first", `{"body":{"id":3},"kind":"request","id":9,"op":"run"}`, frame{ID: 9, Kind: kindRequest, Op: opRun}, false},
		{"spaces", `{ "id": 9, "kind": "request", "op": "run", "body": 1 }`, frame{ID: 9, Kind: kindRequest, Op: opRun}, false},
		{"nothing", ``, frame{}, true},
		{"number below 1", `{"id":-1,"kind":"request","body":1}`, frame{}, true},
	} {
		f, err := headOf([]byte(test.text))
		if (err != nil) != test.fails {
			t.Errorf("%s: error %v", test.name, err)
		}
		if f.Body = nil; f.ID != test.want.ID || f.Kind != test.want.Kind || f.Op != test.want.Op {
			t.Errorf("%s: %+v, want %+v", test.name, f, test.want)
		}
	}
}
