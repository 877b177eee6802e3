package state

import (
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang"
)

// Sync is what the page knows of the copies in this browser: tables that were pulled from an account.
type Sync struct {
	Copies []tablesync.Copy // by table
	known  bool             // they were listed once
	asking bool             // they are being listed
	again  bool             // something changed meanwhile
}

// Copy returns what is known of a local table as a copy, nil when it is none.
func (s *Sync) Copy(table string) *tablesync.Copy {
	if s == nil {
		return nil
	}
	for i := range s.Copies {
		if strings.EqualFold(s.Copies[i].Table, table) {
			return &s.Copies[i]
		}
	}
	return nil
}

// Of returns the copies of a table of an account.
func (s *Sync) Of(source, remote string) []*tablesync.Copy {
	var list []*tablesync.Copy
	for i := 0; s != nil && i < len(s.Copies); i++ {
		if c := &s.Copies[i]; c.Source == source && c.Remote == remote {
			list = append(list, c)
		}
	}
	return list
}

// SyncDialog is what the dialogs about copies show. Of the forms, the one of the dialog's kind is there.
type SyncDialog struct {
	Working   bool   // what it started is under way; how far it is, Tables.Loading tells
	Confirm   string // CopyInfo: what waits for a yes, "revert" or "detach"
	Pull      *PullForm
	Compare   *Comparing
	Push      *Pushing
	Conflicts *Conflicting
}

// PullForm is the dialog of a pull, before, while and after.
type PullForm struct {
	Source, Remote string
	Table          string             // local, as typed
	Profile        filterlang.Profile // of the account
	What           string             // "all", "filter" or "partitions"
	Filter         string
	Keys           string           // PartitionKeys, one a line
	Req            wire.PullRequest // that was sent
	Reply          *wire.PullReply  // it is over, and there is something to tell
}

// Side is a table that can be compared. A Source of "" is this browser; Base is a copy as it was pulled or pushed last, which
// only goes to the right of that copy.
type Side struct {
	Source, Table string
	Base          bool
}

// Comparing is the dialog of a comparison. Left and Right are indexes of Sides.
type Comparing struct {
	Sides       []Side
	Left, Right int
	Asked       int     // counts lists of differences that were asked for; answers to older ones are dropped
	Done        [2]Side // what Reply is about
	Reply       *wire.CompareReply
	Kind        string // "", or a kind of difference as a number
	Partition   string // "", or the index of a partition in Reply.Partitions
	Contains    string
	First       int
	List        *wire.DifferencesReply
	Open        int  // index in List, -1 for none
	Sure        bool // the change of Open was asked to be taken back once
}

// Pushing is the dialog of a push, before, while and after.
type Pushing struct {
	Table  string
	Plan   *wire.PushPlanReply // nil until it came
	Rule   tablesync.Rule
	Create bool            // the table, when it is missing there
	Dry    bool            // Reply is of a dry run
	Reply  *wire.PushReply // of the last push, nil before
	Group  int             // whose request is shown, -1 for none
}

// Conflicting is the list of a copy's conflicts.
type Conflicting struct {
	Table string
	First int
	Rule  tablesync.Rule       // for all
	Reply *wire.ConflictsReply // nil until it came
}

// How much of a list is shown at a time.
const (
	DifferencePage = 50
	ConflictPage   = 10
)

// Requests to the worker about copies.
type (
	// ListCopies asks for the copies. Answer: CopiesListed.
	ListCopies struct{}
	// ListSides asks for the tables of this browser and those of an account, unless that is "". Answer: SidesListed.
	ListSides struct{ Source string }
	// Pull copies a table, or goes on with it. Answer: LoadProgressed, PullEnded.
	Pull struct{ Req wire.PullRequest }
	// Compare compares two tables. Answer: LoadProgressed, Compared.
	Compare struct{ Req wire.CompareRequest }
	// ReadDifferences asks for differences of the last comparison. Answer: DifferencesRead.
	ReadDifferences struct {
		Asked int
		Req   wire.DifferencesRequest
	}
	// PlanPush asks what a push would do. Answer: PushPlanned.
	PlanPush struct{ Table string }
	// Push sends the local changes of a copy. Answer: LoadProgressed, PushEnded.
	Push struct{ Req wire.PushRequest }
	// ReadConflicts asks for conflicts. Answer: ConflictsRead.
	ReadConflicts struct{ Req wire.ConflictsRequest }
	// Resolve resolves one conflict or all. Answer: Resolved.
	Resolve struct{ Req wire.ResolveRequest }
	// Revert takes local changes back. Answer: Reverted.
	Revert struct{ Req wire.RevertRequest }
	// Detach makes a copy an ordinary table. Answer: Detached.
	Detach struct{ Table string }
)

// What the worker told about copies.
type (
	CopiesListed struct {
		Copies []tablesync.Copy
		Err    error
	}
	SidesListed struct {
		Source string // the account that was asked, "" for none
		Sides  []Side // of this browser first
		Err    error  // why the account's are missing
	}
	PullEnded struct {
		Req   wire.PullRequest
		Reply *wire.PullReply
		Err   error
	}
	Compared struct {
		Req   wire.CompareRequest
		Reply *wire.CompareReply
		Err   error
	}
	DifferencesRead struct {
		Asked int
		Reply *wire.DifferencesReply
		Err   error
	}
	PushPlanned struct {
		Table string
		Reply *wire.PushPlanReply
		Err   error
	}
	PushEnded struct {
		Req   wire.PushRequest
		Reply *wire.PushReply
		Err   error
	}
	ConflictsRead struct {
		Req   wire.ConflictsRequest
		Reply *wire.ConflictsReply
		Err   error
	}
	Resolved struct {
		Req   wire.ResolveRequest
		Reply *wire.ResolveReply
		Err   error
	}
	Reverted struct {
		Req   wire.RevertRequest
		Count int
		Err   error
	}
	Detached struct {
		Table string
		Err   error
	}
)

// What the person did about copies.
type (
	PullPressed      = page.PullPressed
	PullTyped        struct{ Field, Text string }
	PullSubmitted    struct{}
	PullAgainPressed struct {
		Table   string
		Restart bool
	}
	CopyOpened       struct{ Table string }
	CopyShown        struct{ Table string } // in the query screen
	CopyConfirmAsked struct{ What string }
	CopyConfirmed    struct{}
	ComparePressed   struct {
		Table string
		Base  bool // with what it was, at once
	}
	CompareTyped       struct{ Field, Text string }
	CompareStarted     struct{}
	DifferencesPaged   struct{ First int }
	DifferenceOpened   struct{ Index int }
	DifferenceReverted struct{ PartitionKey, RowKey string }
	PushPressed        struct{ Table string }
	UnlockPressed      struct{ Source, Table string } // to push the table then
	PushRuleChosen     struct{ Rule tablesync.Rule }
	PushCreateChosen   struct{ Create bool }
	PushStarted        struct{ DryRun bool }
	PushGroupOpened    struct{ Index int }
	ConflictsPressed   struct{ Table string }
	ConflictsPaged     struct{ First int }
	ConflictRuleChosen struct{ Rule tablesync.Rule }
	ConflictResolved   struct {
		PartitionKey, RowKey string
		All                  bool
		Rule                 tablesync.Rule
	}
)

// DiffRow is a property of an entity on several sides.
type DiffRow struct {
	Name  string
	Cells []wire.TextProperty // one a side; a Type of NoType: that side has no such property
	Same  bool                // on all sides
}

// Diff lines up the properties of an entity on several sides, in the order in which they come. A side that is nil has none.
func Diff(sides ...*wire.EntityReply) []DiffRow {
	var rows []DiffRow
	at := map[string]int{}
	for i, side := range sides {
		if side == nil {
			continue
		}
		for _, p := range side.Properties {
			n, ok := at[p.Name]
			if !ok {
				n = len(rows)
				at[p.Name] = n
				rows = append(rows, DiffRow{Name: p.Name, Cells: make([]wire.TextProperty, len(sides))})
			}
			rows[n].Cells[i] = p
		}
	}
	for i := range rows {
		c := rows[i].Cells
		rows[i].Same = true
		for _, p := range c[1:] {
			rows[i].Same = rows[i].Same && p.Type == c[0].Type && p.Text == c[0].Text
		}
	}
	return rows
}
