// Package faults has a Table endpoint fail on demand, so that what an application does about it can be tested: answers that get lost,
// delays, throttling, pages that end early, entities that somebody else has just written.
//
// A rule is a few words, a kind, an amount, how often, and which requests:
//
//	lose 1/20 POST      of one in 20 POSTs the answer is lost: the request is done, and the connection is closed
//	drop 1/100          one in 100 requests is not done, and the connection is closed
//	delay 200ms         every request waits 200 ms before it is done
//	delay 50ms-2s 1/10 reads
//	                    one in ten reads waits between 50 ms and 2 s
//	throttle 500/s      requests above 500 a second are answered 503 ServerBusy, and not done
//	throttle 1/50       one in 50 is
//	pages 10            pages have at most 10 entities, and a continuation token
//	pages 0-10 1/3      one in three pages has at most so many, a number from 0 to 10; one without entities has a token all the same
//	etag 1/50           before one in 50 conditional writes somebody else writes the entity, as it is, so that its ETag is another
//
// Which requests: a method (of a tunnelled request that in X-HTTP-Method), reads (GET and HEAD) or writes (all others); all without a
// word. "One in 20" is decided by a hash of the seed, the rule and the number of the request among those that the rule is about. So the
// same requests meet the same faults every time, and a Restart begins anew.
//
// Every fault is told with its request: Told returns it for the feed and the log, and an answer has it in x-rangefinder-fault.
//
// In reading order:
//
//	rule.go     Rule, from and as text
//	set.go      Set: rules with their counts, and what they decide
//	serve.go    faults of requests: delay, drop, throttle, lose
//	service.go  faults in the tables: pages, etag
//	api.go      rules read and changed over HTTP
package faults
