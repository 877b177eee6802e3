package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"rangefinder/engine"
	"rangefinder/filterlang/explain"
	"rangefinder/server/connection"
)

// telling is the service of an account whose errors say which account and table they are about, and what to do.
type telling struct {
	engine.Service
	account *remote
}

// CreateTable implements engine.Service.
func (s telling) CreateTable(ctx context.Context, table string) error {
	return s.tell(table, s.Service.CreateTable(ctx, table))
}

// DeleteTable implements engine.Service.
func (s telling) DeleteTable(ctx context.Context, table string) error {
	return s.tell(table, s.Service.DeleteTable(ctx, table))
}

// Tables implements engine.Service.
func (s telling) Tables(ctx context.Context, after string, top int) (engine.TablePage, error) {
	page, err := s.Service.Tables(ctx, after, top)
	return page, s.tell("", err)
}

// Get implements engine.Service.
func (s telling) Get(ctx context.Context, table, partitionKey, rowKey string) (engine.Entity, error) {
	e, err := s.Service.Get(ctx, table, partitionKey, rowKey)
	return e, s.tell(table, err)
}

// Query implements engine.Service.
func (s telling) Query(ctx context.Context, table string, q engine.Query) (*engine.Page, error) {
	page, err := s.Service.Query(ctx, table, q)
	return page, s.tell(table, err)
}

// Apply implements engine.Service.
func (s telling) Apply(ctx context.Context, table string, op engine.Op) (engine.OpResult, error) {
	result, err := s.Service.Apply(ctx, table, op)
	return result, s.tell(table, err)
}

// Batch implements engine.Service.
func (s telling) Batch(ctx context.Context, table string, ops []engine.Op) ([]engine.OpResult, error) {
	results, err := s.Service.Batch(ctx, table, ops)
	return results, s.tell(table, err)
}

// tell wraps an error of the service.
func (s telling) tell(table string, err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	return &accountError{s.account, table, err}
}

// accountError is an error of an account.
type accountError struct {
	account *remote
	table   string
	err     error
}

// Unwrap returns what went wrong.
func (e *accountError) Unwrap() error { return e.err }

// Error says what went wrong at which account, and what to do about it.
func (e *accountError) Error() string {
	name := e.account.name
	if _, ok := errors.AsType[*connection.SignInError](e.err); ok {
		return name + ": " + signInAdvice(e.err.Error())
	}
	refused, ok := errors.AsType[*engine.Error](e.err)
	switch {
	case !ok:
		return fmt.Sprintf("%s cannot be reached at %s: %v", name, e.account.endpoint, e.err)
	case refused.Code == engine.TableNotFound && e.table != "":
		return fmt.Sprintf("%s has no table %s (%v)", name, e.table, refused)
	case connection.IsNotTaken(string(refused.Code), refused.Message):
		return name + ": " + e.account.account.WhyNotTaken(time.Now()) + " (" + refused.Error() + ")"
	}
	return name + ": " + e.err.Error()
}

// roughly returns a duration as people say it.
func roughly(d time.Duration) string {
	for _, unit := range []struct {
		size      time.Duration
		one, many string
	}{{24 * time.Hour, "day", "days"}, {time.Hour, "hour", "hours"}, {time.Minute, "minute", "minutes"}} {
		if d >= 2*unit.size || d >= unit.size && unit.size == time.Minute {
			return count(int(d/unit.size), unit.one, unit.many)
		}
	}
	return count(int(d/time.Second), "second", "seconds")
}

// signInAdvice returns what is worth reading of the error of signing in, with what to do first. The Azure SDK tells on many lines what
// each of its ways met; one line of each is enough.
func signInAdvice(text string) string {
	first, rest, _ := strings.Cut(text, "\n")
	var tried []string
	for line := range strings.SplitSeq(rest, "\n") {
		if way, ok := strings.CutPrefix(line, "\t"); ok && way != "" && way[0] != '\t' {
			tried = append(tried, "\n  "+strings.TrimRight(way, ". "))
		}
	}
	if tried == nil {
		return first
	}
	return "nothing on this machine could sign in with Entra ID: run `az login`, or set AZURE_TENANT_ID, AZURE_CLIENT_ID and AZURE_CLIENT_SECRET, or give a connection string. These were tried:" + strings.Join(tried, "")
}

// filterError returns what is wrong with a $filter, with a mark under the place.
func filterError(flag, filter string, err error) error {
	e, ok := errors.AsType[*engine.Error](err)
	if !ok || e.Syntax == nil {
		return &usageError{flag + ": " + err.Error()}
	}
	line, mark := explain.Pointed(filter, e.Syntax.Span)
	return &usageError{fmt.Sprintf("%s: %s\n  %s\n  %s", flag, err, line, mark)}
}
