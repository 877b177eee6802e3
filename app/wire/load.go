package wire

import "rangefinder/app/sample"

// LoadSample fetches a sample and makes its tables, all of them or none.
var LoadSample = Write[SampleRequest, LoadReply]("sample").finishing()

// SampleRequest loads a sample's tables, replacing nothing: a table that exists is refused with TableAlreadyExists.
type SampleRequest struct{ Name string }

// Generate fills a new table, whole or not at all.
var Generate = Write[GenerateRequest, LoadReply]("generate").finishing()

// GenerateRequest fills a new table.
type GenerateRequest struct{ Spec sample.Spec }

// LoadReply names the tables that a sample or a generation made.
type LoadReply struct {
	Tables   []string
	Entities int
	Micros   int64
}

// FetchFailed is the code of a Failure about a sample's file.
const FetchFailed = "FetchFailed"
