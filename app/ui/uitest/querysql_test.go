package uitest

import (
	"testing"
)

// Ensure that SQL that is no query says why, and offers what does it here.
func TestQueryTools_Statements(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies")
	page.WaitRows()
	page.Type("DELETE FROM Movies WHERE PartitionKey = 'War' AND Rating < 2")
	page.See("#refusal", "DELETE: a query only reads", "delete them there")
	page.Press("#sql-take", "Use it as a filter")
	page.Wait("the filter", func() bool { return page.Editor() == "PartitionKey eq 'War' and Rating lt 2" })
	page.Type("SELECT COUNT(*) FROM Movies")
	page.See("#refusal", "This is SQL", "every entity of the table", "COUNT(…): the service computes nothing")
	page.Press("#sql-take", "Leave the filter empty")
	page.Wait("no filter", func() bool { return page.Editor() == "" })
	page.Type("PartitionKey == 'War' && Rating > 4")
	page.See("#refusal", "A filter has words for its operators: eq for ==, and for &&, gt for >.", "PartitionKey eq 'War' and Rating gt 4")
	page.Type("PartitionKey eq 'War';")
	page.See("#refusal", "A filter ends without a semicolon.", "Remove the semicolon")
	page.Type("CREATE TABLE Films (Title text)")
	page.See("#refusal", "A table needs only a name")
	page.See("#sql-take", "New table…")
	page.Type("LIKE '%war%'")
	page.See("#refusal", "a filter finds only how a text begins", "contains(RowKey,'war')")
	page.Type("Rating does not equal null")
	page.See("#refusal", "Find the entities that have it", "Check it in this browser instead", "Rating ne null")
	page.See("#refusal .sql", "Find the entities that have it", "(Rating eq 0 or Rating ne 0)")
	page.Type("INSERT INTO Films (Title) VALUES ('Heat')")
	page.See("#refusal", "paste rows")
	page.Press("#sql-take", "New entity…")
	page.See(".insp", "New entity")
}

// Ensure that SQL with another name or other capitals offers, at one press, the filter that matches something, and says why.
func TestQueryTools_SQLNear(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies")
	page.WaitRows()
	page.Type("partitionkey = 'action'")
	page.See("#refusal .sql", "PartitionKey eq 'Action'", "“action” is stored as “Action”: case matters (1,545 matches)")
	page.Press("#near-take", "Use this filter")
	page.Wait("the filter", func() bool { return page.Editor() == "PartitionKey eq 'Action'" })
	page.Type("PartitionKey = 'action'")
	page.Press("#near-take", "Use this filter")
	page.Wait("the filter", func() bool { return page.Editor() == "PartitionKey eq 'Action'" })
	page.Type("SELECT * FROM Movies WHERE Title = 'absent promise'")
	page.See("#refusal .sql", "No entity has a property Title.", "RowKey eq 'Absent Promise'", "1 match", "no entity matches")
	page.Press("#sql-take", "Use it as written")
	page.Wait("the filter as written", func() bool { return page.Editor() == "Title eq 'absent promise'" })
	page.Type("SELECT * FROM Movies WHERE PartitionKey = 'War'")
	page.See("#sql-take", "Use it as a filter")
	page.Gone("#near-take")
}

// Ensure that the query of a URL that was pasted is taken at one press, with what has a field of its own, and that all keywords in
// capitals are mended at one press.
func TestQueryTools_URL(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies")
	page.WaitRows()
	page.Type("https://films.table.core.windows.net/Movies()?$filter=PartitionKey%20eq%20'Action'&$top=5&$select=Rating&$orderby=Rating")
	page.See("#refusal .sql", "PartitionKey eq 'Action'", "$select Rating", "page size 5", "$orderby: the service answers in key order only")
	page.Press("#sql-take", "Take this as a query")
	page.Wait("the filter", func() bool { return page.Editor() == "PartitionKey eq 'Action'" })
	page.Plan("row range")
	page.See("#page-size", "Page size 5")
	page.See("#properties", "1 property")
	page.See(".notice", "For this filter only: page size 5 and $select Rating.")
	page.Type("Rating gt 4 &$top=3&$select=Runtime")
	page.See("#refusal .sql", "Rating gt 4", "$select Runtime", "page size 3")
	page.Press("#sql-take", "Take this as a query")
	page.Wait("the filter", func() bool { return page.Editor() == "Rating gt 4" })
	page.See("#page-size", "Page size 3")
	page.Type("Language EQ 'English' AND Rating GT 4.5")
	page.See("#refusal", "Use eq, and, gt", "Language eq 'English' and Rating gt 4.5")
}

// Ensure that the limit of a statement is the page size of its filter alone: one press clears it, and another filter has the size from
// before.
func TestQueryTools_SQLLimit(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies")
	page.WaitRows()
	take := func(statement string) {
		page.Type(statement)
		page.See("#refusal .sql", "for this filter only")
		page.Press("#sql-take", "Use it as a filter")
	}
	take("SELECT * FROM Movies WHERE PartitionKey = 'War' LIMIT 10")
	page.See("#page-size", "First 10")
	page.See(".notice", "For this filter only: the first 10 entities.", "The next filter has page size 1,000 again.")
	page.Click("#limit-off")
	page.See("#page-size", "Page size 1,000")
	page.Gone("#limit-off")
	take("SELECT RowKey FROM Movies WHERE PartitionKey = 'War'")
	page.See("#properties", "1 property")
	page.See(".notice", "For this filter only: $select RowKey.", "The next filter has all properties again.")
	page.Type("PartitionKey eq 'War' and Rating gt 4")
	page.See("#properties", "All properties")
	take("SELECT TOP 5 * FROM Movies WHERE PartitionKey = 'War'")
	page.See("#page-size", "First 5")
	page.Type("PartitionKey eq 'War' // the same")
	page.See("#page-size", "First 5")
	take("SELECT * FROM Movies WHERE PartitionKey = 'Drama' LIMIT 7")
	page.See("#page-size", "First 7")
	page.Type("PartitionKey eq 'Drama' and Rating gt 4")
	page.See("#page-size", "Page size 1,000")
	page.Gone("#limit-off")
	page.Fill("#top", "20")
	take("SELECT * FROM Movies WHERE PartitionKey = 'Drama' LIMIT 7")
	page.See("#page-size", "First 7")
	page.Type("")
	page.See("#page-size", "Page size 20")
}

// Ensure that Run ends where a statement does, that the plan says so before, and that all of it is a press away.
func TestQueryTools_Limit(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies")
	page.WaitRows()
	page.Type("SELECT TOP 5 * FROM Movies WHERE Rating > 4")
	page.See("#refusal .sql", "for this filter only: the first 5 entities")
	page.Press("#sql-take", "Use it as a filter")
	page.See("#planstrip", "to the first 5: examines", "1 round trip · to the end: examines 10,681 of 10,681")
	page.See("#page-size", "First 5")
	page.Run()
	page.See("#result-line", "5 entities returned", "1 page", "first 5")
	page.Press("#read-all", "Read all")
	page.Gone("#read-all")
	page.See("#result-line", "323 entities returned")
	page.See("#page-size", "Page size 1,000")
	page.Type("client.query_entities(\"PartitionKey eq 'Action'\", select=[\"Rating\"], results_per_page=5)")
	page.See("#refusal .sql", "for this filter only: page size 5 and $select Rating")
}
