package uitest

import (
	"slices"
	"strings"
	"testing"
)

// Ensure that pasted rows are shown, taken in and written to a file of the second format, and that their table is deleted.
func TestKeyboard_ImportAndExport(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Paste("PartitionKey\tRowKey\tAge\na\t1\t42\na\t2\t43\n", "")
	page.Wait("two rows", func() bool { return len(page.Texts(".preview tbody tr")) == 2 })
	page.Fill("#import-table", "Ages")
	page.Click("#import-start")
	page.See(".notice", "Imported 2 entities into Ages")
	page.Gone("#dialog h2")
	page.WaitRows()

	page.Order("Export…", "Export…")
	page.See("#export-table")
	formats := page.all("#dialog input[type=radio]")
	second := formats[1]
	if label := ancestor(second.node, "label"); label == nil || !strings.Contains(page.text(label), ".ndjson") {
		t.Fatal("the second format is another one")
	}
	page.click(second)
	page.Click("#export-table")
	if name, content := page.Saved(); name != "Ages.ndjson" || strings.Count(content, "\n") != 2 || !strings.Contains(content, `"Age":42`) {
		t.Errorf("the file %s is %q", name, content)
	}
	page.Wait("the end is told", func() bool {
		notice := page.Text(".notice")
		return strings.Contains(notice, "2 entities") && !strings.Contains(notice, "Imported")
	})
	page.Gone("#dialog h2")

	page.Order("Delete this table…", "Delete this table…")
	page.Click("#dialog .danger")
	page.Wait("the table is gone", func() bool { return !slices.Contains(page.Texts("#tables .name"), "Ages") })
}

// Ensure that an account is connected, one of its tables queried, its lock opened and closed, and the account forgotten.
func TestKeyboard_Account(t *testing.T) {
	t.Parallel()
	w := NewWorkspace()
	orders(t, w.Store(t, "mine"))
	page := w.Open(t, "")
	page.WaitRows()
	page.Order("Connect an account…", "Connect an account…")
	page.See("#dialog", "The key stays in the memory of the server that runs this page.")
	page.Fill("#connect-string", "DefaultEndpointsProtocol=http;AccountName=orders;AccountKey=c2VjcmV0;TableEndpoint=http://127.0.0.1:1/orders")
	page.Fill("#connect-name", "mine")
	page.Key("Enter")
	page.Gone("#dialog h2")
	page.See(".framed")
	page.Wait("its table is listed", func() bool { return slices.Contains(page.Texts("#side .item .name"), "Orders") })
	page.Press("#side .item", "Orders –")
	page.See(".crumb h1", "Orders")
	page.Type("PartitionKey eq 'p1'")
	page.Run()
	page.See(".result-line", "3 entities returned")

	const lock = "Open or close the lock of the account"
	page.Order(lock, lock)
	page.Click("#unlock")
	page.Gone("#dialog h2")
	page.See("#lock", "Writable")
	page.Order(lock, lock)
	page.See("#lock", "unlock")
	page.Press("#sources button", "Have the server forget the account mine")
	page.Press("#forget", "Forget mine")
	page.Gone(".framed")
	page.Wait("it is gone", func() bool { return !strings.Contains(page.Text("#sources"), "mine") })
	page.WaitRows()
}

// Ensure that the sheet of keys is in groups, with a box for each key.
func TestKeyboard_Sheet(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Focus("grid")
	page.Key("?")
	page.See("#dialog .keys", "Run the query")
	if groups := page.Texts("#dialog .keys .group"); len(groups) < 4 || !slices.Contains(groups, "Query") || !slices.Contains(groups, "Grid") {
		t.Errorf("the groups are %q", groups)
	}
	for _, key := range page.Texts("#dialog .keys kbd") {
		if strings.Contains(strings.ReplaceAll(key, ", then ", ""), ", ") {
			t.Errorf("several keys in one box: %s", key)
		}
	}
}

// Ensure that the lists at the side, which are one stop of the Tab key, say which keys go through them.
func TestKeyboard_SideSaysItsKeys(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies")
	page.WaitRows()
	if says := page.Attr("#side", "aria-description"); !strings.HasPrefix(says, "Arrow keys move between lines") {
		t.Errorf("the side says %q", says)
	}
}
