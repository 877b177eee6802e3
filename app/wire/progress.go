package wire

import "time"

// Progress tells how far a scan, a load or a generation has come.
type Progress struct {
	Done   int // entities examined or loaded
	Total  int // 0 when not known
	Found  int // matches so far
	Micros int64

	// Received and Size are bytes of a sample's file while it is fetched, before anything is loaded, and of an imported file
	// as it is read; Size is 0 when unknown.
	Received int64 `json:",omitempty"`
	Size     int64 `json:",omitempty"`
	Refused  int   `json:",omitempty"` // rows that an import did not take

	// Of accounts behind the server: pages read or groups sent, conflicts met, and requests.
	Pages     int `json:",omitempty"`
	Conflicts int `json:",omitempty"`
	Requests  int `json:",omitempty"`
	// Charge is what the answers were charged so far, in request units, where the service tells it.
	Charge float64 `json:",omitempty"`

	Recounted []Recounted `json:",omitempty"` // of a recount: the properties that are done

	Waiting *Waiting `json:",omitempty"` // a request failed and is about to be tried again
}

// ProgressEvery is the least time between two progress messages of a request.
const ProgressEvery = 50 * time.Millisecond
