//go:build !js

package tablerest

import (
	"context"
	"net/http"
	"strings"

	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// tableName is the only property of a table.
const tableName = "TableName"

// queryTables answers a page of tables.
func (x *exchange) queryTables() *engine.Error {
	if err := x.allow(ListTables, nil); err != nil {
		return err
	}
	if err := x.acceptsAnswer(); err != nil {
		return err
	}
	top, err := x.query.pageSize()
	if err != nil {
		return err
	}
	if _, err := x.query.selected(); err != nil { // there is one property: naming it changes nothing
		return err
	}
	accepts, err := tableFilter(x.query.filter)
	if err != nil {
		return err
	}
	after := ""
	if x.query.nextTable != "" {
		text, failed := engine.DecodeTokenKey(x.query.nextTable)
		if failed != nil {
			return wrapped(failed)
		}
		after = text
	}
	page, err := x.listTables(after, top, accepts)
	if err != nil {
		return err
	}
	x.baseURL()
	x.reply = reply{status: http.StatusOK, contentType: contentTypes[x.level]}
	if page.Next != "" {
		x.reply.nextTable = engine.EncodeTokenKey(page.Next)
	}
	e := x.encoder("Tables")
	x.out = e.appendTables(x.out, page.Names)
	return nil
}

// listTables returns a page of the tables that accepts takes, all when it is nil. The page goes on only when another table that
// accepts takes follows it, section 4.1: the last match ends the list.
func (x *exchange) listTables(after string, top int, accepts func(name string) bool) (engine.TablePage, *engine.Error) {
	if top == engine.NoEntities {
		return engine.TablePage{}, nil
	}
	if accepts == nil {
		page, err := x.h.service.Tables(x.ctx, after, top)
		if err != nil {
			return page, wrapped(err)
		}
		return page, nil
	}
	if top == 0 {
		top = engine.MaxPage
	}
	var out engine.TablePage
	for {
		page, err := x.h.service.Tables(x.ctx, after, 0)
		if err != nil {
			return out, wrapped(err)
		}
		for _, name := range page.Names {
			switch {
			case !accepts(name):
			case len(out.Names) == top:
				out.Next = strings.ToLower(out.Names[top-1])
				return out, nil
			default:
				out.Names = append(out.Names, name)
			}
		}
		if after = page.Next; after == "" {
			return out, nil
		}
	}
}

// tableFilter compiles a $filter over tables; nil takes all. Errors: those of filterlang.Parse, and InvalidInput for another
// property than TableName.
func tableFilter(filter string) (func(name string) bool, *engine.Error) {
	if filter == "" {
		return nil, nil
	}
	if _, err := engine.CheckQuery(engine.Query{Filter: filter}); err != nil {
		return nil, wrapped(err)
	}
	expr, err := filterlang.Parse(filter)
	if err != nil {
		return nil, wrapped(err)
	}
	if other := otherProperty(expr); other != "" {
		e := engine.Errorf(engine.InvalidInput, "Tables are filtered by TableName only, not by %.60q.", other)
		e.Field = "$filter"
		return nil, e
	}
	return func(name string) bool {
		return filterlang.Eval(expr, func(string) edm.Value { return edm.NewString(name) }, filterlang.MatchOptions{})
	}, nil
}

// otherProperty returns a property in the filter that tables lack, "" when there is none.
func otherProperty(e filterlang.Expr) string {
	var operands []filterlang.Expr
	switch e := e.(type) {
	case *filterlang.And:
		operands = e.Operands
	case *filterlang.Or:
		operands = e.Operands
	case *filterlang.Not:
		return otherProperty(e.Operand)
	case *filterlang.Comparison:
		if e.Property != tableName {
			return e.Property
		}
	case *filterlang.BoolProperty:
		if e.Property != tableName {
			return e.Property
		}
	}
	for _, operand := range operands {
		if other := otherProperty(operand); other != "" {
			return other
		}
	}
	return ""
}

// createTable makes a table.
func (x *exchange) createTable() *engine.Error {
	if err := x.allow(CreateTables, nil); err != nil {
		return err
	}
	prefer := x.preference()
	if err := x.acceptsAnswer(); err != nil && prefer != returnNoContent {
		return err
	}
	if err := x.checkContentType(); err != nil {
		return err
	}
	if err := x.readBody(); err != nil {
		return err
	}
	name, err := readTableName(x.body)
	if err != nil {
		return err
	}
	x.seen.Table = name
	if err := x.h.service.CreateTable(x.ctx, name); err != nil {
		return wrapped(err)
	}
	x.baseURL()
	x.reply = reply{
		status:   http.StatusNoContent,
		location: string(appendTablePath(append([]byte(x.root), '/'), name)),
		applied:  prefer.String(),
	}
	if prefer == returnNoContent {
		x.reply.dataServiceID = true
		return nil
	}
	x.reply.status, x.reply.contentType = http.StatusCreated, contentTypes[x.level]
	e := x.encoder("Tables")
	x.out = e.appendTable(x.out, name)
	return nil
}

// readTableName reads the body of Create Table.
func readTableName(body string) (string, *engine.Error) {
	var o object
	if err := readBodyObject(body, &o); err != nil {
		return "", err
	}
	for i := range o.members {
		m := &o.members[i]
		if m.name != tableName {
			continue
		}
		v, err := m.value()
		switch {
		case err != nil:
			return "", err
		case v.Type() == edm.String:
			return v.Text(), nil
		case !v.IsZero():
			return "", m.fail("it is a String.")
		}
	}
	return "", Errorf(PropertiesNeedValue, "A table needs a TableName.")
}

// getTable answers one table.
func (x *exchange) getTable() *engine.Error {
	if err := x.allow(ListTables, nil); err != nil {
		return err
	}
	if err := x.acceptsAnswer(); err != nil {
		return err
	}
	name, err := x.storedName(x.at.table)
	if err != nil {
		return err
	}
	if name == "" {
		return engine.Errorf(engine.ResourceNotFound, "There is no table %.60q.", x.at.table)
	}
	x.baseURL()
	x.reply = reply{status: http.StatusOK, contentType: contentTypes[x.level]}
	e := x.encoder("Tables")
	x.out = e.appendTable(x.out, name)
	return nil
}

// storedName returns a table's name as it was created, "" when there is no such table.
func (x *exchange) storedName(table string) (string, *engine.Error) {
	name, err := storedName(x.ctx, x.h.service, table)
	if err != nil {
		return "", wrapped(err)
	}
	return name, nil
}

func storedName(ctx context.Context, service engine.Service, table string) (string, error) {
	if engine.CheckTableName(table) != nil {
		return "", nil
	}
	key := strings.ToLower(table)
	last := len(key) - 1
	before := key[:last] + string(key[last]-1) + "~" // no name lies between this and the key
	page, err := service.Tables(ctx, before, 1)
	if err != nil {
		return "", err
	}
	if len(page.Names) == 1 && strings.EqualFold(page.Names[0], table) {
		return page.Names[0], nil
	}
	return "", nil
}

// deleteTable removes a table and its policies.
func (x *exchange) deleteTable() *engine.Error {
	if err := x.allow(DeleteTables, nil); err != nil {
		return err
	}
	_ = x.acceptsAnswer() // for the level of an error
	if err := x.h.o.ACL.DeleteTable(x.ctx, x.at.table); err != nil {
		return wrapped(err)
	}
	x.reply = reply{status: http.StatusNoContent}
	return nil
}
