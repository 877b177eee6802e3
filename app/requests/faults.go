package requests

import (
	"encoding/json"
	"strings"

	"rangefinder/app/page"
)

// Faults are what the server does to requests of applications on purpose, as it tells of them.
type Faults struct {
	Rules []FaultRule `json:"rules"`
	Seed  uint64      `json:"seed"`
}

// FaultRule is a rule with how many requests it was about, and how many of them had the fault.
type FaultRule struct {
	Rule   string `json:"rule"`
	Seen   uint64 `json:"seen"`
	Faults uint64 `json:"faults"`
}

// FaultExamples are rules to begin with, and what each does.
var FaultExamples = [...][2]string{
	{"lose 1/20 writes", "For one write in 20 the answer is lost: the write is done, and the connection closes"},
	{"drop 1/50", "One request in 50 is not done, and the connection closes"},
	{"delay 50ms-2s 1/10", "One request in ten waits between 50 ms and 2 s before it is done"},
	{"throttle 200/s", "Above 200 requests a second the answer is 503 ServerBusy"},
	{"pages 10", "Pages end after 10 entities at most, with a continuation token"},
	{"etag 1/20", "Before one conditional write in 20 somebody else writes the entity"},
}

type (
	FaultsTyped struct{ Text string } // rules, each on a line of its own
	// FaultAdded adds the nth example to what is typed.
	FaultAdded struct{ Nth int }
	// FaultsSet has the server follow the rules that are typed; Ended: none.
	FaultsSet struct{ Ended bool }
	// FaultsRead has the counts read again.
	FaultsRead struct{}
	// FaultsTold answers AskFaults with the rules of the server. Set: as they were asked for.
	FaultsTold struct {
		Nth  int // of AskFaults
		Text []byte
		Set  bool
		Err  error
	}
)

// AskFaults asks for the rules, or for others when Body is not "". Answer: FaultsTold.
type AskFaults struct {
	Nth  int // counts them
	Body string
}

// faults takes a message of the tab of faults.
func (r Shown) faults(msg page.Msg) (Shown, []page.Cmd) {
	switch msg := msg.(type) {
	case FaultsTyped:
		r.Rules, r.Typed = msg.Text, true
	case FaultAdded:
		if msg.Nth < 0 || msg.Nth >= len(FaultExamples) {
			return r, nil
		}
		r.Rules, r.Typed = strings.TrimLeft(strings.TrimRight(r.Rules, " \n")+"\n"+FaultExamples[msg.Nth][0]+"\n", "\n"), true
		return r, []page.Cmd{page.ResetFields{Values: map[string]string{"fault-rules": r.Rules}}, page.Focus{Target: "fault-rules"}}
	case FaultsSet:
		given := struct {
			Rules []string `json:"rules"`
			Seed  uint64   `json:"seed"`
		}{[]string{}, max(r.Faults.Seed, 1)}
		for line := range strings.Lines(r.Rules) {
			if line = strings.TrimSpace(line); line != "" && !msg.Ended {
				given.Rules = append(given.Rules, line)
			}
		}
		body, err := json.Marshal(given)
		if err != nil {
			return r, nil // texts and a number always can be
		}
		r.Asked++
		return r, []page.Cmd{AskFaults{r.Asked, string(body)}}
	case FaultsRead:
		r.Asked++
		return r, []page.Cmd{AskFaults{Nth: r.Asked}}
	case FaultsTold:
		if msg.Nth < r.Heeded || msg.Nth > r.Asked { // of before, or of the panel that was closed
			return r, nil
		}
		r.Heeded = msg.Nth
		return r.faultsTold(msg)
	}
	return r, nil
}

// faultsTold takes in the rules of the server. What is typed stays until it was taken.
func (r Shown) faultsTold(msg FaultsTold) (Shown, []page.Cmd) {
	var told Faults
	err := msg.Err
	if err == nil {
		err = json.Unmarshal(msg.Text, &told)
	}
	if err != nil {
		r.Problem = "The faults were not read: " + err.Error()
		if msg.Set {
			r.Problem = "The rules were refused: " + err.Error() + ". The earlier rules still apply."
		}
		return r, nil
	}
	r.Faults, r.Problem = told, ""
	var cmds []page.Cmd
	if msg.Set {
		r.Typed = false
		text := "No request gets a fault now."
		if len(told.Rules) > 0 {
			text = "Requests of applications get these faults now; those of this page do not."
		}
		cmds = append(cmds, page.Announce{Text: text})
	}
	if !r.Typed {
		r.Rules = ""
		for _, rule := range told.Rules {
			r.Rules += rule.Rule + "\n"
		}
		cmds = append(cmds, page.ResetFields{Values: map[string]string{"fault-rules": r.Rules}})
	}
	return r, cmds
}
