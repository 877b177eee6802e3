package sample

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"

	"rangefinder/app/sample/seeded"
)

// Log is a log to try the reading of logs with: a day of an invented application that shows the films of the sample Movies, as a
// diagnostic setting of an account writes it, one JSON object a line.
type Log struct{ Name, Title string }

// Logs are a day before a release of that application, and one after it, which asks for titles in all categories at once.
var Logs = []Log{{"movies-before", "The day before a release"}, {"movies-after", "The day after the release"}}

// logDay is when the first log begins; the second begins a week later.
var logDay = time.Date(2026, 11, 12, 0, 0, 0, 0, time.UTC)

// logCalls is about how many calls a log has.
const logCalls = 6000

// movieCall is a call that the application makes.
type movieCall struct {
	share     [2]int // of a thousand calls, before and after
	operation string
	status    int
	from, to  int                               // milliseconds
	bytes     int                               // of the answer, at most
	path      func(r *seeded.Random) string     // behind the table's name, or instead of it where it begins with /
	filter    func(r *seeded.Random) string     // nil for none
	options   string                            // of the query
	failing   int                               // of a hundred, those that are answered with 503 and asked once more
	hours     func(r *seeded.Random) (hour int) // nil for visitors' hours
}

func aCategory(r *seeded.Random) string { return seeded.Pick(r, movieCategories).name }

// aPrefix returns two bounds of titles with the same beginning.
func aPrefix(r *seeded.Random) (from, to string) {
	word := seeded.Pick(r, nouns)
	return word, word[:len(word)-1] + string(word[len(word)-1]+1)
}

func byKeysOf(r *seeded.Random) string {
	m := seeded.Pick(r, knownMovies)
	return "(PartitionKey='" + m.category + "',RowKey='" + url.PathEscape(strings.ReplaceAll(m.title, "'", "''")) + "')"
}

func entities(*seeded.Random) string { return "()" }

func nightly(r *seeded.Random) int { return 3 }

var movieCalls = []movieCall{
	{share: [2]int{600, 560}, operation: "QueryEntity", status: 200, from: 3, to: 12, bytes: 600, path: byKeysOf},
	{share: [2]int{170, 60}, operation: "QueryEntities", status: 200, from: 5, to: 20, bytes: 6_000, path: entities, filter: func(r *seeded.Random) string {
		from, to := aPrefix(r)
		return "PartitionKey eq '" + aCategory(r) + "' and RowKey ge '" + from + "' and RowKey lt '" + to + "'"
	}},
	{share: [2]int{90, 0}, operation: "QueryEntities", status: 200, from: 8, to: 40, bytes: 30_000, path: entities, options: "$top=50", filter: func(r *seeded.Random) string {
		return "PartitionKey eq '" + aCategory(r) + "'"
	}},
	{share: [2]int{0, 160}, operation: "QueryEntities", status: 200, from: 60, to: 320, bytes: 20_000, failing: 4, path: entities, filter: func(r *seeded.Random) string {
		from, to := aPrefix(r)
		return "RowKey ge '" + from + "' and RowKey lt '" + to + "'"
	}},
	{share: [2]int{0, 45}, operation: "QueryEntities", status: 200, from: 40, to: 190, bytes: 120_000, path: entities, options: "$top=200", filter: func(r *seeded.Random) string {
		return "PartitionKey ge 'Drama' and PartitionKey le 'Thriller' and ReleaseYear eq " + fmt.Sprint(r.Between(1980, 2010))
	}},
	{share: [2]int{0, 12}, operation: "QueryEntities", status: 501, from: 2, to: 5, bytes: 300, path: entities, filter: func(r *seeded.Random) string {
		from, _ := aPrefix(r)
		return "startswith(RowKey,'" + from + "')"
	}},
	{share: [2]int{12, 0}, operation: "QueryEntities", status: 200, from: 300, to: 900, bytes: 400_000, hours: nightly, path: entities, options: "$select=PartitionKey,RowKey,Rating", filter: func(r *seeded.Random) string {
		return "Rating gt " + fmt.Sprint(r.Between(3, 4)) + ".5 and Favorite eq true"
	}}, {share: [2]int{0, 36}, operation: "QueryEntities", status: 200, from: 300, to: 900, bytes: 400_000, path: entities, options: "$select=PartitionKey,RowKey,Rating", filter: func(r *seeded.Random) string {
		return "Rating gt " + fmt.Sprint(r.Between(3, 4)) + ".5 and Favorite eq true"
	}},
	{share: [2]int{70, 80}, operation: "MergeEntity", status: 204, from: 6, to: 25, path: byKeysOf},
	{share: [2]int{40, 50}, operation: "InsertEntity", status: 201, from: 6, to: 30, bytes: 900, path: func(*seeded.Random) string { return "" }},
	{share: [2]int{15, 18}, operation: "EntityGroupTransaction", status: 202, from: 15, to: 80, bytes: 4_000, path: func(*seeded.Random) string { return "/$batch" }},
	{share: [2]int{3, 3}, operation: "DeleteEntity", status: 204, from: 6, to: 20, path: byKeysOf},
}

// WriteLog writes a log of Logs.
func WriteLog(w io.Writer, name string) error {
	which := -1
	for i, l := range Logs {
		if l.Name == name {
			which = i
		}
	}
	if which < 0 {
		return errors.New("there is no such log")
	}
	out := bufio.NewWriter(w)
	r := seeded.Named(name)
	day := logDay.AddDate(0, 0, 7*which)
	for second, n := 0, 0; second < 24*60*60; second++ {
		hour := second / 3600
		for i := range movieCalls {
			c := &movieCalls[i]
			if r.Below(24*60*60*1000) >= c.weight(r, hour)*c.share[which]*logCalls/1000*1000 {
				continue
			}
			at := day.Add(time.Duration(second)*time.Second + time.Duration(r.Below(1000))*time.Millisecond)
			if n++; n%2000 == 0 {
				fmt.Fprintln(out, `{"time":"`+at.Format(time.RFC3339)+`","operationName":"QueryEnt`) // as a writer leaves it that was cut off
			}
			c.write(out, r, at, n)
		}
	}
	return out.Flush()
}

// weight is how many times the average a call is made in an hour: visitors come in the evening.
func (c *movieCall) weight(r *seeded.Random, hour int) int {
	if c.hours != nil {
		if hour == c.hours(r) {
			return 24
		}
		return 0
	}
	return [24]int{1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 3, 1, 1}[hour]
}

func (c *movieCall) write(out io.Writer, r *seeded.Random, at time.Time, n int) {
	path := c.path(r)
	if !strings.HasPrefix(path, "/") {
		path = "/Movies" + path
	}
	query := c.options
	if c.filter != nil {
		query = strings.Trim(query+"&$filter="+strings.ReplaceAll(url.QueryEscape(c.filter(r)), "+", "%20"), "&")
	}
	if query != "" {
		path += "?" + query
	}
	id := fmt.Sprintf("%08x-%d", r.Below(1<<32), n)
	entry := func(at time.Time, status, ms int) {
		bytes := 0
		if c.bytes > 0 {
			bytes = r.Between(c.bytes/3, c.bytes)
		}
		if status == 503 {
			bytes = 300
		}
		fmt.Fprintf(out, `{"time":%q,"category":"StorageRead","operationName":%q,"statusCode":%d,"durationMs":%d,"uri":%q,"properties":{"accountName":"films","serviceType":"table","responseBodySize":%d,"clientRequestId":%q}}`+"\n",
			at.Format("2006-01-02T15:04:05.0000000Z"), c.operation, status, ms, "https://films.table.core.windows.net:443"+path, bytes, id)
	}
	if r.Chance(c.failing) {
		entry(at, 503, 10)
		at = at.Add(3 * time.Second)
	}
	entry(at, c.status, r.Between(c.from, c.to))
}
