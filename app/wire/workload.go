package wire

import (
	"time"

	"rangefinder/app/keydesign/lab"
	"rangefinder/engine/workload"
)

// Workload reads what an application asked from logs. Cancelling ctx keeps what was counted: the reply has Stopped set.
var Workload = Read[WorkloadRequest, WorkloadReply]("workload").finishing()

// WorkloadRequest asks for the shapes of what is in files, all of them together, or in a log of package sample.
type WorkloadRequest struct {
	Tokens []string
	Sample string `json:",omitempty"`
}

// WorkloadReply tells what was read. It holds no key of an entity, except the literals of examples, and no address of a caller.
type WorkloadReply struct {
	Files       []WorkloadFile
	Calls       int
	First, Last time.Time // of the calls; zero when no time is known
	Shapes      []workload.Shape
	Moments     []workload.Moment
	Width       time.Duration // of a moment
	Stopped     bool
	Micros      int64
}

// ExampleShapes is how many shapes of a reply have their example and findings.
const ExampleShapes = 200

// WorkloadFile is what became of a file.
type WorkloadFile struct {
	Name string
	workload.Report
	Problem string `json:",omitempty"` // why it could not be read to its end
	Unknown bool   `json:",omitempty"` // because it is no log of a known kind
}

// WorkloadPatterns makes patterns of the design lab of shapes.
var WorkloadPatterns = Read[WorkloadPatternsRequest, WorkloadPatternsReply]("workload-patterns")

// WorkloadPatternsRequest asks for patterns of the shapes of a table.
type WorkloadPatternsRequest struct {
	Table  string
	Shapes []workload.Shape
}

// WorkloadPatternsReply holds them.
type WorkloadPatternsReply struct {
	Table    string // as it is called here
	Patterns []lab.Pattern
	Left     []lab.Left `json:",omitempty"` // shapes of which there is none
}
