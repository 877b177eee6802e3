package lab

import (
	"math"
	"strconv"
	"strings"

	"rangefinder/engine"
	"rangefinder/engine/workload"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Left is a shape of which no pattern can be made, and why.
type Left struct{ Shape, Why string }

// Measured makes patterns of what a log says that a table was asked, with the rates of the log: calls a day, and of a write the most
// entities a second, on average of the busiest minute. A page after the first belongs to the call that it goes on with. A log has no
// keys of entities that were read or written by their address, so a point read asks for the entity in the middle of the table.
func Measured(from *engine.Snapshot, shapes []workload.Shape) (patterns []Pattern, left []Left) {
	taken := map[string]int{}
	for i := range shapes {
		s := &shapes[i]
		p := Pattern{Name: measuredName(s), Kind: Read, PerDay: perDay(s)}
		why := ""
		switch s.Operation {
		case workload.Query:
			p.Filter, p.Top = s.Example, min(s.Top, MaxTop)
			switch {
			case s.Class == "refused":
				why = "the service refuses its filter"
			case s.Text != "" && s.Example == "":
				why = "it has no example that can be shown"
			case len(s.Example) > MaxFilter:
				why = "its filter is longer than a pattern's"
			}
		case workload.PointRead:
			if from.Len() == 0 {
				why = "the table has no entity to ask for"
				break
			}
			middle := from.At(from.Len() / 2)
			p.Filter = equal(filterlang.PartitionKey, edm.NewString(middle.PartitionKey())) + " and " + equal(filterlang.RowKey, edm.NewString(middle.RowKey()))
		case workload.Insert, workload.InsertOrReplace, workload.InsertOrMerge:
			p.Kind = Insert
		case workload.Replace, workload.Merge:
			p.Kind = Update
		case workload.Delete:
			p.Kind = Delete
		default:
			why = "it is not a read or write of entities of one table"
		}
		if p.Kind != Read {
			p.Rate = math.Round(float64(s.Busiest)/60*100) / 100
		}
		switch {
		case why != "":
		case p.PerDay > 1e12 || p.Rate > 1e6:
			why = "its rate is beyond those of a pattern"
		case len(patterns) == MaxPatterns:
			why = "there are " + strconv.Itoa(MaxPatterns) + " patterns already"
		}
		if why != "" {
			left = append(left, Left{p.Name, why})
			continue
		}
		if taken[p.Name]++; taken[p.Name] > 1 {
			p.Name += " (" + strconv.Itoa(taken[p.Name]) + ")"
		}
		patterns = append(patterns, p)
	}
	return patterns, left
}

// perDay is how often a shape is called in a day, pages after the first aside. Of a log without times, all of it is taken for a day.
func perDay(s *workload.Shape) float64 {
	calls := float64(s.Calls)
	if s.PerHour > 0 {
		calls = s.PerHour * 24
	}
	if s.Continued < s.Calls {
		calls *= float64(s.Calls-s.Continued) / float64(s.Calls)
	}
	return math.Round(calls*10) / 10
}

// maxMeasuredName leaves room for a number behind a name.
const maxMeasuredName = MaxName - 20

func measuredName(s *workload.Shape) string {
	name := s.Text
	switch {
	case s.Operation != workload.Query:
		name = string(s.Operation)
		if name != "" {
			name = strings.ToUpper(name[:1]) + name[1:]
		}
		if s.Operation == workload.PointRead {
			name += " by the entity's address"
		}
	case name == "":
		name = "No filter"
	}
	if len(name) > maxMeasuredName {
		name = strings.ToValidUTF8(name[:maxMeasuredName], "") + "…"
	}
	return name
}
