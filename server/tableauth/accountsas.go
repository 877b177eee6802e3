package tableauth

import (
	"errors"
	"strings"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
)

// The letters of an account's SAS: also those that mean something to other services.
const (
	accountPermissions = "rwdxylacuptfi"
	accountServices    = "btqf"
	accountResources   = "sco"
)

// AccountSAS is what a shared access signature of an account permits. What is zero is not said.
type AccountSAS struct {
	Version       string // of the service; 2019-02-02 when ""
	Services      string // of "btqf"; t is tables
	ResourceTypes string // of "sco": the service, tables, entities
	Permissions   string // of "rwdlacup"
	Start         time.Time
	Expiry        time.Time
	Addresses     string // "192.0.2.1" or "192.0.2.1-192.0.2.9"
	Protocol      string // "https" or "https,http"
}

// MakeAccountSAS returns the signature as a query: "sv=…&ss=…&sig=…". Errors are those of s; none repeats the key.
func MakeAccountSAS(account string, key Key, s AccountSAS) (string, error) {
	p := sasParameters{
		sv: s.Version, ss: s.Services, srt: s.ResourceTypes, sp: s.Permissions, st: formatSASTime(s.Start), se: formatSASTime(s.Expiry),
		sip: s.Addresses, spr: s.Protocol,
	}
	if p.sv == "" {
		p.sv = defaultVersion
	}
	if key.IsZero() {
		return "", errors.New("there is no key to sign with")
	}
	if err := p.checkAccount(); err != nil {
		return "", err
	}
	p.sig = key.Sign(p.accountString(account))
	return p.encode(), nil
}

// checkAccount refuses parameters that do not make a signature of an account. Error: AuthenticationFailed.
func (p *sasParameters) checkAccount() error {
	switch {
	case !validVersion(p.sv, addressLines):
		return failed("sv is a version of the service, %s or later.", addressLines)
	case p.ss == "" || !isSubset(p.ss, accountServices, false):
		return failed("ss is letters of %s.", accountServices)
	case p.srt == "" || !isSubset(p.srt, accountResources, false):
		return failed("srt is letters of %s.", accountResources)
	case p.sp == "" || !isSubset(p.sp, accountPermissions, false):
		return failed("sp is letters of %s.", accountPermissions)
	case p.se == "":
		return failed("The signature does not say when it expires.")
	}
	return nil
}

// accountString returns what is signed of an account's SAS.
func (p *sasParameters) accountString(account string) string {
	text := account + "\n" + p.sp + "\n" + p.ss + "\n" + p.srt + "\n" + p.st + "\n" + p.se + "\n" + p.sip + "\n" + p.spr + "\n" + p.sv + "\n"
	if p.sv >= encryptionLine {
		text += p.ses + "\n"
	}
	return text
}

// accountNeeds says which resource type and which permission, one of the letters, an operation needs. Stored access policies
// are for keys alone.
var accountNeeds = [...]struct {
	operation   tablerest.Operations
	resource    byte
	permissions string
}{
	{tablerest.ListTables, 's', "l"},
	{tablerest.CreateTables, 'c', "cw"},
	{tablerest.DeleteTables, 'c', "d"},
	{tablerest.ReadEntities, 'o', "r"},
	{tablerest.AddEntities, 'o', "a"},
	{tablerest.UpdateEntities, 'o', "u"},
	{tablerest.DeleteEntities, 'o', "d"},
	{tablerest.ReadProperties, 's', "r"},
	{tablerest.WriteProperties, 's', "w"},
}

// accountLimit returns what the sender of an account's SAS may do.
func (p *sasParameters) accountLimit() *tablerest.Limit {
	l := &tablerest.Limit{}
	var typed tablerest.Operations // whose resource type the signature is for
	for _, need := range accountNeeds {
		if strings.IndexByte(p.srt, need.resource) < 0 {
			continue
		}
		typed |= need.operation
		if strings.ContainsAny(p.sp, need.permissions) {
			l.Allowed |= need.operation
		}
	}
	l.Refusal = func(needs tablerest.Operations) *engine.Error {
		switch {
		case needs&tablerest.TableACL != 0:
			return tablerest.Errorf(tablerest.AuthorizationFailure, "Stored access policies need the account's key.")
		case needs&^typed != 0:
			return tablerest.Errorf(tablerest.AuthorizationResourceTypeMismatch, "The signature's srt does not hold the resource type.")
		}
		return tablerest.Errorf(tablerest.AuthorizationPermissionMismatch, "The signature's sp does not hold the permission.")
	}
	return l
}
