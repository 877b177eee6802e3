package server

import (
	"context"
	"encoding/json"
	"strings"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
)

// settings keeps the service properties and the stored access policies of an account as documents of its tables' workspace,
// so that they are as durable as the tables are.
type settings struct{ db *engine.DB }

var (
	_ tablerest.PropertiesStore = (*settings)(nil)
	_ tablerest.ACLStore        = (*settings)(nil)
)

// propertiesDocument holds the service properties.
const propertiesDocument = "service-properties"

// policiesDocument returns the name of the document that holds the policies of a table: with a table's 63 characters at most
// as long as such a name may be.
func policiesDocument(table string) string { return "@" + strings.ToLower(table) }

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

// SetProperties implements tablerest.PropertiesStore.
func (s *settings) SetProperties(ctx context.Context, p tablerest.ServiceProperties) error {
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return s.db.SetDocument(ctx, propertiesDocument, string(text))
}

// Policies implements tablerest.ACLStore.
func (s *settings) Policies(_ context.Context, table string) ([]tablerest.AccessPolicy, error) {
	text, ok := s.db.Document(policiesDocument(table))
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
		return s.db.SetDocument(ctx, policiesDocument(table), "")
	}
	text, err := json.Marshal(policies)
	if err != nil {
		return err
	}
	return s.db.SetDocument(ctx, policiesDocument(table), string(text))
}
