package plan

import (
	"math"

	"rangefinder/app/keydesign/lab"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// Modelled says how long a way of asking takes on the service and what is billed for it: a model, that of package lab, where Spending is
// counted. price is that of 10,000 requests, 0 when nobody gave one; ideal
// asks for the parallel queries. It is "" while the numbers are not there.
func Modelled(c *wire.Cost, m *wire.MatchReply, ideal bool, price float64) string {
	if c == nil || m == nil || c.Examined == wire.Unknown || c.Queries == 0 {
		return ""
	}
	queries := float64(c.Queries)
	requests, least := math.Max(float64(m.RoundTrips), queries), ""
	if ideal && m.Parallel > 0 {
		requests = float64(m.Parallel)
	} else if ideal { // no filters ask for them: nobody counted the pages of each
		least = "at least "
	}
	// Queries that are asked at once are over together, each with its part.
	text := "about " + words.Modelled(lab.Once(requests/queries, float64(c.Examined)/queries, float64(m.Bytes)/queries)) +
		" · " + least + words.Rounded(requests) + words.Plural(int(requests), " request billed", " requests billed")
	if price > 0 {
		text += " · " + words.Money(requests*100*price) + " for a million of them at your price"
	}
	return text
}
