package requests

import (
	"testing"

	"rangefinder/app/page"
)

// Ensure what the server told before the rules were changed does not bring them back when it comes later.
func TestFaults_AnswersOutOfOrder(t *testing.T) {
	m := &Model{Shown: &Shown{}}
	after := func(msg page.Msg) []page.Cmd {
		next, cmds, ok := m.Update(&page.View{}, msg)
		if m = next; !ok {
			t.Fatalf("%T is not taken", msg)
		}
		return cmds
	}
	read := after(FaultsRead{})[0].(AskFaults)
	end := after(FaultsSet{Ended: true})[0].(AskFaults)
	after(FaultsTold{Nth: end.Nth, Text: []byte(`{"rules":[],"seed":1}`), Set: true})
	after(FaultsTold{Nth: read.Nth, Text: []byte(`{"rules":[{"rule":"drop 1/50"}],"seed":1}`)})
	if rules := m.Shown.Faults.Rules; len(rules) > 0 {
		t.Errorf("the rules are %+v", rules)
	}
}
