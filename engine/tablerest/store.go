//go:build !js

package tablerest

import (
	"context"
	"strings"
	"sync"
	"time"
)

// PropertiesStore keeps the service properties of an account. Every method may be called from several goroutines.
type PropertiesStore interface {
	// Properties returns what was kept last, DefaultProperties() before that.
	Properties(ctx context.Context) (ServiceProperties, error)
	// SetProperties keeps properties that are valid.
	SetProperties(ctx context.Context, p ServiceProperties) error
}

// ACLStore keeps the stored access policies of tables. The table is given in lower case. Every method may be called from
// several goroutines.
type ACLStore interface {
	// Policies returns the policies of a table, in the order they were set; none when there are none.
	Policies(ctx context.Context, table string) ([]AccessPolicy, error)
	// SetPolicies replaces the policies of a table; with none it forgets the table.
	SetPolicies(ctx context.Context, table string, policies []AccessPolicy) error
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

// NewMemoryProperties returns a store that forgets with the process.
func NewMemoryProperties() PropertiesStore { return &memoryProperties{p: DefaultProperties()} }

func (m *memoryProperties) Properties(context.Context) (ServiceProperties, error) {
	m.lock.Lock()
	defer m.lock.Unlock()
	return m.p, nil
}

func (m *memoryProperties) SetProperties(_ context.Context, p ServiceProperties) error {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.p = p
	return nil
}

// memoryACL is an ACLStore.
type memoryACL struct {
	lock     sync.Mutex
	policies map[string][]AccessPolicy
}

// NewMemoryACL returns a store that forgets with the process.
func NewMemoryACL() ACLStore { return &memoryACL{policies: map[string][]AccessPolicy{}} }

func (m *memoryACL) Policies(_ context.Context, table string) ([]AccessPolicy, error) {
	m.lock.Lock()
	defer m.lock.Unlock()
	return m.policies[strings.ToLower(table)], nil
}

func (m *memoryACL) SetPolicies(_ context.Context, table string, policies []AccessPolicy) error {
	m.lock.Lock()
	defer m.lock.Unlock()
	if table = strings.ToLower(table); len(policies) == 0 {
		delete(m.policies, table)
	} else {
		m.policies[table] = policies
	}
	return nil
}
