package notices

import (
	"context"
	"slices"
	"strings"
	"time"

	"rangefinder/app/page"
)

// Board is the notice on screen, the list of those before, and what can be taken back. A notice leaves the screen by itself and stays in the list, with its offer.
type Board struct {
	Notice   *page.Notice     // nil when there is nothing to tell
	Notices  int              // how many there were
	Messages []page.Notice    // the newest of them, newest first; replaced when it changes
	Undos    []page.UndoEntry // what can be taken back until the next reload, newest first
	Held     int              // the notice that the pointer or the keyboard is on, 0 for none: it stays
	Due      bool             // its time is over
}

// How long a notice is up, in seconds: one that only tells, and one that offers something or tells of a failure.
const (
	noticeSeconds = 6
	OfferSeconds  = 15
	leftSeconds   = 2 // once it is not held any more
)

// most bounds the list of notices.
const most = 20

// What happened to notices.
type (
	Expired struct{ ID int } // it has been up long enough
	Closed  struct{}
	Hold    struct { // the pointer or the keyboard came to a notice, or left it
		ID int
		On bool
	}
	UndoPressed struct{}         // of the notice on screen
	Undone      struct{ ID int } // of one in the list
	Cleared     struct{}         // the list is empty from now on
)

// Expire sends Expired after some seconds.
type Expire struct{ ID, Seconds int }

// Run implements page.Runner.
func (cmd Expire) Run(context.Context, page.Outside) page.Msg {
	time.Sleep(time.Duration(cmd.Seconds)*time.Second + time.Duration(cmd.ID)*time.Microsecond) // of two that came at once, the first goes first
	return Expired{cmd.ID}
}

// Put puts up a notice. The offer that it covers is there again when it goes.
func (b Board) Put(n page.Notice) (Board, []page.Cmd) {
	b.Notices++
	n.ID, n.Under = b.Notices, nil
	if old := b.Notice; old != nil && !n.Offers() {
		if n.Under = old.Under; old.Offers() {
			n.Under = old
		}
	}
	b.Notice = &n
	seconds := noticeSeconds
	if n.Bad || n.Offers() {
		seconds = OfferSeconds
	}
	return b, []page.Cmd{Expire{n.ID, seconds}, page.Announce{Text: n.Text}}
}

// Join puts up a notice of what nobody pressed anything for, such as what comes of the address when the page starts. What is up
// already nobody may have read: it stays, with its offer, and the new sentences follow it.
func (b Board) Join(n page.Notice) (Board, []page.Cmd) {
	old := b.Notice
	if old == nil {
		return b.Put(n)
	}
	joined := n
	if old.Offers() && !n.Offers() {
		joined = *old
	}
	joined.Details = strings.TrimSpace(old.Details + " " + n.Details)
	joined.Text, joined.Bad = old.Text, old.Bad || n.Bad
	if !strings.Contains(old.Text, n.Text) {
		joined.Text += " " + n.Text
	}
	b, cmds := b.Put(joined)
	b.Notice.Under = old.Under
	if old.Offers() && n.Offers() { // one of them can have the button
		b.Notice.Text, b.Notice.Under = n.Text, old
	} else {
		b.Messages = without(b.Messages, old.ID)
	}
	return b, cmds
}

// Update takes a message about the notice on screen and the list of those before; ok is false for any other.
func (b Board) Update(msg page.Msg) (next Board, cmds []page.Cmd, ok bool) {
	switch msg := msg.(type) {
	case Expired:
		switch n := b.Notice; {
		case n == nil:
		case n.ID == msg.ID && b.Held == n.ID:
			b.Due = true
		case n.ID == msg.ID:
			b.Notice = n.Under
		case n.Under != nil && n.Under.ID == msg.ID:
			alone := *n
			alone.Under, b.Notice = nil, &alone
		}
		return b, nil, true

	case Hold:
		due := b.Due && b.Held == msg.ID
		b.Held, b.Due = 0, false
		if msg.On {
			b.Held, b.Due = msg.ID, due
		} else if due {
			cmds = []page.Cmd{Expire{msg.ID, leftSeconds}}
		}
		return b, cmds, true

	case Closed:
		if b.Notice != nil {
			b.Notice = b.Notice.Under
		}
		return b, nil, true

	case UndoPressed:
		if b.Notice == nil || !b.Notice.Offers() {
			return b, nil, true
		}
		undo := b.Notice.Undo
		b.Messages = without(b.Messages, b.Notice.ID)
		b.Notice = nil
		return b, []page.Cmd{page.Send{Msg: undo}}, true

	case Undone:
		at := slices.IndexFunc(b.Messages, func(n page.Notice) bool { return n.ID == msg.ID })
		if at < 0 || !b.Messages[at].Offers() {
			return b, nil, true
		}
		undo := b.Messages[at].Undo
		b.Messages = without(b.Messages, msg.ID)
		if b.Notice != nil && b.Notice.ID == msg.ID {
			b.Notice = nil
		}
		return b, []page.Cmd{page.Send{Msg: undo}}, true

	case page.TakeBackPressed:
		return b.Without(msg), []page.Cmd{TakeBack{msg.ID}}, true

	case page.TakenBack:
		b, cmds := b.takenBack(msg)
		return b, cmds, true

	case Cleared:
		b.Messages = nil
		return b, []page.Cmd{page.Announce{Text: "The list of messages is empty."}}, true
	}
	return b, nil, false
}

// Follow puts a notice that came up into the list. One from before is only in the list once what it told of is left: moved. When the person
// ran a query, one that offers nothing or whose time is over goes, too: it may have come up under a pointer at rest, which holds it.
func (b Board) Follow(old Board, moved, ran bool) Board {
	n := b.Notice
	if n == nil {
		return b
	}
	if n.ID <= old.Notices {
		if !n.Bad && moved {
			b.Notice = nil
		} else if ran && (!n.Offers() || b.Due && b.Held == n.ID) {
			b.Notice = n.Under
		}
		return b
	}
	kept := *n
	kept.Under = nil
	if moved {
		b.Notice = &kept
	}
	b.Messages = append([]page.Notice{kept}, b.Messages...)
	if len(b.Messages) > most {
		b.Messages = b.Messages[:most:most]
	}
	return b
}

// Outdated takes offers that do not hold any more from the messages that were in the list before; their texts stay.
func (b Board) Outdated(old Board, offers ...page.Msg) Board {
	b.Messages = slices.Clone(b.Messages)
	for i := range b.Messages {
		if n := &b.Messages[i]; n.ID <= old.Notices && slices.ContainsFunc(offers, func(o page.Msg) bool { return n.Undo == o }) {
			n.Undo, n.Action = nil, ""
		}
	}
	return b
}

// Without takes the offer of a message away, from the notice on screen and from the list: it is being done.
func (b Board) Without(offer page.Msg) Board {
	switch n := b.Notice; {
	case n == nil:
	case n.Undo == offer:
		b.Notice = nil
	case n.Under != nil && n.Under.Undo == offer:
		alone := *n
		alone.Under, b.Notice = nil, &alone
	}
	b.Messages = slices.DeleteFunc(slices.Clone(b.Messages), func(n page.Notice) bool { return n.Undo == offer })
	return b
}

// without is a list of notices without one.
func without(list []page.Notice, id int) []page.Notice {
	return slices.DeleteFunc(slices.Clone(list), func(n page.Notice) bool { return n.ID == id })
}
