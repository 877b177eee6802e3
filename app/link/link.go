package link

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"rangefinder/app/query"
)

// Version is the format of links, the v= in front. Data has a version of its own, so that a link without data stays readable
// for older programs.
const Version = "1"

// Limits of a link.
const (
	// Comfortable is the length, in bytes, up to which a link with data passes through mail, chat and documents unharmed; over
	// it a file is the better way.
	Comfortable = 8 << 10
	// MaxFragment is the longest fragment that is written or read, in bytes: longer than any filter the service takes in a URL.
	MaxFragment = 64 << 10
	// MaxReadable is from how many bytes on, as they stand in an address, a filter is compressed; MaxFilter the longest that is, in
	// bytes.
	MaxReadable = 2 << 10
	MaxFilter   = 128 << 10
	// MaxText is the most data that a link may unfold to, in bytes, over all its tables; MaxEntities the most lines of it.
	MaxText     = 1 << 20
	MaxEntities = 10_000
	// MaxSource is the longest name of an account, in bytes.
	MaxSource = 64
	// MaxSim is the longest text of the simulator's settings, in bytes.
	MaxSim = 2 << 10
	// MaxLab is the longest comparison of the design lab, in bytes of its text.
	MaxLab = 64 << 10
	// MaxTables is the most tables in a link.
	MaxTables = 16
	// MaxClass is the longest name of a class, in characters.
	MaxClass = 60
	// MaxStep is the highest number of a lesson's step.
	MaxStep = 50
)

// Link is everything that a link can hold: the name of a table, a query as typed, how it is looked at, and data that the
// person chose to send. There is no place in it for the address of an account, a key or a token, and there must not be.
type Link struct {
	// Query is the query. Its Source is the name that an account has on the server of the page: letters, digits, '-' and '_', at
	// most MaxSource. A link with a Source brings no data. Top is "" or 0 to 1000. What Then means is not for a link to know.
	query.Query
	// Beside is a query that is kept beside it, the zero Query for none: Source, Table and Filter alone.
	Beside query.Query
	View   View
	Data   []TableData // tables to bring along, usually none
	Lab    string      // a comparison of the design lab as text, at most MaxLab bytes; hostile still: it is for that package to read
}

// View is how the query is looked at.
type View struct {
	Screen string // "" for the query, or a name that IsScreen takes
	Sim    string // settings of the simulator, at most MaxSim bytes; what they mean is not for a link to know
	Why    bool   // the clauses of the plan are shown
	Ran    bool   // the query had been run. A live account is never asked because of it
	// ZoomFrom and ZoomTo are the ranks that the key map shows, ZoomTo exclusive; both 0 for the whole table.
	ZoomFrom, ZoomTo int
	// Lesson is the lesson that is open, a name that IsLesson takes, "" for none; Step is where, from 1, 0 for wherever its
	// reader is.
	Lesson string
	Step   int
	// Class is the name of the class that a teacher gave the link to, "" for none; at most MaxClass characters.
	Class string
}

// TableData is a table, or part of one, as text.
type TableData struct {
	Name string
	Text string // NDJSON: one entity a line
}

// Kind is what is wrong with a link.
type Kind uint8

// The kinds.
const (
	Damaged      Kind = iota // characters were changed on the way
	CutOff                   // its end is missing
	TooLong                  // more than is read, written or unfolded
	OtherVersion             // made by a program that writes another format
	NotText                  // holds bytes that are not UTF-8
	OutOfRange               // holds a number that cannot be; it was left out
	LiveData                 // data of an account behind a server, which is never put into a link
	Secret                   // an account key or a signature
)

// Error says what is wrong with a link, in sentences for the person who opened or makes it.
type Error struct {
	Kind    Kind
	Message string
}

func (e *Error) Error() string { return e.Message }

func fail(kind Kind, message string) error { return &Error{kind, message} }

// IsScreen reports whether a screen can have that name: lower-case letters, at most 16; "" counts as one. Which screens there
// are is not for a link to know.
func IsScreen(name string) bool {
	return len(name) <= 16 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz") == ""
}

// IsLesson reports whether a lesson can have that name: lower-case letters, digits and '-', at most 40; "" counts as one.
func IsLesson(name string) bool {
	return len(name) <= 40 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// IsClass reports whether a class can have that name: text without control characters, at most MaxClass characters; "" counts as one.
func IsClass(name string) bool {
	return utf8.ValidString(name) && utf8.RuneCountInString(name) <= MaxClass && !strings.ContainsFunc(name, unicode.IsControl)
}

// IsSource reports whether an account can have that name; "" counts as one.
func IsSource(name string) bool {
	return len(name) <= MaxSource && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == ""
}
