package guide

import (
	"slices"
	"strings"
)

// others are words that people bring from other stores, from SQL and from the SDKs of the service, by how they begin. After each come the
// words that the guide has for it and, after an @, the pages that are about it.
const others = `1000 1,000|@limits
503 busy|@simulator
aggregat sum|count|@filter
authenticat account key|sas|@live
azurite @container
backoff busy
backup snapshot|clone|@work
batch transaction|@edit
bigger larger
bill price|request units
bulk transaction|import
case @filter
cast type
cheap price|reads less
column propert
concurren etag|@edit
connect account|@live
continuation @live
cosmos request unit|@plan
cost price|request units|reads|@plan|@lab
copies copy
count @live
credential account key|sas|@live
csv @work
cursor continuation|@live
dark @page
date datetime|@filter
database table
delet @grid|@tables
docker image|@container
document entit
download export|@work
duplicate copy|copies
emulator @container
eras delete|@grid|@tables
error refuse
excel spreadsheet|csv|@work
expens price|request units
export @work
fast reads less|point|@plan
field propert
float double
foreign join|@filter
group by group by
hot @simulator
hotspot hottest|hot
import @work
index @plan|@design
indic index|@plan
inner join|@filter
insert new entity|insert or merge|@edit
join @filter
key @design
latency ms
like startswith|contains|@filter
limit @limits
link shar|@work
log @workload
login account key|sas|@live
lookup point
many count|@live
maximum limit|at most|@limits
migrat copy|import
null not set|absent|eq null|@filter
offline without a network|@work
optimistic etag|@edit
order sort|@grid
page @live
paginat continuation|a page ends|@live
paging continuation|a page ends|@live
partition @design
password account key|sas|@live
permission read-only|acl|@live
pivot group by
price @lab
pricing price|@lab
primary partitionkey|@design
production account|@live
projection $select
quota limit|@limits
record entit
remov delete
restor snapshot|undo|@work
retr busy|503
row entit
sas @live
schema propert
secondary index|@lab|@design
select $select
sensitiv matters
shard partition
shortcut @keys
size bytes
slow scan|busy|@plan
sort @grid
speed reads less|second
spreadsheet @work
sql odata|$filter|@filter
storage kept|stored
substring contains|@filter
sum group by
theme dark|@page
throttl 503|busy|@simulator
throughput a second
timeout 5 seconds|@limits
timestamp @plan
token continuation|sas
top $top|@filter
undo @work|@edit
updat merge|replace|@edit
upload import|@work
upsert insert or merge|insert or replace|@edit
user account
wildcard prefix|startswith|@filter`

// endings are what may follow the beginning of a word in others: "row" stands for rows, and is only how RowKey begins.
const endings = " s es e ed d er ers or ing ings ion ions y ies ied cy t al ive ity "

// isOf reports whether a word is one of those that begin so in others.
func isOf(word, begin string) bool {
	end, ok := strings.CutPrefix(word, begin)
	return ok && (end == "" || strings.Contains(endings, " "+end+" "))
}

// alike are a word of a search, without its ending, and what the guide says for it.
func alike(word string) []string {
	list := []string{word}
	for _, end := range [...]string{"ing", "ies", "ed", "es", "s"} {
		if stem, ok := strings.CutSuffix(word, end); ok && (len(stem) > 3 || end == "s" && len(stem) == 3) && !strings.HasSuffix(stem, "s") {
			list[0] = stem
			break
		}
	}
	for line := range strings.SplitSeq(others, "\n") {
		if begin, says, _ := strings.Cut(line, " "); isOf(word, begin) {
			for say := range strings.SplitSeq(says, "|") {
				if say[0] != '@' {
					list = append(list, say)
				}
			}
		}
	}
	return list
}

// subject reports whether a page is about a word.
func subject(word, id string) bool {
	for line := range strings.SplitSeq(others, "\n") {
		if begin, says, _ := strings.Cut(line, " "); isOf(word, begin) && slices.Contains(strings.Split(says, "|"), "@"+id) {
			return true
		}
	}
	return false
}
