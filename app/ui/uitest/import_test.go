package uitest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const films = "Title;Genre;Year\nAlien;Horror;1979\nHeat;Crime;1995\nOdd;Crime;soon\n<img src=x onerror=alert(1)>;Crime;2001\n"

// hasTable reports whether the list of tables has one of that name.
func (p *Page) hasTable(name string) bool {
	return slices.Contains(p.Texts("#side ul:first-of-type .name"), name)
}

// drop lets a file fall and waits for that many lines of its preview.
func drop(t *testing.T, page *Page, name, content string, lines int) {
	t.Helper()
	page.Drop(name, content)
	page.Wait("the preview", func() bool { return len(page.Texts(".preview tbody tr")) == lines })
}

// Ensure that a dropped CSV file is shown as it will be, that a row that does not fit is told with its reason and does not
// stop the others, and that the import can be taken back.
func TestImport_CSV(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	drop(t, page, "my films.csv", films, 4)
	if got := page.Value("#import-table"); got != "myfilms" {
		t.Errorf("proposes the table %q", got)
	}
	page.Choose(`select[aria-label="Type of Year"]`, "2") // Int32, which one row is not
	page.See(".preview td.err", "soon")
	page.Fill("#import-rk", "{Title}")
	page.Wait("the row key", func() bool { return page.Text(".preview tbody td:nth-child(2)") == "Alien" })
	page.Press("#dialog button", "Import")
	page.See("#dialog", "1 refused", "soon", "3 added")
	page.Press("#dialog button", "Download the report")
	name, report := page.Saved()
	if !strings.HasSuffix(name, ".csv") || !strings.Contains(report, "soon") {
		t.Errorf("the report %s says %q", name, report)
	}
	page.See(".notice", "Saved", name)
	page.Press("#dialog button", "Close")
	page.See(".crumb h1", "myfilms")
	page.WaitRows()
	if got := strings.Join(page.Cells("RowKey"), " "); got != "<img src=x onerror=alert(1)> Heat Alien" {
		t.Errorf("rows %q", got)
	}
	page.Press("button", "Snapshots")
	page.Press("#dialog button", "Undo: Imported 3 entities into myfilms")
	page.Wait("the table is gone", func() bool { return !page.hasTable("myfilms") })
}

// Ensure that a file that ends too early says how much of it is taken, before it is, and that mixed JSON keeps its types.
func TestImport_CutAndMixed(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	drop(t, page, "cut.json", `[{"PartitionKey":"a","RowKey":"1","X":1},{"PartitionKey":"a","RowKey":"2","X":"one"},`, 2)
	page.See("#import-broken", "The file is cut short: the end of the list is missing. Only the 2 rows before that can be imported.")
	page.See("#dialog .notes", "“X” has values of several types, such as texts and numbers: each keeps its own.")
	page.Press("#dialog button", "Import only 2 rows")
	page.See("#dialog", "2 added")
	page.Press("#dialog button", "Close")
	page.WaitRows()
	if got := strings.Join(page.Cells("X"), " "); got != "1 one" {
		t.Errorf("values %q", got)
	}
}

// Ensure that CSV as Excel writes it on Windows is read by one press, which can be taken back, and that lines of JSON are called so.
func TestImport_Windows1252(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Drop("kunden.csv", "PartitionKey;RowKey;Name\nDE;1;M\xfcller\nDE;2;Schulz\n")
	page.See("#import-letters", "This file is not UTF-8")
	page.Press("#import-as", "Read it as Windows-1252")
	page.See("#import-letters", "The file is read as Windows-1252.")
	page.See("#dialog .preview", "Müller")
	page.Press("#import-as", "Read it as UTF-8")
	page.See("#dialog .preview", "not valid UTF-8")
	page.Press("#import-as", "Read it as Windows-1252")
	page.See("#dialog .preview", "Müller")
	page.Press("#import-start", "Import")
	page.See(".crumb h1", "kunden")
	page.WaitRows()
	if got := strings.Join(page.Cells("Name"), " "); got != "Müller Schulz" {
		t.Errorf("names %q", got)
	}
	page.Drop("lines.ndjson", "{\"PartitionKey\":\"a\",\"RowKey\":\"1\"}\n{\"PartitionKey\":\"a\",\"RowKey\":\"2\"}\n")
	page.See("#import-format option[selected]", "NDJSON")
}

// Ensure that one value that is no number is told before the import, with its line and what each choice does to its row; and that rows of the
// file with the same keys are told as such, not as entities that the table had.
func TestImport_OddValueAndDuplicate(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	drop(t, page, "prices.csv", "PartitionKey,RowKey,Price\np,a,1.5\np,b,x1.5\np,c,3\np,c,4.5\np,d,5\n", 5)
	page.See("#dialog .spec-rows", "4 of 5 values are numbers; “x1.5” (line 3) is not. As String, every row is imported, but filters compare the values as text.")
	lost := func(want ...string) {
		t.Helper()
		page.Wait("these rows will not be in the table", func() bool { return slices.Equal(page.Texts("#dialog .preview .err"), want) })
	}
	page.See("#dialog h3", "Preview of the first 5 rows: 1 not stored")
	lost("Line 5 will not be stored: line 4 has the same keys, p / c.")
	page.Choose("#import-policy", "replace")
	lost("Line 4 will not be stored: line 5 has the same keys, p / c.")
	page.Choose("#import-policy", "merge")
	lost()
	page.Choose("#import-policy", "refuse")
	lost("Line 5 will be refused: line 4 has the same keys, p / c.")
	page.See("#dialog h3", "Preview of the first 5 rows: 1 refused")
	page.Choose("#import-policy", "skip")
	page.Press("#dialog .spec-rows button", "Read as Double; leave that cell empty")
	page.See("#dialog .spec-rows", "“x1.5” (line 3) is not. Line 3 is imported without this property.")
	lost("Line 5 will not be stored: line 4 has the same keys, p / c.")
	page.Press("#dialog .spec-rows button", "Refuse that row instead")
	page.See("#dialog .preview .err", "Line 3 will be refused: Price “x1.5”: It is not a number.")
	page.See("#dialog h3", "Preview of the first 5 rows: 1 refused, 1 not stored")
	page.See("#dialog .spec-rows", "“x1.5” (line 3) is not. Line 3 is refused and listed after the import.")
	page.Press("#dialog button", "Import")
	page.See("#dialog", "3 added", "1 refused", "1 skipped: an earlier row of the file has the same keys", "lines 4 and 5 have the same keys, p / c. Only the first of each is kept.")
	page.Press("#dialog button", "Close")

	drop(t, page, "more.csv", "PartitionKey,RowKey,Price\np,a,1.5,7\np,b/c,2\np,c,3\n", 3)
	page.See("#dialog .notes", "2 rows of the 3 looked at will be refused")
	page.See("#dialog h3", "Preview of the first 3 rows: 2 refused")
	page.Press("#dialog button", "Import")
	page.See("#dialog .preview", "(whole row)")
}

// Ensure that numbers with a decimal comma come in as numbers, with a word and a choice, and that digits which stay text say why.
func TestImport_Dates(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	drop(t, page, "days.csv", "PartitionKey,RowKey,Day,Sent\np,a,03/04/2026,2026/1/2\np,b,05/06/2026,soon\np,c,07/08/2026,2026/12/31\n", 3)
	page.See("#dialog .spec-rows", "“03/04/2026” (line 2) can be a date as day/month/year or month/day/year, and no value tells which.", "“2026/1/2” (line 2) is a date as year/month/day. 2 of 3 values are dates; “soon” (line 3) is not.")
	page.Press("#dialog .spec-rows button", "Read as month/day/year")
	page.See("#dialog .spec-rows", "Read as month/day/year, in UTC.")
	page.See("#dialog .preview", "2026-03-04T00:00:00Z")
	page.Press("#dialog .spec-rows button", "Keep as String")
	page.Press("#dialog .spec-rows button", "Read as day/month/year")
	page.Press("#dialog .spec-rows button", "Read as dates; leave that cell empty")
	page.See("#dialog .preview", "2026-04-03T00:00:00Z", "2026-12-31T00:00:00Z")
	page.Press("#dialog button", "Import")
	page.See(".notice", "1 value was left out: not of the type that was chosen")
}

// Ensure that what the dialog says of keys and refused rows is of the choices that it shows, and that elements of a JSON array, which may
// stand on one line, are not called lines.
func TestImport_AdviceIsNew(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	drop(t, page, "list.json", `[{"City":"Bonn","A":1},{"City":"Ulm","A":2},{"City":"Bonn","A":1},{"City":"Ulm","A":4}]`, 4)
	page.See("#import-keys", "PartitionKey {City}: each value becomes a partition", "RowKey {#:6}: rows are numbered")
	page.See("#dialog .notes", "The elements 1 and 3 are equal in every column. Numbered keys keep both.")
	page.Fill("#import-pk", "all")
	page.See("#import-keys", "PartitionKey all: 1 partition for the 4 rows looked at.")
	page.Fill("#import-rk", "{A}")
	page.See("#dialog .preview .err", "Element 3 will not be stored: element 1 has the same keys, all / 1.")
	if text := page.Text("#dialog"); strings.Contains(text, "Numbered keys") || strings.Contains(text, "rows are numbered") || strings.Contains(text, "each value becomes") {
		t.Errorf("it says what no longer holds: %s", text)
	}
	page.Fill("#import-rk", "{A}{Zone}")
	page.See("#dialog-err", "The file has no column “Zone”. Its columns are City, A.")
	if text := page.Text("#dialog"); strings.Contains(text, "will be refused") || page.Has("#dialog .preview") || page.Attr("#import-rk", "aria-invalid") != "true" {
		t.Errorf("the column is missed again for each row, or its field is not marked: %s", text)
	}
	page.See("#dialog .import-none", "when each key is made of columns that the file has")
	if page.Has("#import-meant") {
		t.Error("a column is offered that nobody can have meant")
	}
	page.Fill("#import-rk", "{A}-{city}")
	page.See("#dialog-err", "The file has no column “city”. Did you mean “City”?")
	page.Press("#import-meant", "Use {A}-{City}")
	page.Gone("#dialog-err")
	page.Fill("#import-pk", "{city}")
	page.See("#dialog-err", "The file has no column “city”. Did you mean “City”?")
	page.Press("#import-meant", "Use {City}")
	page.Gone("#dialog-err")
	if pk, rk := page.Value("#import-pk"), page.Value("#import-rk"); pk != "{City}" || rk != "{A}-{City}" {
		t.Errorf("the keys are %s and %s", pk, rk)
	}
	page.See("#import-keys li:first-child", "PartitionKey {City}: ")
	page.Fill("#import-rk", "{#:6}")
	page.Gone("#dialog-err")
	page.See("#dialog .preview", "000004")
	page.Fill("#import-pk", "{City}/")
	page.See("#import-mend", "4 of the 4 rows looked at have a key with /, \\, #, ? or a control character, which no key can hold.")
	page.See("#dialog .preview .err", "Element 1 will be refused: ")
}

func TestImport_DecimalComma(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	drop(t, page, "prices.csv", "RowKey;Price;Code\na;3,5;31\nb;12;007\n", 2)
	const comma = "Double: “3,5” (line 2) has a decimal comma and is read as 3.5. Choose String to keep the text."
	page.See("#dialog .spec-rows", comma, "String: as a number, “007” (line 3) would become 7.")
	page.See("#dialog .preview", "3.5 Double", "12.0 Double", "007 String")
	page.Choose(`select[aria-label="Type of Price"]`, "1")
	page.See("#dialog .preview", "3,5 String")
	if strings.Contains(page.Text("#dialog .spec-rows"), comma) {
		t.Error("a column that is kept as text is said to be read as a number")
	}
	page.Choose(`select[aria-label="Type of Price"]`, "4")
	page.See("#dialog .spec-rows", comma)
	page.Press("#dialog button", "Import")
	page.See(".crumb h1", "prices")
	page.WaitRows()
	if got := strings.Join(page.Cells("Price"), " ") + ", " + strings.Join(page.Cells("Code"), " "); got != "3.5 12.0, 31 007" {
		t.Errorf("values %q", got)
	}
}

// Ensure that a number which fits no Double is called a number.
func TestImport_LongNumber(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	drop(t, page, "prices.csv", "RowKey,Price,Big\na,12.5,1.5\nb,9007199254740993,1e999\nc,7.25,2.5\nd,3,3.5\n", 4)
	page.See("#dialog .spec-rows", "3 of 4 values fit a Double; “9007199254740993” (line 3), a number with more digits than a Double keeps, does not. As String, every row is imported, but filters compare the values as text.",
		"3 of 4 values fit a Double; “1e999” (line 3), a number beyond the largest Double, does not.", "As Double, it is rounded to 9.007199254740992E+15: a Double keeps 15 to 17 digits.")
	if got := page.Texts("#dialog .spec-rows .advice-box button"); !slices.Equal(got, []string{"Read as Double", "Read as Double; leave that cell empty"}) {
		t.Errorf("offers %q", got)
	}
	page.Press("#dialog button", "Cancel")

	drop(t, page, "counts.csv", "RowKey,Count\na,10\nb,20\nc,12345678901234567890\n", 3)
	page.See("#dialog .spec-rows", "2 of 3 values fit an Int32; “12345678901234567890” (line 4) does not. As String, every row is imported, but filters compare the values as text. As Double, it is rounded to 1.2345678901234567E+19: a Double keeps 15 to 17 digits.")
	page.Press("#dialog .spec-rows button", "Read as Int32; leave that cell empty")
	page.See("#dialog .spec-rows", "Line 4 is imported without this property.")
	page.Press("#dialog .spec-rows button", "Read as Double")
	page.See("#dialog .preview", "1.2345678901234567E+19 Double")
	page.Gone("#dialog .preview .err")
	page.Press("#dialog .spec-rows button", "Keep as String")
	page.See("#dialog .preview", "12345678901234567890 String")
}

// Ensure that characters which no key holds are replaced by one press, that each row which would get the keys of another by that is named, before
// the import and after it, and that the press can be taken back.
func TestImport_MendsKeys(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	drop(t, page, "paths.csv", "PartitionKey,RowKey,Path\ndocs,a/1,a/1\ndocs,a?1,a?1\ndocs,b,b\ndocs,c#,c#\n", 4)
	page.See("#import-mend", "3 of the 4 rows looked at have a key with /, \\, #, ? or a control character, which no key can hold. They will be refused.")
	page.Press("#import-mended", "Replace such characters by _")
	const clash = "Line 3: RowKey “a?1”: After the replacement line 2 has the same keys, docs / a_1."
	page.See("#import-mend", "In the keys, _ replaces each /, \\, #, ? and control character: 2 of the 4 rows looked at get such keys. Properties keep the characters. "+
		"1 of the 4 rows looked at is refused, because it would have the keys of an earlier row:", clash)
	if text := page.Text("#dialog .import-rows"); strings.Count(text, "line 2 has the same keys") != 2 {
		t.Errorf("it is not said once, and once at its row: %s", text)
	}
	page.keyboardIn("import-mended")
	page.See("#dialog h3", "Preview of the first 4 rows: 1 refused")
	page.Press("#import-mended", "Keep the keys as the file has them")
	page.See("#dialog h3", "Preview of the first 4 rows: 3 refused")
	page.Press("#import-mended", "Replace such characters by _")
	page.See("#import-mend", clash)
	page.Press("#import-start", "Import")
	page.See("#dialog", "3 added", "1 refused", "line 2 has the same keys, docs / a_1.")
	page.Press("#dialog button", "Close")
	page.WaitRows()
	if got := strings.Join(page.Cells("RowKey"), " ") + ", " + strings.Join(page.Cells("Path"), " "); got != "a_1 b c_, a/1 b c#" {
		t.Errorf("entities %q", got)
	}
}

// Ensure that a JSON file which cannot be read says so once, with the place.
func TestImport_BadJSON(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Drop("orders.json", "{\"value\":[\n  {\"PartitionKey\":\"a\",\"RowKey\":\"1\",},\n  {\"PartitionKey\":\"a\",\"RowKey\":\"2\"}]}")
	page.See("#dialog .err", "Element 1 (line 2, column 35): There is a comma after the last value, and JSON allows none before the closing brace. The rest of the file cannot be read.")
	if text := page.Text("#dialog"); strings.Count(text, "after the last value") != 1 {
		t.Errorf("it is not said once: %s", text)
	}
}

// Ensure that rows with an empty key are told before they are imported, and that a column of yes and no can be read as Boolean.
func TestImport_EmptyKeyAndYesNo(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	drop(t, page, "flags.csv", "PartitionKey,RowKey,Open\na,,yes\nb,1,No\nc,,no\n", 3)
	page.See("#dialog .notes", "2 of the 3 rows looked at have an empty RowKey. An empty key is allowed, so these rows will be imported.")
	page.See("#dialog .preview", "yes String")
	page.See("#dialog .spec-rows", "Each of the 3 values looked at can be read as Boolean: “yes” (line 2) becomes true. As String, every row is imported, but filters compare the values as text.")
	page.Press("#dialog .spec-rows button", "Read as Boolean")
	page.See("#dialog .preview", "true Boolean", "false Boolean")
	page.Press("#dialog .spec-rows button", "Keep as String")
	page.Press("#dialog .spec-rows button", "Read as Boolean")
	page.Press("#dialog button", "Import")
	page.See(".notice", "Imported 3 entities into flags")
}

// Ensure that an import of which only a part could be read says in its title how much came in, and then where the rest failed.
func TestImport_PartOfJSON(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	drop(t, page, "orders.json", "[\n  {\"PartitionKey\":\"a\",\"RowKey\":\"1\"},\n  {\"PartitionKey\":\"a\",\"RowKey\":\"2\"},\n  {\"PartitionKey\":\"a\" \"RowKey\":\"3\"}]", 2)
	page.See("#import-broken", "Element 3 (line 4, column 23): A comma or a closing brace is missing. The rest of the file cannot be read. Only the 2 rows before that can be imported.")
	if text := page.Text("#dialog"); strings.Count(text, "closing brace") != 1 {
		t.Errorf("it is not said once: %s", text)
	}
	page.Press("#dialog button", "Import only 2 rows")
	page.See("#dialog h2", "Imported 2 entities; the rest of orders.json could not be read")
	page.See("#dialog .err", "line 4")
}

// Ensure that a column which most rows could have as PartitionKey is offered with the rows that it does not suit, that equal rows and a number
// that is too large are told, and that a second import of the same file says what would happen to each row.
func TestImport_SaysWhatWouldHappen(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	const orders = "CustomerId,Big,Note\nC1,1,a\nC1,2,b\nC2,99999999999999999999,c\nC2,4,d\n,5,e\nC1,1,a\n"
	drop(t, page, "orders.csv", orders, 6)
	page.See("#import-offer", "{CustomerId} would keep rows with the same CustomerId together, but it is empty in line 6.")
	page.See("#import-keys", "PartitionKey orders: the same for every row, so there is one partition: not every row has a CustomerId that can be a key.")
	page.See("#dialog .notes", "The lines 2 and 7 are equal in every column. Numbered keys keep both.")
	page.See("#dialog .spec-rows", "5 of 6 values fit an Int32; “99999999999999999999” (line 4) does not. As String, every row is imported, but filters compare the values as text.")
	page.Press("#import-offer button", "Use {CustomerId}")
	page.Wait("the offer is taken", func() bool { return page.Value("#import-pk") == "{CustomerId}" && !page.Has("#import-offer") })
	page.keyboardIn("import-pk")
	page.Fill("#import-pk", "orders")
	page.See("#import-into", "The table orders will be created.")
	page.Press("#dialog button", "Import")
	page.See(".crumb h1", "orders")
	page.WaitRows()

	drop(t, page, "orders.csv", orders, 6)
	page.See("#import-into", "The table orders exists with 6 entities. Nothing will be added: the table has the keys of all 6 rows of the file, and existing entities are skipped.")
	page.Choose("#import-policy", "replace")
	page.See("#import-into", "The table has the keys of all 6 rows of the file: they replace those entities.")
	page.Press("#import-into button", "Number the rows from 7")
	page.See("#import-into", "The 6 rows of the file have new keys and are added.")
	page.Fill("#import-rk", "{Note}")
	page.Fill("#import-pk", "{CustomerId}")
	page.See("#import-into", "The 6 rows of the file have new keys and are added.")
	page.Press("#dialog button", "Cancel")
	drop(t, page, "orders.csv", orders+"C9,7,f\n", 7)
	page.See("#import-into", "The table has the keys of 6 of the 7 rows of the file: they are skipped; the other one is added.")
	page.Press("#dialog button", "Import")
	page.See(".notice", "Imported 1 entity into orders")
}

// Ensure that rows copied from a spreadsheet are taken in by pasting.
func TestImport_Paste(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Paste("PartitionKey\tRowKey\tAge\na\t1\t42\na\t2\t43\n", "")
	page.Wait("the preview", func() bool { return len(page.Texts(".preview tbody tr")) == 2 })
	page.Fill("#import-table", "Ages")
	page.Press("#dialog button", "Import")
	page.See(".notice", "Imported 2 entities into Ages")
	page.Press(".notice button", "Undo")
	page.Wait("the table is gone", func() bool { return !page.hasTable("Ages") })
}

// Ensure that a header with a name twice is refused, and that the file can still be read without a header.
func TestImport_NameTwice(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Drop("Twice.csv", "PartitionKey,RowKey,Name,Rating,RowKey\na,1,x,4.5,2\n")
	page.See("#dialog-err", "The header names RowKey twice (columns 2 and 5). Rename one.")
	if !page.Disabled("#import-start") {
		t.Error("it can be imported")
	}
	page.Click("#import-header")
	page.Gone("#dialog-err")
}

// Ensure that a column gets the type that the table has for its property, where all its values can be read so, that the dialog says where
// the types differ, and that a type which was chosen stays.
func TestImport_TypesOfTheTable(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Paste("PartitionKey\tRowKey\tRating\tReleaseYear\nAction\tZ1\t4\tnone\n", "")
	page.See("#dialog .spec-rows", "Double, as most entities of Movies have it. The values of the file alone look like Int32.", "Most entities of Movies have it as Int32, which not every row fits.")
	page.Wait("the types of the preview", func() bool { return page.Text(".preview tbody tr") == "Action Z1 4.0 Double none String" })
	page.Fill("#import-table", "Others")
	page.Wait("what the file looks like", func() bool { return page.Text(".preview tbody tr") == "Action Z1 4 Int32 none String" })
	page.Choose(`select[aria-label="Type of Rating"]`, "1") // String
	page.Fill("#import-table", "Movies")
	page.See("#dialog .spec-rows", "Most entities of Movies have it as Double.")
	page.Wait("the type that was chosen", func() bool { return page.Text(".preview tbody tr") == "Action Z1 4 String none String" })
}

// Ensure that lines that are copied from the grid and pasted into it are meant for the same table and come back as they were, that
// rows of elsewhere with its keys are meant for it too, and that what is copied tells a spreadsheet what is text.
func TestImport_CopyPaste(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	drop(t, page, "Codes.ndjson", `{"PartitionKey":"p","RowKey":"1","Code":"007","Empty":"","Bits@odata.type":"Edm.Binary","Bits":"AP8=","Long@odata.type":"Edm.Int64","Long":"9007199254740993"}`+"\n"+
		`{"PartitionKey":"p","RowKey":"2","Code":"line\r\nend \"<b>\"","Whole@odata.type":"Edm.Double","Whole":10.0}`+"\n", 2)
	page.Press("#dialog button", "Import")
	page.See(".notice", "Imported 2 entities into Codes")
	page.See(".crumb h1", "Codes")
	page.WaitRows()
	lines := func() string {
		page.Settled()
		var all strings.Builder
		grid := page.Grid()
		for line := range grid.Total {
			for _, c := range grid.Columns {
				if c.Name != "Timestamp" {
					fmt.Fprintf(&all, "%s %s %+v|", c.Name, c.Type, grid.Rows[line].Cells[c.Cell])
				}
			}
			all.WriteByte('\n')
		}
		return all.String()
	}
	copied := lines()
	if !strings.Contains(copied, "007") || !strings.Contains(copied, "0x00ff") {
		t.Fatalf("the grid shows %q", copied)
	}
	page.Grid().To(0, 0)
	page.Grid().Stretch(0, 1)
	page.Grid().Events.OnCopyLines(0, 1)
	page.See(".notice", "Copied 2 entities")
	plain, html := page.CopiedRich()
	for _, mark := range []string{`x:str="007" sdnum="1033;0;@"`, `x:str="9007199254740993" sdnum="1033;0;@"`, `<html xmlns:x="urn:schemas-microsoft-com:office:excel"`} {
		if !strings.Contains(html, mark) {
			t.Errorf("no %s is in %s", mark, html)
		}
	}
	page.Paste(plain, html)
	page.Wait("the preview", func() bool { return len(page.Texts(".preview tbody tr")) == 2 })
	if into := page.Value("#import-table"); into != "Codes" {
		t.Errorf("what was copied goes into %q", into)
	}
	page.Fill("#import-table", "Again")
	page.Press("#dialog button", "Import")
	page.See(".notice", "Imported 2 entities into Again")
	page.See(".crumb h1", "Again")
	page.WaitRows()
	if got := lines(); got != copied {
		t.Errorf("copied\n%s\npasted\n%s", copied, got)
	}

	page.Focus("grid")
	page.Paste("PartitionKey\tRowKey\tCode\np\t3\t008\n", "")
	page.Wait("a row for the same table", func() bool {
		return page.Has("#import-table") && page.Value("#import-table") == "Again" && len(page.Texts(".preview tbody tr")) == 1
	})
}

// Ensure that what was typed into the inspector outlives a reload.
func TestInspector_DraftOutlivesReload(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Press("button", "+ Entity")
	page.Fill("#insp-rk", "not saved yet")
	page, _ = page.Reload()
	page.See(".notice", "not committed yet")
	page.Wait("what was typed", func() bool { return page.Value("#insp-rk") == "not saved yet" })
}
