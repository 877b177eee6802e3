package cosmos

import (
	"context"

	"rangefinder/engine"
	"rangefinder/filterlang"
)

// named refuses another capitalization of a table's name: it names no table there.
func (a *Account) named(table string) *engine.Error {
	if s, err := a.DB.Snapshot(table); err == nil && s.Table() != table {
		return told(engine.Errorf(engine.TableNotFound, "Names of tables are case-sensitive in Azure Cosmos DB: %.70q is not %.70q.", table, s.Table()))
	}
	return nil
}

// DeleteTable implements engine.Service.
func (a *Account) DeleteTable(ctx context.Context, table string) error {
	if err := a.named(table); err != nil {
		return told(engine.Errorf(engine.ResourceNotFound, "%s", err.Detail))
	}
	return a.DB.DeleteTable(ctx, table)
}

// Get implements engine.Service.
func (a *Account) Get(ctx context.Context, table, partitionKey, rowKey string) (engine.Entity, error) {
	if err := a.named(table); err != nil {
		return engine.Entity{}, err
	}
	return a.DB.Get(ctx, table, partitionKey, rowKey)
}

// Apply implements engine.Service.
func (a *Account) Apply(ctx context.Context, table string, op engine.Op) (engine.OpResult, error) {
	if err := a.named(table); err != nil {
		return engine.OpResult{}, err
	}
	if err := checkOp(&op); err != nil {
		return engine.OpResult{}, err
	}
	return a.DB.Apply(ctx, table, op)
}

// Batch implements engine.Service.
func (a *Account) Batch(ctx context.Context, table string, ops []engine.Op) ([]engine.OpResult, error) {
	if err := a.named(table); err != nil {
		return nil, err
	}
	bytes := 0
	for i := range ops {
		if err := checkOp(&ops[i]); err != nil {
			err.Index = i
			return nil, err
		}
		if e, err := engine.NewEntity(ops[i].PartitionKey, ops[i].RowKey, 0, ops[i].Properties); err == nil {
			bytes += e.Size()
		}
	}
	if most := engine.BatchBytes(filterlang.Cosmos); bytes > most { // of the entities, as the service counts one
		return nil, told(engine.Errorf(engine.RequestBodyTooLarge, "The transaction has %d bytes; one of Azure Cosmos DB has at most %d.", bytes, most))
	}
	return a.DB.Batch(ctx, table, ops)
}

func checkOp(op *engine.Op) *engine.Error {
	names := make([]string, len(op.Properties))
	for i := range op.Properties {
		names[i] = op.Properties[i].Name
	}
	return told(engine.CheckFor(filterlang.Cosmos, op.RowKey, names...))
}

// told makes the detail of an error its message: the sentence that Azure Table storage has for the code is about other limits.
func told(e *engine.Error) *engine.Error {
	if e != nil {
		e.Message = e.Detail
	}
	return e
}
