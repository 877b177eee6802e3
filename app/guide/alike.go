package guide

import "strings"

// others are words that people bring from other stores and from the SDKs of the service, by how they begin. After each come the words
// that the guide has for it.
const others = `aggregat count|sum
authenticat account key|sas
backoff busy
backup snapshot|clone
batch transaction
bulk transaction|import
cast type
column propert
concurren etag
cosmos request unit
cursor continuation
document entit
download export
duplicate copy|copies
error refuse
float double
hotspot hottest
latency ms
login account key|sas
lookup point
migrat copy|import
offline without a network
optimistic etag
orderby sort|order
paging continuation|a page ends
paginat continuation|a page ends
password account key|sas
pricing price
primary partitionkey
projection $select
quota limit
record entit
restore snapshot
retr busy|503
rows entit
schema propert
shard partition
sensitiv matters
sorting sort|order
sql odata|$filter
theme dark
token continuation|sas
throttl 503|busy
throughput a second
upload import
upsert insert or merge|insert or replace
wildcard prefix`

// alike are a word of a search and what the guide says for it.
func alike(word string) []string {
	list := []string{word}
	for line := range strings.SplitSeq(others, "\n") {
		if begin, says, _ := strings.Cut(line, " "); strings.HasPrefix(word, begin) {
			list = append(list, strings.Split(says, "|")...)
		}
	}
	return list
}

// place is where a line in small letters has the first of these words that it has, -1 for none.
func place(line string, any []string) int {
	for _, w := range any {
		if at := strings.Index(line, w); at >= 0 {
			return at
		}
	}
	return -1
}
