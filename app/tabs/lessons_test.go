package tabs

import (
	"testing"

	"rangefinder/app/lesson"
	"rangefinder/app/wire"
	"rangefinder/app/worker/workertest"
)

// Ensure that a lesson is gone with the tab that held it, and that nothing of it goes to the workspace then.
func TestRoom_Takeover(t *testing.T) {
	b := newFakeBrowser()
	first := openTab(t, b, nil)
	if err := wire.Do(t.Context(), first, wire.CreateTable, wire.TableRequest{Table: "Movies"}); err != nil {
		t.Fatal(err)
	}
	second := openTab(t, b, nil)
	if _, err := wire.Call(t.Context(), second, wire.OpenLesson, wire.OpenLessonRequest{Room: "r1", Text: lesson.Template}, nil); err != nil {
		t.Fatal(err)
	}
	second.Enter("r1")
	if _, err := wire.Call(t.Context(), first, wire.Tables, wire.SourceRequest{}, nil); err != nil {
		t.Fatal(err)
	}
	first.kill()
	workertest.Next(t, "moved", second.moved)
	_, err := wire.Call(t.Context(), second, wire.Apply, wire.ApplyRequest{Table: "Movies", Kind: "insert", PartitionKey: "a", RowKey: "a"}, nil)
	workertest.WantCode(t, err, wire.RoomGone)
	second.Enter("")
	if n := second.count(t, "Movies"); n != 0 {
		t.Errorf("%d entities in the own table", n)
	}
}
