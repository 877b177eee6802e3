package sdk

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
)

// Ensure that the Go client makes, lists and deletes tables, in pages and from a continuation of its own.
func TestGo_Tables(t *testing.T) {
	ctx, s := t.Context(), goService(t)
	var want []string
	for i := range 7 {
		name := fmt.Sprintf("GoTables%d", i)
		goTable(t, name)
		want = append(want, name)
	}
	_, err := s.CreateTable(ctx, "gotables3", nil)
	refused(t, err, 409, "TableAlreadyExists")
	_, err = s.CreateTable(ctx, "a-b", nil)
	refused(t, err, 400, "InvalidResourceName")
	_, err = s.CreateTable(ctx, "ab", nil)
	refused(t, err, 400, "OutOfRangeInput")
	_, err = s.CreateTable(ctx, strings.Repeat("t", 64), nil)
	refused(t, err, 400, "OutOfRangeInput")
	_, err = s.CreateTable(ctx, "Tables", nil)
	refused(t, err, 400, "InvalidInput")
	_, err = s.DeleteTable(ctx, "GoTablesAbsent", nil)
	refused(t, err, 404, "ResourceNotFound")
	_, err = s.NewClient("GoTablesAbsent").GetEntity(ctx, "p", "r", nil)
	refused(t, err, 404, "TableNotFound")

	filter := "TableName ge 'GoTables' and TableName lt 'GoTablet'"
	var names []string
	var second *string // where the second page begins
	pages := 0
	for pager := s.NewListTablesPager(&aztables.ListTablesOptions{Filter: &filter, Top: new(int32(3))}); pager.More(); pages++ {
		page := must(pager.NextPage(ctx))(t)
		for _, table := range page.Tables {
			names = append(names, *table.Name)
		}
		if pages == 0 {
			second = page.NextTableName
		}
	}
	if !slices.Equal(names, want) || pages != 3 {
		t.Errorf("%v in %d pages", names, pages)
	}
	pager := s.NewListTablesPager(&aztables.ListTablesOptions{Filter: &filter, NextTableName: second})
	if page := must(pager.NextPage(ctx))(t); len(page.Tables) != 4 || *page.Tables[0].Name != want[3] || pager.More() {
		t.Errorf("from the second page: %d tables", len(page.Tables))
	}
	pager = s.NewListTablesPager(&aztables.ListTablesOptions{Filter: new("Name eq 'x'")})
	_, err = pager.NextPage(ctx)
	refused(t, err, 400, "InvalidInput")
}

// Ensure that the Go client sets and reads service properties and statistics, and that what cannot be is refused.
func TestGo_ServiceProperties(t *testing.T) {
	ctx, s := t.Context(), goService(t)
	before := must(s.GetProperties(ctx, nil))(t).ServiceProperties
	if before.Logging == nil || before.HourMetrics == nil || before.MinuteMetrics == nil || *before.Logging.Version != "1.0" {
		t.Errorf("%+v", before)
	}
	days := &aztables.RetentionPolicy{Enabled: new(true), Days: new(int32(5))}
	rule := &aztables.CorsRule{AllowedOrigins: new("https://a.example,https://b.example"), AllowedMethods: new("GET,PUT,MERGE"), AllowedHeaders: new("*"), ExposedHeaders: new("ETag"), MaxAgeInSeconds: new(int32(60))}
	must(s.SetProperties(ctx, aztables.ServiceProperties{
		Logging:       &aztables.Logging{Version: new("1.0"), Read: new(true), Write: new(false), Delete: new(true), RetentionPolicy: days},
		HourMetrics:   &aztables.Metrics{Version: new("1.0"), Enabled: new(true), IncludeAPIs: new(true), RetentionPolicy: days},
		MinuteMetrics: &aztables.Metrics{Version: new("1.0"), Enabled: new(false), RetentionPolicy: &aztables.RetentionPolicy{Enabled: new(false)}},
		Cors:          []*aztables.CorsRule{rule},
	}, nil))(t)
	after := must(s.GetProperties(ctx, nil))(t)
	if !*after.Logging.Read || *after.Logging.Write || !*after.Logging.Delete || *after.Logging.RetentionPolicy.Days != 5 ||
		!*after.HourMetrics.Enabled || !*after.HourMetrics.IncludeAPIs || *after.MinuteMetrics.Enabled ||
		len(after.Cors) != 1 || *after.Cors[0].AllowedOrigins != *rule.AllowedOrigins || *after.Cors[0].MaxAgeInSeconds != 60 {
		t.Errorf("%+v", after.ServiceProperties)
	}
	_, err := s.SetProperties(ctx, aztables.ServiceProperties{}, nil)
	refused(t, err, 400, "InvalidXmlDocument")
	_, err = s.SetProperties(ctx, aztables.ServiceProperties{Cors: slices.Repeat([]*aztables.CorsRule{rule}, 6)}, nil)
	refused(t, err, 400, "InvalidXmlDocument")
	must(s.SetProperties(ctx, aztables.ServiceProperties{Logging: before.Logging, HourMetrics: before.HourMetrics, MinuteMetrics: before.MinuteMetrics, Cors: []*aztables.CorsRule{}}, nil))(t)

	_, err = s.GetStatistics(ctx, nil) // of the primary endpoint (spec section 3)
	refused(t, err, 400, "InvalidQueryParameterValue")
	secondary := must(aztables.NewServiceClientWithSharedKey(ours.url+"-secondary", credential(t), once()))(t)
	if stats := must(secondary.GetStatistics(ctx, nil))(t); *stats.GeoReplication.Status != aztables.GeoReplicationStatusLive || stats.GeoReplication.LastSyncTime.IsZero() {
		t.Errorf("%+v", stats.GeoReplication)
	}
}
