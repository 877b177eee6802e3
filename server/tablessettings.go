package server

import (
	"context"
	"encoding/json"
	"sync"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
)

// settings keeps the service properties and the stored access policies of an account as documents of its tables' workspace,
// so that they are as durable as the tables are. Policies are the document of their table, which goes with it.
type settings struct {
	db       *engine.DB
	changing sync.Mutex // held while service properties are read, changed and kept
}

var (
	_ tablerest.PropertiesStore = (*settings)(nil)
	_ tablerest.ACLStore        = (*settings)(nil)
)

// propertiesDocument holds the service properties.
const propertiesDocument = "service-properties"

// Properties implements tablerest.PropertiesStore.
func (s *settings) Properties(context.Context) (tablerest.ServiceProperties, error) {
	text, ok := s.db.Document(propertiesDocument)
	if !ok {
		return tablerest.DefaultProperties(), nil
	}
	var p tablerest.ServiceProperties
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		return p, engine.Errorf(engine.StorageDamaged, "The service properties cannot be read.")
	}
	return p, nil
}

// ChangeProperties implements tablerest.PropertiesStore.
func (s *settings) ChangeProperties(ctx context.Context, change func(*tablerest.ServiceProperties) error) error {
	s.changing.Lock()
	defer s.changing.Unlock()
	p, err := s.Properties(ctx)
	if err != nil {
		return err
	}
	if err := change(&p); err != nil {
		return err
	}
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return s.db.SetDocument(ctx, propertiesDocument, string(text))
}

// Policies implements tablerest.ACLStore.
func (s *settings) Policies(_ context.Context, table string) ([]tablerest.AccessPolicy, error) {
	text, ok := s.db.TableDocument(table)
	if !ok {
		return nil, nil
	}
	var policies []tablerest.AccessPolicy
	if err := json.Unmarshal([]byte(text), &policies); err != nil {
		return nil, engine.Errorf(engine.StorageDamaged, "The stored access policies cannot be read.")
	}
	return policies, nil
}

// SetPolicies implements tablerest.ACLStore.
func (s *settings) SetPolicies(ctx context.Context, table string, policies []tablerest.AccessPolicy) error {
	if len(policies) == 0 {
		return s.db.SetTableDocument(ctx, table, "")
	}
	text, err := json.Marshal(policies)
	if err != nil {
		return err
	}
	return s.db.SetTableDocument(ctx, table, string(text))
}

// DeleteTable implements tablerest.ACLStore.
func (s *settings) DeleteTable(ctx context.Context, table string) error {
	return s.db.DeleteTable(ctx, table)
}
