package filterlang

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rangefinder/filterlang/edm"
)

// Ensure that SQL becomes the filter that says the same, and that what is lost is named.
func TestFromSQL(t *testing.T) {
	for text, want := range map[string]string{
		"SELECT * FROM Movies WHERE PartitionKey = 'Action'":                          "PartitionKey eq 'Action'",
		"select Title, m.Rating from Movies m where m.Rating >= 4.5 and Genre<>'War'": "Rating ge 4.5 and Genre ne 'War'",
		"WHERE Title LIKE 'Al%'":                                             "Title ge 'Al' and Title lt 'Am'",
		"Title like 'Alien'":                                                 "Title eq 'Alien'",
		"Rating BETWEEN 3 AND 4 ORDER BY Rating DESC":                        "Rating ge 3 and Rating le 4",
		"[PartitionKey] IN ('a','b') AND Score != 5":                         "(PartitionKey eq 'a' or PartitionKey eq 'b') and Score ne 5",
		"Name = N'O''Brien' OR NOT (Age < 5)":                                "Name eq 'O''Brien' or Age ge 5",
		"Favorite = TRUE":                                                    "Favorite eq true",
		"Name NOT LIKE 'x%'":                                                 "(Name lt 'x' or Name ge 'y')",
		"SELECT TOP 10 * FROM T":                                             "",
		"PartitionKey = \"Action\" LIMIT 5;":                                 "PartitionKey eq 'Action'",
		"SELECT * FROM `T` WHERE `A` = 'x' LIMIT 20, 10":                     "A eq 'x'",
		"SELECT * FROM T WHERE A = 'x' ORDER BY B FETCH FIRST 5 ROWS ONLY":   "A eq 'x'",
		"SELECT * FROM T WHERE A = 'x' OFFSET 5 ROWS FETCH NEXT 5 ROWS ONLY": "A eq 'x'",
		"SELECT * FROM T WHERE A ILIKE 'x%' AND B::int = 4":                  "A ge 'x' and A lt 'y' and B eq 4",
		"SELECT VALUE c FROM c WHERE c.A > 4":                                "A gt 4",
		"A not in (3,4)":                                                     "A ne 3 and A ne 4",
		"NOT (A = 1 AND NOT (B = 2 OR C BETWEEN 3 AND 4)) AND NOT Good":      "(A ne 1 or (B eq 2 or C ge 3 and C le 4)) and Good eq false",
		"[A] eq 'x'":                   "A eq 'x'",
		"m => m.A == \"x\" && !m.Good": "A eq 'x' and not (Good)",
		"db.Films.Where(m => m.A.StartsWith(\"x\") || (m.B >= 4)).Take(10).ToList()": "A ge 'x' and A lt 'y' or (B ge 4)",
		"x => !x.A.Contains(\"war\") && x.B > 4":                                     "B gt 4",
		"x => x.A.Contains(\"war\")":                                                 "",
		"m.A.StartsWith(\"x\")":                                                      "A ge 'x' and A lt 'y'",
		"A.StartsWith(\"x\")":                                                        "A ge 'x' and A lt 'y'",
		"from m in Films where m.A > 4 select m":                                     "A gt 4",
		"from m in Films where m.A > 4 orderby m.B descending select m":              "A gt 4",
		"Films where A > 4":                                                          "A gt 4",
		"Films | where A > 4":                                                        "A gt 4",
		"top 10":                                                                     "",
		"PartitionKey eq 'a' limit 10":                                               "PartitionKey eq 'a'",
		"A eq 'x' and B gt 4 TOP 5":                                                  "A eq 'x' and B gt 4",
		"A%20eq%20'x'":                                                               "A eq 'x'",
		"A+eq+'x'":                                                                   "A eq 'x'",
		"Films | where A has \"war\" and B > 4 | project A, B | take 5": "B gt 4",
		"Films | where A startswith \"Al\" | summarize count()":         "A ge 'Al' and A lt 'Am'",
		"SELECT * FROM c WHERE STARTSWITH(c.A, 'Al') AND c.B > 4":       "A ge 'Al' and A lt 'Am' and B gt 4",
		"(m) => m.A === 'x'":                                                  "A eq 'x'",
		"lambda e: e.A == \"x\" and e.B > 4":                                  "A eq 'x' and B gt 4",
		"SELECT * FRM Films WERE A > 4":                                       "A gt 4",
		"SELEC * FROM Films":                                                  "",
		"$_.A -eq \"x\" -and $_.B -gt 4":                                      "A eq 'x' and B gt 4",
		"Where-Object { $_.A -eq 'x' }":                                       "A eq 'x'",
		"https://x.table.core.windows.net/Films(PartitionKey='a',RowKey='b')": "PartitionKey eq 'a' and RowKey eq 'b'",
		"filter=A eq 'x'":                                                     "A eq 'x'",
		"TableQuery.GenerateFilterCondition(\"A\", QueryComparisons.NotEqual, \"x\")": "A ne 'x'",
		"TableQuery.GenerateFilterCondition(\"A\" QueryComparisons.Equal \"x\"":       "A eq 'x'",
		"TableQuery.CombineFilters(TableQuery.GenerateFilterConditionForInt(\"A\", QueryComparisons.GreaterThan, 4), TableOperators.Or, TableQuery.GenerateFilterConditionForBool(nameof(Film.B), QueryComparisons.Equal, true))": "(A gt 4) or (B eq true)",
		"TableQuery.GenerateFilterCondition(\"A\", QueryComparisons.Equal, key.ToString())": "A eq 'key.ToString()'",
		"client.Query<Film>(filter: $\"A eq '{key}' and B gt {least}\")":                    "A eq '{key}' and B gt '{least}'",
		"client.query_entities(f\"A eq '{key}'\")":                                          "A eq '{key}'",
		"odata`A eq ${key}`":                             "A eq '${key}'",
		"\"A eq '\" + key + \"' and B gt 4\"":            "A eq '{key}' and B gt 4",
		"odata`A eq ${'x'} and B gt ${4} and C eq ${c}`": "A eq 'x' and B gt 4 and C eq '${c}'",
		"filter: $\"A eq '{\"it's\"}' and B gt {4.5}\"":  "A eq 'it''s' and B gt 4.5",
		"t.query_entities(\"A eq @a and B gt @b and C eq @c\", parameters={\"a\": \"x\", 'b': 4.0, \"c\": c})":               "A eq 'x' and B gt 4.0 and C eq '@c'",
		"parameters = {'a': 'x'}\nt.query_entities(\"A eq @a\", parameters=parameters)":                                      "A eq 'x'",
		"curl 'https://t.test/Films()?$filter=A%20eq%20%27x%27&$top=5' -H 'Accept: application/json'":                        "A eq 'x'",
		"curl -G https://t.test/Films --data-urlencode \"\\$filter=A eq 'x'\"":                                               "A eq 'x'",
		"client.Query<Film>(e => e.PartitionKey == \"a\" && e.RowKey.CompareTo(\"M\") >= 0 && e.RowKey.CompareTo(\"N\")<0)":  "PartitionKey eq 'a' and RowKey ge 'M' and RowKey lt 'N'",
		"client.Query<Film>(e => string.Compare(e.RowKey, \"M\", StringComparison.Ordinal) >= 0 && e.PartitionKey == \"a\")": "RowKey ge 'M' and PartitionKey eq 'a'",
		"var q = client.Query<Film>(e => string.CompareOrdinal(e.RowKey, \"M\") > 0);":                                       "RowKey gt 'M'",
		"fetch(\"https://t.test/Films()?$filter=A eq 'x'\")":                                                                 "A eq 'x'",
		"find({Rating: {$gt: 7}})":                                                           "Rating gt 7",
		"find({ Rating : { $gte : 7.5 , $lte : -9 } })":                                      "Rating ge 7.5 and Rating le -9",
		"db.films.find({A: 'it''s', \"B\": {\"$ne\": true}}, {A: 1}).sort({A: 1}).limit(5);": "A eq 'it''s' and B ne true",
		"db.getCollection(\"films\").findOne({A: \"x{y}\"})":                                 "A eq 'x{y}'",
		"db.films.find()":            "",
		"{Rating: {$lt: 7, $eq: 5}}": "Rating lt 7 and Rating eq 5",
		"az storage entity query --filter \"A eq 'x'\" --table-name T":                          "A eq 'x'",
		"az storage entity query --table-name T --filter 'A eq \"x\"'":                          "A eq 'x'",
		"az storage entity show --table-name T --partition-key a --row-key \"b c\"":             "PartitionKey eq 'a' and RowKey eq 'b c'",
		"az storage entity query -t T":                                                          "",
		"curl \"https://x.table.core.windows.net/Films()?\\$filter=A%20eq%20'x'\"":              "A eq 'x'",
		"curl -H 'Accept: a' 'https://x.table.core.windows.net/Films?$filter=A%20eq%20%27x%27'": "A eq 'x'",
		"Invoke-RestMethod -Uri \"https://x.test/Films?`$filter=A gt 4\"":                       "A gt 4",
		"Get-AzTableRow -Table $t -CustomFilter 'A eq ''x'''":                                   "A eq 'x'",
		"$rows = Get-AzTableRow -Table $t -partitionKey 'x' -RowKey \"it's\"":                   "PartitionKey eq 'x' and RowKey eq 'it''s'",
		"Get-AzTableRow -Table $t -ColumnName \"A\" -Value 'x' -Operator NotEqual":              "A ne 'x'",
		"Get-AzTableRow -Table $t":                                                              "",
		"Get-AzTableRow -Table $t -PartitionKey x | Where B -gt 4":                              "PartitionKey eq 'x' and B gt 4",
		"Get-AzTableRow -Table $t | ? { $_.A -eq 'x' -or $_.B -gt 4 }":                          "(A eq 'x' or B gt 4)",
		"$query.FilterString = \"A eq 'x'\"":                                                    "A eq 'x'",
	} {
		sql, ok := FromSQL(text)
		if !ok || sql.Filter != want {
			t.Errorf("%s: %v, %+v; want %s", text, ok, sql, want)
			continue
		}
		if _, err := Parse(sql.Filter); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	sql, _ := FromSQL("SELECT COUNT(*), Title AS T FROM Movies JOIN Stars ON a = b WHERE Rating > 4 GROUP BY Genre ORDER BY Title")
	if sql == nil || sql.Filter != "Rating gt 4" || sql.Table != "Movies" || !slices.Equal(sql.Select, []string{"Title"}) || sql.Top != -1 {
		t.Fatalf("%+v", sql)
	}
	for _, word := range []string{"COUNT(…)", "AS:", "JOIN", "GROUP BY", "ORDER BY"} {
		if !slices.ContainsFunc(sql.Lost, func(s string) bool { return strings.HasPrefix(s, word) }) {
			t.Errorf("%s is not named among %q", word, sql.Lost)
		}
	}
	if sql, _ := FromSQL("SELECT TOP 10 * FROM T"); sql == nil || sql.Top != 10 {
		t.Errorf("%+v", sql)
	}
}

// Ensure that a text in quotes is no filter of its own where a value belongs or no comparison is in it, that a value which only the
// program knows is named, and so is a keyword that was read as another word.
func TestFromSQL_Code(t *testing.T) {
	for _, text := range []string{"A eq \"B eq 1\"", "f(\"Drama\")", "A == \"a eq b\"", "\"A eq '\" + key", "GenerateFilterCondition(\"A\")", "GenerateFilterCondition(\"A b\", Equal, \"x\")", "select eq 1 and from eq 2"} {
		if sql, ok := FromSQL(text); ok && sql.Code {
			t.Errorf("%s: %+v", text, sql)
		}
	}
	for text, want := range map[string]string{"f\"A eq '{key}'\"": "`{key}` stands for a value", "GenerateFilterCondition(\"A\", Equal, key)": "`key` stands for a value", "SELECT * FRM Films": "`FRM` is read as FROM."} {
		if sql, _ := FromSQL(text); sql == nil || len(sql.Lost) != 1 || !strings.HasPrefix(sql.Lost[0], want) {
			t.Errorf("%s: %+v", text, sql)
		}
	}
}

// Ensure that a command is called one, also where no filter is in it, and that what resembles one is not.
func TestParse_Command(t *testing.T) {
	for text, want := range map[string]string{
		"Get-AzTableRow -Table $t -CustomFilter \"PartitionKey eq 'x'\"":             "This is a PowerShell command; the editor takes the filter in it.",
		"Get-AzTableRow -Table $t":                                                   "This is a PowerShell command that asks for every entity; the editor takes only a filter.",
		"Remove-AzTable -Name T":                                                     "This is a PowerShell command, and no filter can be read in it. Type its condition as a filter, as in RowKey eq 'a'.",
		"az storage entity query --filter \"…\"":                                     "This is a command of the Azure CLI, and no filter can be read in it. Type its condition as a filter, as in RowKey eq 'a'.",
		"az storage table list":                                                      "This is a command of the Azure CLI, and no filter can be read in it. Type its condition as a filter, as in RowKey eq 'a'.",
		"curl https://x.table.core.windows.net/Films":                                "This is a curl command, and no filter can be read in it. Type its condition as a filter, as in RowKey eq 'a'.",
		"Get-AzTableRow -Table $t -CustomFilter \"Title eq 'where | where'\" -Top 5": "This is a PowerShell command; the editor takes the filter in it.",
	} {
		_, err := Parse(text)
		if e, _ := err.(*SyntaxError); e == nil || e.Detail != want || e.Code != InvalidInput || strings.Contains(want, "no filter") != (e.Fix == nil) {
			t.Errorf("%s: %+v", text, err)
		}
	}
	for _, text := range []string{"Price-Cost gt 4", "Set-Price gt 4", "curl > 5", "az like 'x%'", "wget = 'x'"} {
		if _, err := Parse(text); strings.Contains(err.(*SyntaxError).Detail, "command") {
			t.Errorf("%s is taken for a command: %v", text, err)
		}
	}
}

// Ensure that code which names properties and the size of a page beside the filter gives those too, under every library's names, and that
// what only resembles them does not.
func TestFromSQL_Options(t *testing.T) {
	two := []string{"Title", "Rating"}
	for text, want := range map[string]SQL{
		"client.query_entities(\"PartitionKey eq 'Action'\", select=[\"Title\", 'Rating'], results_per_page=5)":                    {Top: 5, Select: two},
		"table.query_entities(query_filter=\"PartitionKey eq 'Action'\", results_per_page = 5000)":                                 {Top: 1000},
		"client.query_entities(query_filter=\"PartitionKey eq 'Action'\", select='Title,Rating')":                                  {Top: -1, Select: two},
		"client.Query<TableEntity>(filter: \"PartitionKey eq 'Action'\", maxPerPage: 10, select: new[] { \"Title\", \"Rating\" })": {Top: 10, Select: two},
		"listEntities({ queryOptions: { filter: \"PartitionKey eq 'Action'\", select: [\"Title\", \"Rating\"] } })":                {Top: -1, Select: two},
		"client.Query<Movie>(x => x.PartitionKey == \"Action\").OrderBy(x => x.RowKey).Take(5)":                                    {Top: 5, Rows: true, Sorted: true},
		"Get-AzTableRow -Table $t -CustomFilter \"PartitionKey eq 'Action'\" -Top 5":                                               {Top: 5, Rows: true},
		"az storage entity query --select Title Rating --filter \"PartitionKey eq 'Action'\" -t M":                                 {Top: -1, Select: two},
		"new ListEntitiesOptions().setFilter(\"PartitionKey eq 'Action'\").setTop(7)":                                              {Top: 7},
		"az storage entity query --table-name Movies --filter \"PartitionKey eq 'Action'\" --num-results 3":                        {Top: 3},
		"f(\"PartitionKey eq 'Action'\", preselect=[\"A\"], select=names, results_per_page=n, select==[\"B\"])":                    {Top: -1},
		"f = \"PartitionKey eq 'Action'\"; select = columns":                                                                       {Top: -1},
		"f(\"PartitionKey eq 'Action'\", select=[\"A\", b c, \"\"], results_per_page=0)":                                           {Top: -1},
	} {
		got, ok := FromSQL(text)
		if !ok || got.Filter != "PartitionKey eq 'Action'" || got.Top != want.Top || got.Rows != want.Rows || got.Sorted != want.Sorted || !slices.Equal(got.Select, want.Select) {
			t.Errorf("%s: %v, %+v; want %+v", text, ok, got, want)
		}
	}
}

// Ensure that code gives a filter with a text for each value that only its program knows, moments and Guids that the text names as such,
// and what is to be gone on with where a moment is not known.
func TestFromSQL_Lambda(t *testing.T) {
	const says = " stands for a value that only the program knows: write the value in its place."
	for text, want := range map[string]struct{ filter, begun, lost string }{
		"x => x.PartitionKey == userId && x.RowKey == order.Id":                         {"PartitionKey eq '{userId}' and RowKey eq '{order.Id}'", "", "`{userId}`" + says + "|`{order.Id}`" + says},
		"client.Query<Film>(x => x.A == Key(\"a\", b) || x.A == parts[0]).Take(5)":      {"A eq '{Key(\"a\", b)}' or A eq '{parts[0]}'", "", "`{Key(\"a\", b)}`" + says + "|`{parts[0]}`" + says},
		"from m in Films where m.A > since select m":                                    {"A gt '{since}'", "", "`{since}`" + says},
		"x => x.A == $\"user-{id}\" && x.B > 4.5m":                                      {"A eq 'user-{id}' and B gt 4.5", "", "`{id}`" + says},
		"x => x.A == \"a\" && x.Timestamp >= since":                                     {"A eq 'a'", "A eq 'a' and Timestamp ge datetime'{since}'", "`{since}`" + says},
		"client.Query<T>(x => x.A == \"a\" && x.B > DateTimeOffset.UtcNow.AddDays(-7))": {"A eq 'a'", "A eq 'a' and B gt datetime'{DateTimeOffset.UtcNow.AddDays(-7)}'", "`{DateTimeOffset.UtcNow.AddDays(-7)}`" + says},
		"x => x.B > DateTime.UtcNow":                                                    {"", "B gt datetime'{DateTime.UtcNow}'", "`{DateTime.UtcNow}`" + says},
		"x => x.B > new DateTime(year, 1, 1)":                                           {"", "B gt datetime'{new DateTime(year, 1, 1)}'", "`{new DateTime(year, 1, 1)}`" + says},
		"x => x.B > new DateTime(2024, 13, 1)":                                          {"", "B gt datetime'{new DateTime(2024, 13, 1)}'", "`{new DateTime(2024, 13, 1)}`" + says},
		"await client.QueryAsync<T>(x => x.B > new DateTime(2024, 1, 2))":               {"B gt datetime'2024-01-02T00:00:00Z'", "", ""},
		"x => x.B > new DateTime(2024,1,2,3,4,5, DateTimeKind.Utc)":                     {"B gt datetime'2024-01-02T03:04:05Z'", "", ""},
		"x => x.B > new DateTimeOffset(2024,1,2,3,4,5,TimeSpan.Zero)":                   {"B gt datetime'2024-01-02T03:04:05Z'", "", ""},
		"x => x.B > DateTime.Parse(\"2024-01-02\") && x.C == Guid.Empty":                {"B gt datetime'2024-01-02T00:00:00Z' and C eq '{Guid.Empty}'", "", "`{Guid.Empty}`" + says},
		"x => x.C == new Guid(\"dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2\")":                {"C eq guid'dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2'", "", ""},
		"x => x.A.Equals(\"a\") && !x.B.Equals(b, StringComparison.Ordinal)":            {"A eq 'a' and not (B eq '{b}')", "", "`{b}`" + says},
		"x.A.Equals(\"a\")":              {"A eq 'a'", "", ""},
		"x => string.Equals(x.A, \"a\")": {"A eq 'a'", "", ""},
		"x => x.A.Equals(\"Aa\", StringComparison.OrdinalIgnoreCase) && x.B == 1": {"B eq 1", "", "Equals: the service compares texts with their case. This browser can check it instead: type tolower(A) eq 'aa' as the filter. The condition is left out, so more entities may come back."},
		"x => x.A.StartsWith(prefix) && x.B == 1":                                 {"B eq 1", "", "StartsWith: only the program knows its text. Write it, as in StartsWith(\"Al\"). The condition is left out, so more entities may come back."},
		"x => ids.Contains(x.A) && x.B == 1":                                      {"B eq 1", "", "`ids` holds values that only the program knows: write each, as in RowKey eq 'a' or RowKey eq 'b'. The condition is left out, so more entities may come back."},
		"x => x.A == x.B":                                                         {"", "", "A = B: a filter compares a property with a value, and not with another property. The condition is left out, so more entities may come back."},
		"x => x.A == RowKey":                                                      {"", "", "A = RowKey: a filter compares a property with a value, and not with another property. The condition is left out, so more entities may come back."},
	} {
		sql, ok := FromSQL(text)
		if !ok || sql.Filter != want.filter || sql.Begun != want.begun || strings.Join(sql.Lost, "|") != want.lost {
			t.Errorf("%s: %v, %+v; want %q", text, ok, sql, want)
		}
		_, err := Parse(text)
		if e, _ := err.(*SyntaxError); e == nil || e.SQL == nil || e.Detail != "This is code; the service takes a filter." || e.Fix == nil || e.Fix.Text != want.filter && e.Fix.Text != want.begun {
			t.Errorf("%s: refused with %+v", text, err)
		}
	}
	for _, text := range []string{"x => x.A.Substring(0, 1) == \"a\"", "(x) => { return x.A == 1 }"} {
		if _, err := Parse(text); !strings.Contains(err.Error(), "This is code, and no filter can be made of all of it.") || err.(*SyntaxError).Fix != nil {
			t.Errorf("%s: %+v", text, err)
		}
	}
	_, err := Parse("Timestamp gt datetime'{DateTimeOffset.UtcNow.AddDays(-7)}'")
	if e, _ := err.(*SyntaxError); e == nil || e.Detail != "`{DateTimeOffset.UtcNow.AddDays(-7)}`"+says {
		t.Errorf("%+v", err)
	}
}

// Ensure that a text that reads as a date is a moment where a property holds moments and no texts, and that a name in code is a
// property where the table has one.
func TestSQL_MeantOfTable(t *testing.T) {
	census := &Census{Entities: 3, Properties: []PropertyCensus{{Name: "Added", Types: []TypeCount{{edm.DateTime, 3}}}, {Name: "Seen", Types: []TypeCount{{edm.DateTime, 2}, {edm.String, 1}}}, {Name: "Name", Types: []TypeCount{{edm.String, 3}}}}}
	for text, want := range map[string]string{
		"SELECT * FROM T WHERE Timestamp >= '2024-01-01'":                   "Timestamp ge datetime'2024-01-01T00:00:00Z'",
		"added BETWEEN '2024-01-01' AND '2024-02-01 10:30'":                 "Added ge datetime'2024-01-01T00:00:00Z' and Added le datetime'2024-02-01T10:30:00Z'",
		"Added IN ('2024-01-01', 'x')":                                      "Added eq datetime'2024-01-01T00:00:00Z' or Added eq 'x'",
		"Seen = '2024-01-01' AND Name = '2024-01-01'":                       "Seen eq '2024-01-01' and Name eq '2024-01-01'",
		"PartitionKey = '2024-01-01'":                                       "PartitionKey eq '2024-01-01'",
		"x => x.Added > since":                                              "Added gt datetime'{since}'",
		"x => x.Name == Seen && x.Name == seen && x.Added > \"2024-01-01\"": "Name eq '{seen}' and Added gt datetime'2024-01-01T00:00:00Z'",
	} {
		sql, ok := FromSQL(text)
		if !ok {
			t.Fatalf("%s is not read", text)
		}
		meant := sql.Meant(census)
		if got := cmp.Or(meant.Begun, meant.Filter); got != want {
			t.Errorf("%s: %+v, want %s", text, meant, want)
		}
	}
	if _, err := Parse("Timestamp >= '2024-01-01'"); err.(*SyntaxError).Fix.Text != "Timestamp ge datetime'2024-01-01T00:00:00Z'" {
		t.Errorf("%+v", err)
	}
}

// Ensure that a number of entities behind a key without a comparison is no filter, and that what is begun can be gone on with.
func TestFromSQL_Begun(t *testing.T) {
	for text, want := range map[string]string{
		"RowKey limit 5": "RowKey  | ", "A eq 1 and PartitionKey limit 5": "A eq 1 and PartitionKey  | A eq 1", "Timestamp top 5": "Timestamp  | ", "A limit 5": " | A",
		"A eq 1 or RowKey limit 5": "refused", "not RowKey limit 5": "refused", "RowKey limit": "refused", "SELECT * FROM T WHERE RowKey LIMIT 5": "refused",
	} {
		sql, ok := FromSQL(text)
		if got := "refused"; ok {
			if got = sql.Begun + " | " + sql.Filter; got != want {
				t.Errorf("%s: %q, want %q", text, got, want)
			}
		} else if got != want {
			t.Errorf("%s is refused", text)
		}
		_, err := Parse(text)
		if e, _ := err.(*SyntaxError); e != nil && e.SQL != nil && e.SQL.Begun != "" && (e.Fix != nil || !strings.Contains(e.Detail, "is unfinished")) {
			t.Errorf("%s: %+v", text, e)
		}
	}
}

// Ensure that a statement that is no query says what to do here instead, and that one about some entities gives their filter.
func TestFromSQL_Verbs(t *testing.T) {
	for text, want := range map[string]struct {
		verb   SQLVerb
		filter string
		lost   string
	}{
		"DELETE FROM Movies WHERE Rating < 2":                {SQLDelete, "Rating lt 2", "delete them there"},
		"delete from Movies":                                 {SQLDelete, "", "delete them there"},
		"UPDATE Movies m SET m.Rating = 5 WHERE Title = 'A'": {SQLUpdate, "Title eq 'A'", "change a property of all"},
		"UPDATE Movies SET Rating = Rating + 1":              {SQLUpdate, "", "change a property of all"},
		"INSERT INTO Movies (Title) VALUES ('A'), ('B')":     {SQLInsert, "", "paste rows"},
		"CREATE TABLE T (A int, B text)":                     {SQLCreate, "", "needs only a name"},
		"DROP TABLE T":                                       {SQLDrop, "", "in its menu"},
		"TRUNCATE TABLE T;":                                  {SQLDrop, "", "in its menu"},
		"ALTER TABLE T ADD COLUMN A int":                     {SQLOther, "", "no columns"},
		"SHOW TABLES":                                        {SQLOther, "", "list at the left"},
		"WITH a AS (SELECT 1) SELECT * FROM a":               {SQLOther, "", "inner query first"},
		"LIKE '%war%'":                                       {SQLOther, "", "contains(RowKey,'war')"},
		"LIKE 'Al%'":                                         {SQLOther, "", "RowKey LIKE 'Al%'"},
		"EXPLAIN SELECT * FROM T WHERE A = 1":                {SQLSelect, "A eq 1", "as you type"},
		"SELECT COUNT(*) FROM T":                             {SQLSelect, "", "COUNT(…)"},
		"GROUP BY Genre":                                     {SQLSelect, "", "groups nothing"},
		"SELECT * FROM T WHERE A = @a AND B = 1":             {SQLSelect, "B eq 1", "A parameter has no value"},
		"DELETE FROM T WHERE A = ? -- one":                   {SQLDelete, "", "A parameter has no value"},
		"SELECT * FROM T WHERE UPPER(A) = 'X' AND B = 1":     {SQLSelect, "B eq 1", "type toupper(A) eq 'X'"},
		"SELECT * FROM T WHERE LOWER(c.A) <> 'x' AND B = 1":  {SQLSelect, "B eq 1", "type tolower(A) ne 'x'"},
		"c => c.A.ToLower() == \"x\" && c.B == 1":            {SQLSelect, "B eq 1", "type tolower(A) eq 'x'"},
		"SELECT * FROM T WHERE TRIM(A) = 'X' AND B = 1":      {SQLSelect, "B eq 1", "TRIM(…): the service computes nothing"},
		"SELECT * FROM T WHERE EXISTS (SELECT 1) AND B = 1":  {SQLSelect, "B eq 1", "EXISTS(…)"},
		"SELECT * FROM T WHERE A = B":                        {SQLSelect, "", "not with another property"},
		"SELECT * FROM T WHERE A < now() AND B = 1":          {SQLSelect, "B eq 1", "NOW(…)"},
		"SELECT * FROM T WHERE A IN (SELECT B FROM C)":       {SQLSelect, "", "inner query first"},
		"SELECT * FROM T /* all */ WHERE A LIKE '%x'":        {SQLSelect, "", "endswith(A,'x')"},
	} {
		sql, ok := FromSQL(text)
		if !ok || sql.Verb != want.verb || sql.Filter != want.filter || !strings.Contains(strings.Join(sql.Lost, " "), want.lost) {
			t.Errorf("%s: %v, %+v", text, ok, sql)
		}
		_, err := Parse(text)
		if e, _ := err.(*SyntaxError); e == nil || e.SQL == nil || (e.Fix != nil) != want.verb.Asks() {
			t.Errorf("%s: refused with %+v", text, err)
		}
	}
	for _, text := range []string{"Delete eq 1", "update and A eq 1", "show eq 'x'", "use or A eq 1", "Like eq 'x'"} {
		if sql, ok := FromSQL(text); ok {
			t.Errorf("%s is taken for SQL: %+v", text, sql)
		}
	}
}

// Ensure that text that is a filter, or that no filter can say, is left alone.
func TestFromSQL_Not(t *testing.T) {
	for _, text := range []string{"", "PartitionKey eq 'a'", "select eq 5", "Title like '%war%'", "A is null", "A = ", "A = (select 1)", "' = '", "x=>)x", "A = 1 B = 2", "order", "x like _"} {
		if sql, ok := FromSQL(text); ok {
			t.Errorf("%s: %+v", text, sql)
		}
	}
}

// Ensure that a refused text that is SQL offers its filter, and that one sign is mended alone.
func TestParse_SQL(t *testing.T) {
	for text, want := range map[string]string{
		"SELECT * FROM Movies WHERE Genre = 'Action' AND Title LIKE 'Al%'": "Genre eq 'Action' and Title ge 'Al' and Title lt 'Am'",
		"Genre = 'Action' AND Rating > 4 ORDER BY Rating":                  "Genre eq 'Action' and Rating gt 4",
		"Genre = 'Action'": "Genre eq 'Action'",
	} {
		_, err := Parse(text)
		e, _ := err.(*SyntaxError)
		if e == nil || e.Fix == nil || e.Fix.Apply(text) != want {
			t.Errorf("%s: %+v", text, e)
		}
	}
}

// FuzzFromSQL: what is made of any text is a filter that parses.
func FuzzFromSQL(f *testing.F) {
	for _, s := range []string{"SELECT * FROM T WHERE A = 'x' AND B LIKE 'y%' ORDER BY C", "A IN (1,2) OR NOT B <> 3", "[a]=\"b\" limit 5;", "select top (5) a as b from c join d where e between 1 and 2", "db.t.find({A: {$gt: 7, $lte: 9}, 'B': \"x\"}, {A: 1})", "q(x => x.A.Equals(pk) && x.B > new DateTime(2024,1,1) || x.Timestamp < DateTime.UtcNow.AddDays(-7))"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if sql, ok := FromSQL(text); ok && sql.Filter != "" {
			if _, err := Parse(sql.Filter); err != nil {
				t.Errorf("%q gives %q: %v", text, sql.Filter, err)
			}
		}
	})
}

// Ensure that SQL is refused with the message of its code, also where a word in it is one that the service knows and does not do.
func TestSQL_Message(t *testing.T) {
	for _, text := range []string{"SELECT * FROM Movies WHERE Title LIKE 'Al%'", "SELECT * FROM Movies"} {
		_, err := Parse(text)
		e, ok := err.(*SyntaxError)
		if !ok || e.SQL == nil || e.Code != InvalidInput || !strings.HasPrefix(e.Message, "Syntax error at position ") {
			t.Errorf("%s: %+v", text, err)
		}
	}
}

// Ensure names come as the table spells them, and one that no entity has is told.
func TestSQL_Meant(t *testing.T) {
	census := &Census{Entities: 3, Properties: []PropertyCensus{{Name: "Rating"}, {Name: "Favorite"}}}
	for _, tt := range []struct {
		sql    string
		census *Census
		filter string
		lost   []string
	}{
		{"partitionkey = 'action'", census, "PartitionKey eq 'action'", nil},
		{"partitionkey = 'action'", nil, "PartitionKey eq 'action'", nil},
		{"SELECT * FROM m WHERE (rating > 4 OR favorite = true) AND ROWKEY LIKE 'A%'", census, "(Rating gt 4 or Favorite eq true) and RowKey ge 'A' and RowKey lt 'B'", nil},
		{"SELECT * FROM m WHERE title = 'X' and Title = 'Y'", census, "title eq 'X' and Title eq 'Y'", []string{"No entity has a property Title.", "No entity has a property title."}},
		{"Ratting = 4", census, "Ratting eq 4", []string{"No entity has a property Ratting. Did you mean Rating?"}},
		{"title = 'X'", nil, "title eq 'X'", nil},
	} {
		sql, ok := FromSQL(tt.sql)
		if !ok {
			t.Fatalf("%s is not read", tt.sql)
		}
		if got := sql.Meant(tt.census); got.Filter != tt.filter || !slices.Equal(got.Lost, tt.lost) {
			t.Errorf("%s: %q, %q", tt.sql, got.Filter, got.Lost)
		}
	}
}

// Ensure that the query of a URL is taken apart, written in percent or not, with its table or without, and that a filter that only looks
// like one is left alone.
func TestFromSQL_URL(t *testing.T) {
	for text, want := range map[string]SQL{
		"$filter=Language eq 'English'&$top=5&$select=Name":                                                         {Filter: "Language eq 'English'", Top: 5, Select: []string{"Name"}},
		" ?$filter=Language eq 'A&B''s' and Pages gt 5&sig=abc%3D ":                                                 {Filter: "Language eq 'A&B''s' and Pages gt 5", Top: -1},
		"%24filter=Language%20eq%20%27A%26B%27&%24top=5000":                                                         {Filter: "Language eq 'A&B'", Top: 1000},
		"https://acct.table.core.windows.net/Books()?$filter=Language+eq+'English'&$select=Name,%20Pages&timeout=5": {Filter: "Language eq 'English'", Table: "Books", Top: -1, Select: []string{"Name", "Pages"}},
		"http://127.0.0.1:10002/devstoreaccount1/Books?$top=3&$select=*":                                            {Table: "Books", Top: 3, All: true},
		"$orderby=Name desc&$filter=Pages gt 5":                                                                     {Filter: "Pages gt 5", Top: -1, Lost: []string{"$orderby: " + keyOrder}},
		"$filter=Language EQ 'English' AND Pages == 5":                                                              {Filter: "Language eq 'English' and Pages eq 5", Top: -1},
		"$filter=Language eq&$top=x":                                                                                {Filter: "Language eq", Top: -1},
		"$filter=Language EQ 'English'&NextPartitionKey=1!8!QQ--":                                                   {Filter: "Language eq 'English'", Top: -1, Lost: []string{"The continuation token: a run begins with the first page."}},
		"Rating gt 4 &$top=3":                                                                                       {Filter: "Rating gt 4", Top: 3},
		"Rating > 4&$select=Name,Pages& $top=3":                                                                     {Filter: "Rating gt 4", Top: 3, Select: []string{"Name", "Pages"}},
		"Title eq 'Who? A&$B' & Pages gt 5 &$top=3&timeout=5":                                                       {Filter: "Title eq 'Who? A&$B' and Pages gt 5", Top: 3},
		"Rating%20gt%204&%24top=3":                                                                                  {Filter: "Rating gt 4", Top: 3},
		"Rating gt 4 &&$orderby=Name":                                                                               {Filter: "Rating gt 4", Top: -1, Lost: []string{"$orderby: " + keyOrder}},
		"$filter=$filter=$filter=":                                                                                  {Filter: "$filter=$filter=", Top: -1},
	} {
		want.URL = true
		got, ok := FromSQL(text)
		if !ok || !reflect.DeepEqual(*got, want) {
			t.Errorf("%s: %v, %+v; want %+v", text, ok, got, want)
		}
		_, err := Parse(Uncomment(text))
		if e, ok := err.(*SyntaxError); !ok || e.SQL == nil || !e.SQL.URL || !strings.Contains(e.Detail, "query of a URL") || e.Fix == nil {
			t.Errorf("%s is refused with %+v", text, err)
		}
	}
	for _, text := range []string{"$filter eq 5", "A eq '?$filter=B'", "$batch", "A=5&$top=3", "A eq 5 B&$top=3", "A eq 5&$filter=B eq 6", "A eq 5 &$top", "A eq '&$top=3'", "&$top=3", "?", "https://acct.table.core.windows.net/Books(PartitionKey='a',RowKey='b')?$select=A"} {
		if got, ok := FromSQL(text); ok && got.URL {
			t.Errorf("%s: %+v", text, got)
		}
	}
}
