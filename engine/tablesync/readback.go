package tablesync

import (
	"errors"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// What the failure of a request is about.
type about uint8

const (
	aboutOutcome   about = iota // the request may have been done or not
	aboutCondition              // some entity is not what the base says
	aboutEntity                 // the service does not take some entity
	aboutTable                  // the table is not there
	aboutRequest                // nothing was done, and nothing will be by sending it again
)

// failures tells what codes of the service are about; those that are not listed leave the outcome open.
var failures = map[engine.Code]about{
	engine.UpdateConditionNotSatisfied: aboutCondition,
	engine.EntityAlreadyExists:         aboutCondition,
	engine.ResourceNotFound:            aboutCondition,
	"EntityNotFound":                   aboutCondition,
	engine.ConditionNotMet:             aboutCondition,

	engine.InvalidInput:                 aboutEntity,
	engine.OutOfRangeInput:              aboutEntity,
	engine.PropertyNameInvalid:          aboutEntity,
	engine.PropertyNameTooLong:          aboutEntity,
	engine.PropertyValueTooLarge:        aboutEntity,
	engine.TooManyProperties:            aboutEntity,
	engine.EntityTooLarge:               aboutEntity,
	engine.RequestBodyTooLarge:          aboutEntity,
	engine.DuplicatePropertiesSpecified: aboutEntity,
	engine.NotImplemented:               aboutEntity,
	"PropertiesNeedValue":               aboutEntity,
	"KeyValueTooLarge":                  aboutEntity,
	"InvalidValueType":                  aboutEntity,
	"ContentLengthExceeded":             aboutEntity,
	"InvalidResourceName":               aboutEntity,
	"InvalidUri":                        aboutEntity,
	"RequestUrlFailedToParse":           aboutEntity,
	"HostInformationNotPresent":         aboutRequest,

	engine.TableNotFound: aboutTable,

	engine.TableBeingDeleted:            aboutRequest,
	"AuthenticationFailed":              aboutRequest,
	"AuthorizationFailure":              aboutRequest,
	"AuthorizationPermissionMismatch":   aboutRequest,
	"AuthorizationResourceTypeMismatch": aboutRequest,
	"AuthorizationServiceMismatch":      aboutRequest,
	"AuthorizationSourceIPMismatch":     aboutRequest,
	"AuthorizationProtocolMismatch":     aboutRequest,
	"InvalidAuthenticationInfo":         aboutRequest,
	"NoAuthenticationInformation":       aboutRequest,
	"InsufficientAccountPermissions":    aboutRequest,
	"AccountIsDisabled":                 aboutRequest,
	"AccountIsLocked":                   aboutRequest,
	"AccountNotFound":                   aboutRequest,
	"OperationNotAllowed":               aboutRequest,
	"SessionChanged":                    aboutRequest,
}

// failure tells what the failure of n operations is about, and which of them it is, -1 when that is not known.
func failure(err error, n int) (about, int) {
	e, ok := errors.AsType[*engine.Error](err)
	if _, unknown := errors.AsType[*engine.UnknownOutcome](err); unknown || !ok {
		return aboutOutcome, -1
	}
	at := -1
	if e.Index >= 0 && e.Index < n {
		at = e.Index
	}
	if n == 1 {
		at = 0
	}
	if e.Code == engine.RequestBodyTooLarge && n > 1 {
		at = -1 // all of them together
	}
	return failures[e.Code], at
}

func codeAndText(err error) (code, text string) {
	e, ok := errors.AsType[*engine.Error](err)
	if !ok {
		return "", err.Error()
	}
	if text = e.Detail; text == "" {
		text = e.Message
	}
	return string(e.Code), text
}

// maxFruitless is how many requests one after the other may change nothing before a push gives up.
const maxFruitless = 5

var errNoETag = errors.New("the service does not tell the ETag of what it holds")

// readBack reads entities that were sent, and settles what can be: cause is why. Its error ends the push.
func (p *pusher) readBack(keys []Key, cause error) error {
	found, err := p.read(keys)
	if err != nil {
		if isCode(err, engine.TableNotFound) {
			return p.create(err)
		}
		return err
	}
	p.opt.step(p.ctx, "read back")
	var counts pushCounts
	var aside []Key
	err = p.db.Sync(p.ctx, p.table, func(x *engine.SyncTx) error {
		counts, aside = pushCounts{}, aside[:0]
		for _, key := range keys {
			k := x.Look(key.PartitionKey, key.RowKey)
			theirs := found[key]
			if !k.Changed {
				continue // it was settled meanwhile
			}
			if p.meet(x, &k, theirs, &counts) {
				aside = append(aside, key)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, key := range aside {
		p.aside[key] = true
	}
	p.report.AlreadyThere += counts.there
	p.result.AlreadyThere += counts.there
	p.report.Resolved += counts.resolved
	p.report.Conflicts += counts.conflicts
	p.opt.step(p.ctx, "read back committed")
	if p.touched++; counts != (pushCounts{rebased: counts.rebased}) {
		p.touched = 0
	}
	if counts.any() {
		p.fruitless = 0
		return nil
	}
	if p.fruitless++; p.fruitless < maxFruitless {
		return nil
	}
	p.fruitless = 0
	if what, _ := failure(cause, 1); what == aboutCondition { // it says no, and does not show why: others may fare better
		for _, key := range keys {
			p.aside[key] = true
		}
		return nil
	}
	return engine.Errorf(OutcomeUnsure, "The service failed %d times in a row and holds what it held before; the changes are still pending. The last failure: %v",
		maxFruitless, cause)
}

type pushCounts struct{ there, resolved, rebased, conflicts, gone int }

func (c *pushCounts) any() bool { return *c != pushCounts{} }

// meet deals with what the service holds of an entity that was sent. It reports whether the entity is not to be sent again by
// this push.
func (p *pusher) meet(x *engine.SyncTx, k *engine.Known, theirs engine.Entity, n *pushCounts) (aside bool) {
	key := Key{k.PartitionKey, k.RowKey}
	v := decide(k, theirs)
	switch v {
	case keep:
		return false
	case rebase:
		n.rebased++
	case take:
		if wanted(k, theirs) {
			n.there++
		} else {
			n.gone++
		}
	case oppose:
		if resolve(x, k, theirs, p.opt.Rule) {
			n.resolved++
			return false
		}
		n.conflicts++
		aside = true
	}
	v.apply(x, key, theirs)
	return aside
}

// wanted reports whether the service holds what the entity is here.
func wanted(k *engine.Known, theirs engine.Entity) bool {
	if k.Local.IsZero() || theirs.IsZero() {
		return k.Local.IsZero() && theirs.IsZero()
	}
	return engine.SameContent(k.Local, theirs)
}

// pageEntities is how many entities a page of a query has, at most.
const pageEntities = 1000

// dense reports whether one query reads entities of a partition for about the price of one point read.
func (p *pusher) dense(keys []Key) bool { return p.span(keys) <= pageEntities }

// span returns how many entities there are here from the first key to the last.
func (p *pusher) span(keys []Key) int {
	view, _, err := open(p.db, p.table)
	if err != nil {
		return len(keys)
	}
	first, last := keys[0], keys[len(keys)-1]
	return max(len(keys), view.Table.Rank(last.PartitionKey, last.RowKey)-view.Table.Rank(first.PartitionKey, first.RowKey)+1)
}

// read reads entities of one partition, keys in order: by a query of the range when that takes fewer requests, else one by one.
func (p *pusher) read(keys []Key) (map[Key]engine.Entity, error) {
	out := make(map[Key]engine.Entity, len(keys))
	if pages := p.span(keys)/pageEntities + 1; pages < len(keys) {
		done, err := p.readRange(keys, out)
		if done || err != nil {
			return out, err
		}
	}
	for _, key := range keys {
		if _, ok := out[key]; ok {
			continue
		}
		if err := p.opt.pause(p.ctx); err != nil {
			return nil, err
		}
		var e engine.Entity
		err := p.try(func() error {
			var err error
			e, err = p.remote.Get(p.ctx, p.there, key.PartitionKey, key.RowKey)
			return err
		})
		if err != nil && !isAbsent(err) {
			return nil, err
		}
		if err != nil {
			e = engine.Entity{}
		}
		out[key] = e
	}
	return out, nil
}

// readRange reads all entities from the first key to the last. done is false when that takes more requests than reading them
// one by one.
func (p *pusher) readRange(keys []Key, out map[Key]engine.Entity) (done bool, err error) {
	wanted := make(map[Key]bool, len(keys))
	for _, key := range keys {
		wanted[key] = true
	}
	first, last := keys[0], keys[len(keys)-1]
	q := engine.Query{Filter: "PartitionKey eq " + edm.NewString(first.PartitionKey).Literal() + " and RowKey ge " +
		edm.NewString(first.RowKey).Literal() + " and RowKey le " + edm.NewString(last.RowKey).Literal()}
	for range keys {
		if err := p.opt.pause(p.ctx); err != nil {
			return false, err
		}
		var page *engine.Page
		err := p.try(func() error {
			var err error
			page, err = p.remote.Query(p.ctx, p.there, q)
			return err
		})
		if isCode(err, engine.InvalidInput) { // a key that this service's filters cannot say
			return false, nil
		}
		if err != nil {
			return false, err
		}
		for _, e := range page.Entities {
			if key := (Key{e.PartitionKey(), e.RowKey()}); wanted[key] {
				out[key] = e
			}
		}
		if q.From = page.Next; q.From.Valid {
			continue
		}
		for _, key := range keys {
			if _, ok := out[key]; !ok {
				out[key] = engine.Entity{}
			}
		}
		return true, nil
	}
	return false, nil
}

// try does a reading request again when it fails without an answer that means something.
func (p *pusher) try(read func() error) error {
	var err error
	for range maxFruitless {
		p.report.Requests++
		p.report.Reads++
		err = read()
		if err == nil || p.ctx.Err() != nil {
			return err
		}
		if what, _ := failure(err, 1); what != aboutOutcome {
			return err
		}
		if err := p.opt.pause(p.ctx); err != nil {
			return err
		}
	}
	return err
}
