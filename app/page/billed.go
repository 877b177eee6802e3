package page

import (
	"context"
	"strconv"
	"strings"
	"time"

	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// PriceDocument is the document that holds the price of 10,000 requests, for all tables of a workspace.
const PriceDocument = "price"

// PriceOf is that price as it was typed in the design lab, "" when nobody gave one.
func PriceOf(ctx context.Context, out Outside) string {
	doc, missing := out.Document(ctx, PriceDocument)
	if missing != nil {
		return ""
	}
	return strings.TrimSpace(doc.Text)
}

// PriceText says what requests cost at a price of 10,000, "" without one.
func PriceText(requests int, price string) string {
	v, err := strconv.ParseFloat(strings.Replace(price, ",", ".", 1), 64)
	if err != nil || v <= 0 {
		return ""
	}
	return words.Money(v*float64(requests)/10_000) + ", at " + price + " for 10,000 requests"
}

// WritingTime says, after "about", how long requests that write take. Nobody knows that before the first: it is told from a read, in
// microseconds.
func WritingTime(least int64, atOnce int, read int64) string {
	text := words.Micros(least)
	if least > 10_000_000 {
		text = words.Roughly(time.Duration(least) * time.Microsecond)
	}
	return text + ", " + words.Number(atOnce) + " at a time, if each takes as long as a read just did: " + words.Micros(read) + ". Writes usually take longer"
}

// Price is a price where it applies: "" for a source that is charged by other rules, or not at all.
func (a *Accounts) Price(source, price string) string {
	if !a.Billed(source) {
		return ""
	}
	return price
}

// Billed reports whether requests to a source are paid for by the price list of Azure Table storage: neither this browser, an endpoint
// of the server's own nor an emulator costs anything, and Azure Cosmos DB charges request units.
func (a *Accounts) Billed(name string) bool {
	x := a.Account(name)
	return x != nil && x.Live && !x.Emulator && a.Profile(name) == filterlang.Storage
}
