package shell

import (
	"testing"

	"rangefinder/app/misses"
	"rangefinder/app/notices"
	"rangefinder/app/page"
	"rangefinder/app/queryline"
	"rangefinder/app/result"
	"rangefinder/app/wire"
)

func TestMisses_AskedWhenTheResultIsEmpty(t *testing.T) {
	m, _ := after(ready(t), queryline.FilterTyped{Text: "PartitionKey eq 'action'"}, page.RunPressed{})
	m, cmds := after(m, result.RunEnded{Reply: &wire.RunReply{Result: 9, Lines: 3}})
	if _, asked := find[misses.FindMisses](cmds); asked || m.Misses != nil {
		t.Fatal("asked why a result with lines is empty")
	}
	m, _ = after(m, page.RunPressed{})
	m, cmds = after(m, result.RunEnded{Reply: &wire.RunReply{Result: 10}})
	ask, asked := find[misses.FindMisses](cmds)
	if !asked || ask.Req.Filter != "PartitionKey eq 'action'" || ask.Req.Table != "Movies" {
		t.Fatalf("asked %+v", ask)
	}
	m, cmds = after(m, notices.Expired{}, misses.MissesFound{Seq: ask.Seq + 1}, misses.MissTaken{Index: 0})
	if _, asked := find[misses.FindMisses](cmds); asked || m.Misses.Reply != nil {
		t.Fatal("asked again, or took an answer to another question")
	}
	m, _ = after(m, misses.MissesFound{Seq: ask.Seq, Reply: &wire.MissesReply{Misses: []wire.Miss{{Filter: "PartitionKey eq 'Action'", Count: 3}}}})
	m, cmds = after(m, misses.MissTaken{Index: 7}, misses.MissTaken{Index: -1}, misses.MissTaken{Index: 0})
	run, ran := find[result.Run](cmds)
	if !ran || run.Req.Filter != "PartitionKey eq 'Action'" || m.Query.Filter != run.Req.Filter {
		t.Fatalf("took %+v", run)
	}
}

func TestMisses_NotAskedOfWhatSaysNothing(t *testing.T) {
	for name, msgs := range map[string][]page.Msg{
		"no filter": {queryline.FilterTyped{Text: ""}, page.RunPressed{}, result.RunEnded{Reply: &wire.RunReply{Result: 9}}},
		"top 0":     {queryline.TopTyped{Text: "0"}, page.RunPressed{}, result.RunEnded{Reply: &wire.RunReply{Result: 9}}},
		"stopped":   {page.RunPressed{}, result.RunEnded{Reply: &wire.RunReply{Result: 9, Canceled: true}}},
	} {
		if m, cmds := after(ready(t), msgs...); m.Misses != nil {
			t.Errorf("%s: asked %+v", name, cmds)
		}
	}
}
