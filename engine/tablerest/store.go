//go:build !js

package tablerest

import (
	"context"
	"strings"
	"sync"
	"time"

	"rangefinder/engine"
)

// PropertiesStore keeps the service properties of an account. Every method may be called from several goroutines.
type PropertiesStore interface {
	// Properties returns what was kept last, DefaultProperties() before that.
	Properties(ctx context.Context) (ServiceProperties, error)
	// ChangeProperties calls change with what was kept last and keeps what it leaves, unless it returns an error, which is then
	// returned. Nobody else changes them between the two.
	ChangeProperties(ctx context.Context, change func(*ServiceProperties) error) error
}

// ACLStore keeps the stored access policies of tables. They go with their table, in one step: a table that is created again
// under the name never has them, whatever else happens at the time. Every method may be called from several goroutines.
type ACLStore interface {
	// Policies returns the policies of a table, in the order they were set; none when there are none.
	Policies(ctx context.Context, table string) ([]AccessPolicy, error)
	// SetPolicies replaces the policies of a table. Error: TableNotFound.
	SetPolicies(ctx context.Context, table string, policies []AccessPolicy) error
	// DeleteTable removes a table with its policies; see engine.Service.
	DeleteTable(ctx context.Context, table string) error
}

// AccessPolicy is a stored access policy of a table. What is zero is to be given by the SAS.
type AccessPolicy struct {
	ID         string    `json:"id"` // 1 to 64 characters
	Start      time.Time `json:"start,omitzero"`
	Expiry     time.Time `json:"expiry,omitzero"`
	Permission string    `json:"permission,omitempty"` // of "raud"
}

// ServiceProperties are the settings of an account. Logging and metrics are kept and told, and do nothing.
type ServiceProperties struct {
	Logging       Logging    `json:"logging"`
	HourMetrics   Metrics    `json:"hourMetrics"`
	MinuteMetrics Metrics    `json:"minuteMetrics"`
	CORS          []CORSRule `json:"cors,omitempty"`
}

// Logging says which requests are logged.
type Logging struct {
	Version   string    `json:"version"`
	Delete    bool      `json:"delete,omitempty"`
	Read      bool      `json:"read,omitempty"`
	Write     bool      `json:"write,omitempty"`
	Retention Retention `json:"retention"`
}

// Metrics says what is summed up. IncludeAPIs is nil when it is not given, as it must be when metrics are off.
type Metrics struct {
	Version     string    `json:"version"`
	Enabled     bool      `json:"enabled,omitempty"`
	IncludeAPIs *bool     `json:"includeAPIs,omitempty"`
	Retention   Retention `json:"retention"`
}

// Retention says how long logs and metrics are kept; Days is 1 to 365 when Enabled and 0 otherwise.
type Retention struct {
	Enabled bool `json:"enabled,omitempty"`
	Days    int  `json:"days,omitempty"`
}

// CORSRule lets pages of other origins send requests. The lists hold what stands between the commas; "*" is anything.
type CORSRule struct {
	AllowedOrigins  []string `json:"allowedOrigins"`
	AllowedMethods  []string `json:"allowedMethods"`
	AllowedHeaders  []string `json:"allowedHeaders"` // a trailing "*" is any ending
	ExposedHeaders  []string `json:"exposedHeaders"`
	MaxAgeInSeconds int      `json:"maxAgeInSeconds"`
}

// DefaultProperties returns the properties of a new account.
func DefaultProperties() ServiceProperties {
	return ServiceProperties{Logging: Logging{Version: "1.0"}, HourMetrics: Metrics{Version: "1.0"}, MinuteMetrics: Metrics{Version: "1.0"}}
}

// memoryProperties is a PropertiesStore.
type memoryProperties struct {
	lock sync.Mutex
	p    ServiceProperties
}

func newMemoryProperties() *memoryProperties { return &memoryProperties{p: DefaultProperties()} }

func (m *memoryProperties) Properties(context.Context) (ServiceProperties, error) {
	m.lock.Lock()
	defer m.lock.Unlock()
	return m.p, nil
}

func (m *memoryProperties) ChangeProperties(_ context.Context, change func(*ServiceProperties) error) error {
	m.lock.Lock()
	defer m.lock.Unlock()
	p := m.p
	if err := change(&p); err != nil {
		return err
	}
	m.p = p
	return nil
}

// memoryACL is an ACLStore that forgets with the process. Its lock makes the deletion of a table and of its policies one step.
type memoryACL struct {
	service  engine.Service
	lock     sync.Mutex
	policies map[string][]AccessPolicy // by the table's lower-cased name
}

func newMemoryACL(service engine.Service) *memoryACL {
	return &memoryACL{service: service, policies: map[string][]AccessPolicy{}}
}

func (m *memoryACL) Policies(_ context.Context, table string) ([]AccessPolicy, error) {
	m.lock.Lock()
	defer m.lock.Unlock()
	return m.policies[strings.ToLower(table)], nil
}

func (m *memoryACL) SetPolicies(ctx context.Context, table string, policies []AccessPolicy) error {
	m.lock.Lock()
	defer m.lock.Unlock()
	if name, err := storedName(ctx, m.service, table); err != nil {
		return err
	} else if name == "" {
		return engine.Errorf(engine.TableNotFound, "There is no table %.60q.", table)
	}
	m.policies[strings.ToLower(table)] = policies
	return nil
}

func (m *memoryACL) DeleteTable(ctx context.Context, table string) error {
	m.lock.Lock()
	defer m.lock.Unlock()
	err := m.service.DeleteTable(ctx, table)
	if err == nil {
		delete(m.policies, strings.ToLower(table))
	}
	return err
}
