package tableauth

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
)

// tablePermissions are the permissions of a table's SAS, in the order they stand in.
const tablePermissions = "raud"

// TableSAS is what a shared access signature of a table permits. What is zero is not said: it is open, or the stored access
// policy says it.
type TableSAS struct {
	Version     string // of the service; 2019-02-02 when ""
	Table       string
	Permissions string // of "raud", in that order
	Start       time.Time
	Expiry      time.Time
	Identifier  string // of a stored access policy
	Addresses   string // "192.0.2.1" or "192.0.2.1-192.0.2.9"
	Protocol    string // "https" or "https,http"

	// The range of keys, both ends inclusive. A RowKey needs its PartitionKey. An end cannot be an empty key: in what is signed
	// it would be no end at all.
	StartPartition, StartRow string
	EndPartition, EndRow     string
}

// defaultVersion is the version of signatures made here.
const defaultVersion = "2019-02-02"

// MakeTableSAS returns the signature as a query: "sv=…&tn=…&sig=…". Errors are those of s; none repeats the key.
func MakeTableSAS(account string, key Key, s TableSAS) (string, error) {
	p := sasParameters{
		sv: s.Version, tn: s.Table, sp: s.Permissions, st: formatSASTime(s.Start), se: formatSASTime(s.Expiry), si: s.Identifier,
		sip: s.Addresses, spr: s.Protocol, spk: s.StartPartition, srk: s.StartRow, epk: s.EndPartition, erk: s.EndRow,
	}
	if p.sv == "" {
		p.sv = defaultVersion
	}
	switch {
	case key.IsZero():
		return "", errors.New("there is no key to sign with")
	case engine.CheckTableName(p.tn) != nil:
		return "", fmt.Errorf("%.70q cannot be a table", p.tn)
	case p.si == "" && (p.sp == "" || p.se == ""):
		return "", errors.New("a signature without a stored access policy needs permissions and an expiry")
	}
	if err := p.checkTable(); err != nil {
		return "", err
	}
	p.sig = key.Sign(p.tableString(account))
	return p.encode(), nil
}

// encode returns the parameters that are there as a query.
func (p *sasParameters) encode() string {
	var b strings.Builder
	for _, name := range [...]string{"sv", "tn", "ss", "srt", "sp", "st", "se", "si", "sip", "spr", "spk", "srk", "epk", "erk", "ses", "sig"} {
		value := *p.field(name)
		if value == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('&')
		}
		b.WriteString(name + "=" + strings.ReplaceAll(url.QueryEscape(value), "+", "%20"))
	}
	return b.String()
}

// checkTable refuses parameters that do not make a signature of a table. Error: AuthenticationFailed.
func (p *sasParameters) checkTable() error {
	switch {
	case !validVersion(p.sv, oldestTableSAS):
		return failed("sv is a version of the service, %s or later.", oldestTableSAS)
	case p.sv < addressLines && (p.sip != "" || p.spr != ""):
		return failed("Version %s does not sign sip and spr.", p.sv)
	case !isSubset(p.sp, tablePermissions, true):
		return failed("sp is letters of %s, in that order.", tablePermissions)
	case p.srk != "" && p.spk == "" || p.erk != "" && p.epk == "":
		return failed("A RowKey bounds the range only together with its PartitionKey.")
	}
	return nil
}

// tableString returns what is signed of a table's SAS.
func (p *sasParameters) tableString(account string) string {
	resource := "/" + account + "/" + strings.ToLower(p.tn)
	if p.sv >= resourceTable {
		resource = "/table" + resource
	}
	lines := []string{p.sp, p.st, p.se, resource, p.si, p.sip, p.spr, p.sv, p.spk, p.srk, p.epk, p.erk}
	if p.sv < addressLines {
		lines = append(lines[:5], lines[7:]...)
	}
	return strings.Join(lines, "\n")
}

// withPolicy adds what a stored access policy says. What both say is refused, and so is what neither says.
func (p *sasParameters) withPolicy(policy *tablerest.AccessPolicy) (permissions string, start, expiry time.Time, err *engine.Error) {
	var ok bool
	permissions = p.sp
	if p.st != "" {
		if start, ok = parseSASTime(p.st); !ok {
			return "", start, expiry, failed("st is not a time, such as 2026-11-20T12:00:00Z.")
		}
	}
	if p.se != "" {
		if expiry, ok = parseSASTime(p.se); !ok {
			return "", start, expiry, failed("se is not a time, such as 2026-11-20T12:00:00Z.")
		}
	}
	if policy != nil {
		if p.sp != "" && policy.Permission != "" || p.st != "" && !policy.Start.IsZero() || p.se != "" && !policy.Expiry.IsZero() {
			return "", start, expiry, failed("The signature and its stored access policy say the same thing; only one of them may.")
		}
		if p.sp == "" {
			permissions = policy.Permission
		}
		if p.st == "" {
			start = policy.Start
		}
		if p.se == "" {
			expiry = policy.Expiry
		}
	}
	switch {
	case permissions == "":
		return "", start, expiry, failed("Neither the signature nor a stored access policy gives permissions.")
	case expiry.IsZero():
		return "", start, expiry, failed("Neither the signature nor a stored access policy says when it expires.")
	}
	return permissions, start, expiry, nil
}

// tableLimit returns what the sender of a table's SAS may do.
func (p *sasParameters) tableLimit(permissions string) *tablerest.Limit {
	l := &tablerest.Limit{Table: p.tn}
	for permission, operations := range map[byte]tablerest.Operations{
		'r': tablerest.ReadEntities, 'a': tablerest.AddEntities, 'u': tablerest.UpdateEntities, 'd': tablerest.DeleteEntities,
	} {
		if strings.IndexByte(permissions, permission) >= 0 {
			l.Allowed |= operations
		}
	}
	for _, bound := range [...]struct {
		to    **string
		value *string
	}{{&l.StartPartition, &p.spk}, {&l.StartRow, &p.srk}, {&l.EndPartition, &p.epk}, {&l.EndRow, &p.erk}} {
		if *bound.value != "" {
			*bound.to = bound.value
		}
	}
	return l
}
