package sdk

import (
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
)

// signed returns the Go client of a table that has a shared access signature only.
func signed(t *testing.T, table string, v aztables.SASSignatureValues) *aztables.Client {
	t.Helper()
	v.TableName = table
	token := must(v.Sign(credential(t)))(t)
	// The client signs a range of keys and then forgets to send it.
	for _, bound := range [][2]string{{"spk", v.StartPartitionKey}, {"srk", v.StartRowKey}, {"epk", v.EndPartitionKey}, {"erk", v.EndRowKey}} {
		if bound[1] != "" {
			token += "&" + bound[0] + "=" + url.QueryEscape(bound[1])
		}
	}
	return must(aztables.NewClientWithNoCredential(ours.url+"/"+table+"?"+token, once()))(t)
}

// Ensure that a table's signature permits what it says, on its table, in its range and in its time, and nothing else.
func TestGo_TableSAS(t *testing.T) {
	ctx, owner := t.Context(), goTable(t, "GoSAS")
	goTable(t, "GoSASOther")
	soon, before := time.Now().Add(time.Hour), time.Now().Add(-time.Hour)
	for _, keys := range [][2]string{{"a", "1"}, {"b", "1"}, {"b", "2"}, {"c", "1"}, {"c", "2"}, {"d", "1"}} {
		must(owner.AddEntity(ctx, object(t, keys[0], keys[1]), nil))(t)
	}

	// What each permission allows. Every operation is tried with each.
	operations := []struct {
		name  string
		needs string
		do    func(c *aztables.Client) error
	}{
		{"get", "r", func(c *aztables.Client) error { _, err := c.GetEntity(ctx, "a", "1", nil); return err }},
		{"query", "r", func(c *aztables.Client) error { _, err := c.NewListEntitiesPager(nil).NextPage(ctx); return err }},
		{"insert", "a", func(c *aztables.Client) error {
			_, err := c.AddEntity(ctx, object(t, "new", fmt.Sprint(time.Now().UnixNano())), nil)
			return err
		}},
		{"merge", "u", func(c *aztables.Client) error {
			_, err := c.UpdateEntity(ctx, object(t, "a", "1", "V", 1), &aztables.UpdateEntityOptions{UpdateMode: aztables.UpdateModeMerge})
			return err
		}},
		{"replace", "u", func(c *aztables.Client) error {
			_, err := c.UpdateEntity(ctx, object(t, "a", "1", "V", 1), &aztables.UpdateEntityOptions{UpdateMode: aztables.UpdateModeReplace})
			return err
		}},
		{"upsert", "au", func(c *aztables.Client) error {
			_, err := c.UpsertEntity(ctx, object(t, "a", "1"), nil)
			return err
		}},
		{"delete", "d", func(c *aztables.Client) error { _, err := c.DeleteEntity(ctx, "d", "1", nil); return err }},
	}
	for _, permissions := range []string{"r", "a", "u", "d", "au", "raud"} {
		c := signed(t, "GoSAS", aztables.SASSignatureValues{Permissions: permissions, StartTime: before, ExpiryTime: soon})
		for _, o := range operations {
			t.Run(permissions+" "+o.name, func(t *testing.T) {
				err := o.do(c)
				if allowed := strings.Trim(o.needs, permissions) == ""; !allowed {
					refused(t, err, 403, "AuthorizationPermissionMismatch")
				} else if err != nil {
					t.Error(err)
				}
				if o.name == "delete" && err == nil {
					must(owner.AddEntity(ctx, object(t, "d", "1"), nil))(t)
				}
			})
		}
	}
	transaction := []aztables.TransactionAction{{ActionType: aztables.TransactionTypeAdd, Entity: object(t, "t", "1")}, {ActionType: aztables.TransactionTypeInsertMerge, Entity: object(t, "t", "2")}}
	must(signed(t, "GoSAS", aztables.SASSignatureValues{Permissions: "au", ExpiryTime: soon}).SubmitTransaction(ctx, transaction, nil))(t)
	if _, err := signed(t, "GoSAS", aztables.SASSignatureValues{Permissions: "a", ExpiryTime: soon}).SubmitTransaction(ctx, transaction, nil); err == nil {
		t.Error("a transaction with an upsert needs no permission to update")
	}

	all := aztables.SASSignatureValues{Permissions: "raud", ExpiryTime: soon}
	_, err := signed(t, "GoSAS", all).Delete(ctx, nil)
	refused(t, err, 403, "AuthorizationPermissionMismatch")
	_, err = signed(t, "GoSAS", all).GetAccessPolicy(ctx, nil)
	refused(t, err, 403, "AuthorizationPermissionMismatch")

	for name, test := range map[string]struct {
		change func(v *aztables.SASSignatureValues)
		code   string
	}{
		"expired":       {func(v *aztables.SASSignatureValues) { v.ExpiryTime = before }, "AuthenticationFailed"},
		"not yet":       {func(v *aztables.SASSignatureValues) { v.StartTime = soon.Add(-time.Minute) }, "AuthenticationFailed"},
		"https only":    {func(v *aztables.SASSignatureValues) { v.Protocol = aztables.SASProtocolHTTPS }, "AuthorizationProtocolMismatch"},
		"other address": {func(v *aztables.SASSignatureValues) { v.IPRange = aztables.IPRange{Start: net.IPv4(192, 0, 2, 1)} }, "AuthorizationSourceIPMismatch"},
	} {
		t.Run(name, func(t *testing.T) {
			v := all
			test.change(&v)
			_, err := signed(t, "GoSAS", v).GetEntity(ctx, "a", "1", nil)
			refused(t, err, 403, test.code)
		})
	}
	here := all
	here.IPRange, here.Protocol = aztables.IPRange{Start: net.IPv4(127, 0, 0, 1), End: net.IPv4(127, 0, 0, 9)}, aztables.SASProtocolHTTPSandHTTP
	must(signed(t, "GoSAS", here).GetEntity(ctx, "a", "1", nil))(t)

	foreign := all
	foreign.TableName = "GoSASOther"
	token := must(foreign.Sign(credential(t)))(t)
	_, err = must(aztables.NewClientWithNoCredential(ours.url+"/GoSAS?"+token, once()))(t).GetEntity(ctx, "a", "1", nil)
	if err == nil {
		t.Error("the signature of another table is accepted")
	}
	token = strings.Replace(must(all.Sign(credential(t)))(t), "sp=raud", "sp=rau", 1)
	_, err = must(aztables.NewClientWithNoCredential(ours.url+"/GoSAS?"+token, once()))(t).GetEntity(ctx, "a", "1", nil)
	refused(t, err, 403, "AuthenticationFailed")
}

// Ensure that a signature for a range of keys reaches those keys and no others, whatever the operation.
func TestGo_TableSASRange(t *testing.T) {
	ctx, owner := t.Context(), goTable(t, "GoRange")
	keys := [][2]string{{"a", "1"}, {"b", "1"}, {"b", "2"}, {"c", "1"}, {"c", "2"}, {"c", "3"}, {"d", "1"}}
	for _, k := range keys {
		must(owner.AddEntity(ctx, object(t, k[0], k[1]), nil))(t)
	}
	for _, test := range []struct{ spk, srk, epk, erk, want string }{
		{"b", "", "c", "", "b1b2c1c2c3"},
		{"b", "2", "c", "2", "b2c1c2"},
		{"c", "", "c", "", "c1c2c3"},
		{"", "", "b", "1", "a1b1"},
		{"c", "3", "", "", "c3d1"},
		{"x", "", "", "", ""},
	} {
		c := signed(t, "GoRange", aztables.SASSignatureValues{Permissions: "raud", ExpiryTime: time.Now().Add(time.Hour),
			StartPartitionKey: test.spk, StartRowKey: test.srk, EndPartitionKey: test.epk, EndRowKey: test.erk})
		var found strings.Builder
		entities, _ := list(t, c, &aztables.ListEntitiesOptions{Top: new(int32(2))})
		for _, e := range entities {
			found.WriteString(e.PartitionKey + e.RowKey)
		}
		if found.String() != test.want {
			t.Errorf("%+v: a query finds %s", test, found.String())
		}
		for _, k := range keys {
			within := strings.Contains(test.want, k[0]+k[1])
			_, got := c.GetEntity(ctx, k[0], k[1], nil)
			_, merged := c.UpsertEntity(ctx, object(t, k[0], k[1], "V", 1), nil)
			_, batched := c.SubmitTransaction(ctx, []aztables.TransactionAction{{ActionType: aztables.TransactionTypeInsertMerge, Entity: object(t, k[0], k[1])}}, nil)
			for operation, err := range map[string]error{"get": got, "upsert": merged, "transaction": batched} {
				if (err == nil) != within {
					t.Errorf("%+v: %s of %s: %v", test, operation, k, err)
				}
			}
			if !within {
				refused(t, got, 403, "AuthorizationFailure")
				refused(t, merged, 403, "AuthorizationFailure")
			}
		}
	}
}

// Ensure that stored access policies are kept as they were set, hold for the signatures that name them, and can be changed and
// withdrawn.
func TestGo_AccessPolicies(t *testing.T) {
	ctx, c := t.Context(), goTable(t, "GoPolicies")
	must(c.AddEntity(ctx, object(t, "p", "r"), nil))(t)
	if none := must(c.GetAccessPolicy(ctx, nil))(t); len(none.SignedIdentifiers) != 0 {
		t.Errorf("%d policies on a new table", len(none.SignedIdentifiers))
	}
	policy := func(id, permission string, expiry time.Time) *aztables.SignedIdentifier {
		start := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
		return &aztables.SignedIdentifier{ID: &id, AccessPolicy: &aztables.AccessPolicy{Permission: &permission, Start: &start, Expiry: &expiry}}
	}
	set := func(policies ...*aztables.SignedIdentifier) error {
		_, err := c.SetAccessPolicy(ctx, &aztables.SetAccessPolicyOptions{TableACL: policies})
		return err
	}
	soon := time.Now().Add(time.Hour).UTC().Truncate(time.Second)
	if err := set(policy("reader", "r", soon), policy("it's <all> é", "raud", soon), &aztables.SignedIdentifier{ID: new("open"), AccessPolicy: &aztables.AccessPolicy{}}); err != nil {
		t.Fatal(err)
	}
	kept := must(c.GetAccessPolicy(ctx, nil))(t).SignedIdentifiers
	if len(kept) != 3 || *kept[1].ID != "it's <all> é" || *kept[1].AccessPolicy.Permission != "raud" || !kept[1].AccessPolicy.Expiry.Equal(soon) || kept[1].AccessPolicy.Start.Year() != 2020 {
		t.Fatalf("%+v", kept)
	}
	reader := signed(t, "GoPolicies", aztables.SASSignatureValues{Identifier: "reader"})
	must(reader.GetEntity(ctx, "p", "r", nil))(t)
	_, err := reader.UpsertEntity(ctx, object(t, "p", "r"), nil)
	refused(t, err, 403, "AuthorizationPermissionMismatch")
	must(signed(t, "GoPolicies", aztables.SASSignatureValues{Identifier: "it's <all> é"}).UpsertEntity(ctx, object(t, "p", "r"), nil))(t)
	must(signed(t, "GoPolicies", aztables.SASSignatureValues{Identifier: "open", Permissions: "r", ExpiryTime: soon}).GetEntity(ctx, "p", "r", nil))(t)
	for name, v := range map[string]aztables.SASSignatureValues{
		"both say it":      {Identifier: "reader", Permissions: "r"},
		"no such policy":   {Identifier: "nobody"},
		"nobody says it":   {Identifier: "open", Permissions: "r"},
		"case of the name": {Identifier: "Reader"},
	} {
		if _, err := signed(t, "GoPolicies", v).GetEntity(ctx, "p", "r", nil); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if err := set(policy("reader", "a", soon)); err != nil { // others are gone
		t.Fatal(err)
	}
	_, err = reader.GetEntity(ctx, "p", "r", nil)
	refused(t, err, 403, "AuthorizationPermissionMismatch")
	must(reader.AddEntity(ctx, object(t, "p", "r2"), nil))(t)
	if err := set(policy("reader", "r", time.Now().Add(-time.Minute))); err != nil {
		t.Fatal(err)
	}
	_, err = reader.GetEntity(ctx, "p", "r", nil)
	refused(t, err, 403, "AuthenticationFailed")
	if set(slices.Repeat([]*aztables.SignedIdentifier{policy("x", "r", soon)}, 6)...) == nil {
		t.Error("six policies are taken")
	}
	err = set(policy(strings.Repeat("x", 65), "r", soon))
	refused(t, err, 400, "InvalidXmlDocument")
	if kept := must(c.GetAccessPolicy(ctx, nil))(t).SignedIdentifiers; len(kept) != 1 {
		t.Errorf("%d policies after refusals", len(kept))
	}
	if err := set(); err != nil {
		t.Fatal(err)
	}
	if none := must(c.GetAccessPolicy(ctx, nil))(t); len(none.SignedIdentifiers) != 0 {
		t.Errorf("%d policies, want none", len(none.SignedIdentifiers))
	}
	_, err = goService(t).NewClient("GoAbsent").GetAccessPolicy(ctx, nil)
	refused(t, err, 404, "TableNotFound")
}

// Ensure that a signature of the account permits what it says on which kind of resource.
func TestGo_AccountSAS(t *testing.T) {
	ctx := t.Context()
	goTable(t, "GoAccountSAS")
	soon := time.Now().Add(time.Hour)
	service := func(v aztables.AccountSASSignatureValues) *aztables.ServiceClient {
		v.ExpiryTime = soon
		if v.Services == "" {
			v.Services = "t"
		}
		token := must(v.Sign(credential(t)))(t)
		return must(aztables.NewServiceClientWithNoCredential(ours.url+"?"+token.Encode(), once()))(t)
	}
	operations := []struct {
		name, kind, needs string
		do                func(s *aztables.ServiceClient) error
	}{
		{"list tables", "s", "l", func(s *aztables.ServiceClient) error { _, err := s.NewListTablesPager(nil).NextPage(ctx); return err }},
		{"create table", "c", "cw", func(s *aztables.ServiceClient) error {
			_, err := s.CreateTable(ctx, "GoAccountMade", nil)
			return err
		}},
		{"delete table", "c", "d", func(s *aztables.ServiceClient) error {
			_, err := s.DeleteTable(ctx, "GoAccountMade", nil)
			return err
		}},
		{"read properties", "s", "r", func(s *aztables.ServiceClient) error { _, err := s.GetProperties(ctx, nil); return err }},
		{"insert", "o", "a", func(s *aztables.ServiceClient) error {
			_, err := s.NewClient("GoAccountSAS").AddEntity(ctx, object(t, "p", fmt.Sprint(time.Now().UnixNano())), nil)
			return err
		}},
		{"query", "o", "r", func(s *aztables.ServiceClient) error {
			_, err := s.NewClient("GoAccountSAS").NewListEntitiesPager(nil).NextPage(ctx)
			return err
		}},
	}
	for _, kinds := range []string{"s", "c", "o", "sco"} {
		for _, permissions := range []string{"r", "w", "d", "l", "a", "c", "u", "rwdlacup"} {
			s := service(aztables.AccountSASSignatureValues{Permissions: permissions, ResourceTypes: kinds})
			for _, o := range operations {
				t.Run(kinds+" "+permissions+" "+o.name, func(t *testing.T) {
					switch o.name { // what the case before left
					case "delete table":
						_, _ = goService(t).CreateTable(ctx, "GoAccountMade", nil)
					case "create table":
						_, _ = goService(t).DeleteTable(ctx, "GoAccountMade", nil)
					}
					err := o.do(s)
					switch {
					case !strings.Contains(kinds, o.kind):
						refused(t, err, 403, "AuthorizationResourceTypeMismatch")
					case !strings.ContainsAny(o.needs, permissions):
						refused(t, err, 403, "AuthorizationPermissionMismatch")
					case err != nil:
						t.Error(err)
					}
				})
			}
		}
	}
	_, _ = goService(t).DeleteTable(ctx, "GoAccountMade", nil)
	_, err := service(aztables.AccountSASSignatureValues{Permissions: "rl", ResourceTypes: "sco", Services: "bqf"}).NewListTablesPager(nil).NextPage(ctx)
	refused(t, err, 403, "AuthorizationServiceMismatch")
	_, err = service(aztables.AccountSASSignatureValues{Permissions: "rl", ResourceTypes: "sco", Protocol: aztables.SASProtocolHTTPS}).NewListTablesPager(nil).NextPage(ctx)
	refused(t, err, 403, "AuthorizationProtocolMismatch")
}

// Ensure that a wrong key, an unknown account and no credential at all are refused.
func TestGo_Refused(t *testing.T) {
	ctx := t.Context()
	wrong := must(aztables.NewSharedKeyCredential(account, "d3Jvbmc="))(t)
	_, err := must(aztables.NewServiceClientWithSharedKey(ours.url, wrong, once()))(t).CreateTable(ctx, "GoWrong", nil)
	refused(t, err, 403, "AuthenticationFailed")
	stranger := must(aztables.NewSharedKeyCredential("stranger", key))(t)
	_, err = must(aztables.NewServiceClientWithSharedKey(ours.url, stranger, once()))(t).CreateTable(ctx, "GoWrong", nil)
	refused(t, err, 403, "AuthenticationFailed")
	_, err = must(aztables.NewServiceClientWithNoCredential(ours.url, once()))(t).CreateTable(ctx, "GoWrong", nil)
	refused(t, err, 403, "AuthenticationFailed")
	text := "DefaultEndpointsProtocol=http;AccountName=" + account + ";AccountKey=" + key + ";TableEndpoint=" + ours.url + ";"
	if _, err := must(aztables.NewServiceClientFromConnectionString(text, once()))(t).NewListTablesPager(nil).NextPage(ctx); err != nil {
		t.Errorf("with the connection string of the README: %v", err)
	}
}
