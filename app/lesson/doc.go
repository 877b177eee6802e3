// Package lesson is the course: lessons as plain text that a teacher can write, what reads and runs them, and what judges a
// learner's attempt. It holds no lesson itself; those of the course are files that the page fetches when they are asked for.
//
// # A lesson file
//
// A lesson reads like a Markdown file: a title, fields, text, steps that begin with ##, and parts between lines of three
// backticks. This is a whole one (the parts are indented here; in a file they are not):
//
//	# One movie
//	About: Both keys make a point.
//	Source: the white paper of 2009, "Impact of Partitioning"
//
//	Movies are sorted by category and title. All 3 are in one partition.
//
//	```data Movies
//	PartitionKey,RowKey,Rating:Double,Seen:DateTime
//	Action,Alien,4.5,2010-11-06T20:15:00Z
//	Action,Heat,4.2,
//	Action,"Lock, Stock",4.1,
//	```
//
//	```facts
//	3 returned of Movies: PartitionKey eq 'Action'
//	```
//
//	## Find Heat
//	Read no other entity.
//
//	```predict
//	ask: Which class has a filter on the RowKey alone?
//	filter: RowKey eq 'Heat'
//	answer: class full scan
//	```
//
//	```start
//	filter: RowKey eq 'Heat'
//	```
//
//	```solution
//	filter: PartitionKey eq 'Action' and RowKey eq 'Heat'
//	```
//
//	```break
//	note: The whole category is read.
//	filter: PartitionKey eq 'Action'
//	```
//
//	hint: Which of the two keys does the filter fix?
//	hint: Fix both, each with eq.
//
//	```check
//	class at most point because both keys have to be fixed
//	examined at most 1
//	same entities as RowKey eq 'Heat'
//	```
//
//	```hidden
//	note: Both keys name one entity, whatever else is there.
//	insert Movies 'Drama','Heat' Rating=3.9
//	check: class at most point
//	check: returned exactly 1
//	```
//
//	```wrong
//	says: both keys have to be fixed
//	filter: PartitionKey eq 'Action'
//
//	says: another category
//	note: It is another category's movie.
//	filter: PartitionKey eq 'Drama' and RowKey eq 'Heat'
//	```
//
// The fields are About and Source, which must be there; Time, such as "5 minutes"; Builds on, names of lessons that a learner
// should have done; Sample, a built-in sample whose tables belong to the data; and Ranges, PartitionKeys at which every table is
// split, so that pages end there. Code in a text stands between backticks. A line in a text that begins with "Source: " says
// where the facts of the paragraph above it come from. It names the year in brackets, or says that they are unconfirmed:
//
//	A partition is meant to serve 500 entities a second.
//	Source: How to get most out of Windows Azure Tables (2010)
//
// The text of a step behind its prediction is shown when that is answered. A prediction's reason follows from its filter; a line
// "because: the token lies behind it" says another.
//
// A prediction may be about the simulator in place of a filter. It has a setup, as an address of that screen has it after sim=, a
// reading (served, refused, latency, splits or moves; the first two also early or late, which are a tenth of the run), choices with
// their bounds, and why. With against the number is divided by that of a second run. Validate simulates both:
//
//	ask: What share of the requests is refused in the last minutes?
//	setup: 1,keys:random,ranges:2
//	reading: refused late
//	choice: 0 to 1: hardly any
//	choice: 1 to more: many
//	because: the balancer has split the hot range
//	answer: hardly any
//
// data is typed CSV: the keys, then properties with their types, String when none is given. An empty cell is an absent property,
// "" an empty text, and "Int32:4" in a cell another type than the column's. generate makes entities by rules:
//
//	generate Log 3000 seed 7
//	Number:Int32 = count from 0 by 1 each 2
//	Level = pick info, error
//	Machine = cycle m1, m2 each 10
//	Rating:Int32 = random 1 to 5
//	At = time 2010-11-01T00:00:00Z every 60 s each 4
//	Title = text Movie {Number|pad(4)}
//	PartitionKey = {Machine}
//	RowKey = {At|inverse}_{Number}
//
// pick and random depend on the seed alone; text and the keys are templates of package keydesign.
//
// An attempt (start, solution, break) is one of three. Queries: fields filter, select, top and table; each filter is a request of
// its own, and with top only the first page is read. A design: fields partition and row, the templates of the keys that the table
// is given. A script: operations, one on each line, "if" followed by the name of a remembered ETag or *, values as in a filter:
//
//	get Movies 'Action','Heat' as v1
//	merge Movies 'Action','Heat' if v1 Rating=4.4
//	lost insert Movies 'Action','Shaft' Rating=3.1
//	transaction
//	upsert-replace Movies 'Action','Shaft' Rating=3.2
//	delete Movies 'Action','Alien'
//	end
//	create Old
//	drop Old
//
// A line that begins with two spaces goes on with the one before. A check is a line of readCheck's list; " because " and the idea
// may follow it, which the refusal then says. After each try of a design the page shows its table. The word show before one pattern
// puts that pattern on screen with it, as the filter that it becomes under the keys; without the word the whole table is read, and a
// full scan stands beside the praise:
//
//	show pattern class at most row range: Category eq 'Action'
//
// A fact says what a number of a text is: "3 returned of Movies: FILTER" (or examined, requests, partitions, values), "40 largest
// partition of Movies", "100 limit transaction", "500 cited the paper". Validate refuses digits in a text that no fact, answer or
// check has.
//
// # What makes an exercise hard to guess
//
// The checks look at the data that the learner sees, and a lucky answer may fit it. Each part hidden is one more case that an
// attempt has to pass; Validate refuses an exercise that has none. Its note is the idea that is missed by who fails there. Its
// other lines say how the case differs from the lesson's data:
//
//	insert Movies 'Action','Shé'        operations, done before the attempt: neighbours, equal ticks, what another left
//	size Movies 3000 seed 8             a generated table of another size, with another seed when that is given
//	fault: crash                        the script is cut short after any request, and begins anew
//	fault: lost                         the answer to any one request is lost, and the request is repeated
//	fault: decoded                      keys in an address are decoded twice; those of inserts and transactions are in no address
//	fault: address                      an address has room for keys of some 200 characters, as in 2009
//	between merge Movies 'Action','Heat' Rating=1.0
//	                                    another client does it, just before the attempt's last write to that entity
//	check: entity Movies 'Action','Heat' has Rating=1.0
//	                                    in place of the step's checks
//
// Without lines check: the step's own checks are made, and a number that the solution itself does not keep there is the
// solution's. The parts are tried in order, after all checks on the visible data hold. A refusal begins with what differs ("On
// another table with the same shape: …") and ends with the note. "hidden none" with a note says why an exercise needs none.
//
// The part wrong keeps plausible wrong answers, each after a line says: with words that the refusal has to contain, in small letters or
// large ones. Validate tries them. Who gives one of them, or the start or the break, is told its note first: it is about that very
// answer, and what the checks say is about all. A line "picture: index" in a step draws what the plan on screen touches of the
// table's index. A line hint: in a step is a hint; an exercise has two, and the page shows the second after the first, before the
// solution.
//
// In reading order:
//
//	lesson.go    Lesson, Step and what they are made of
//	problem.go   Problem: what is wrong in a file, with its line and what to do
//	parse.go parsepredict.go sources.go attempt.go checks.go parsehidden.go data.go words.go
//	             Parse: text to Lesson; ParseAttempt for what a learner writes
//	setup.go     a lesson's data as a database
//	play.go      Play: a script on a copy of an account
//	measure.go   what a query reads; a table with the keys of a design
//	check.go     CheckStep, Judge: the verdict on an attempt; Ask: the answer to a prediction
//	known.go     what a lesson says about a wrong answer that it knows
//	accountcheck.go
//	             the checks that look at tables, also after each request of a script and after a crash
//	simulate.go  Simulated: a question that the simulator answers
//	hidden.go    Hidden, Wrong: data and faults that the learner does not see; answers that must be refused
//	reason.go written.go clauses.go
//	             Reason: why the answer to a prediction is the right one; Clauses: the parts of its filter that this is about
//	validate.go  Validate: does the lesson work?
//	course.go progress.go
//	             Course: the order of lessons; Progress: what was done, and the score of predictions
//	effort.go    Efforts: what steps took; package report writes all of that as a file for a teacher
package lesson
