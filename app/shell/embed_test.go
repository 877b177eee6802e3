package shell

import (
	"reflect"
	"strings"
	"testing"

	"rangefinder/app/beside"
	"rangefinder/app/course"
	"rangefinder/app/files"
	"rangefinder/app/grid"
	"rangefinder/app/link"
	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/queryline"
	"rangefinder/app/result"
	"rangefinder/app/wire"
)

// secrets fills every field below v that can hold text with text that no link may hold.
func secrets(v reflect.Value, depth int) {
	if depth > 6 || !v.CanSet() {
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString("secret")
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		secrets(v.Elem(), depth+1)
	case reflect.Struct:
		for i := range v.NumField() {
			secrets(v.Field(i), depth+1)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		secrets(v.Index(0), depth+1)
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		if v.Type().Key().Kind() == reflect.String && v.Type().Elem().Kind() == reflect.String {
			v.SetMapIndex(reflect.ValueOf("secret").Convert(v.Type().Key()), reflect.ValueOf("secret").Convert(v.Type().Elem()))
		}
	}
}

// Ensure that a link holds the query, the view and the chosen data, whatever else the page knows.
func TestShare_LinkHoldsOnlyTheView(t *testing.T) {
	var m Model
	secrets(reflect.ValueOf(&m).Elem(), 0)
	if m.Inspector.Rows[0].Text != "secret" || m.Files.Storage.Reason != "secret" {
		t.Fatal("the model is not full of secrets")
	}
	*m.Query = queryline.Query{Query: query.Query{Table: "Mine", Filter: "A eq 1", Select: "A", Top: "5"}}
	m.Beside = &beside.Model{Query: query.Query{Table: "Mine", Filter: "A eq 2"}} // as the query on screen is
	m.Course.Lesson = &course.Lesson{Name: "etag", Step: 1}                       // the page's own word for where its data is from
	m.Base, m.Embed = "https://example.com/rf/", nil
	notes := link.TableData{Name: "Mine", Text: `{"PartitionKey":"a","RowKey":"b"}` + "\n"}
	m.Dialog = &page.Dialog{Kind: files.ShareLink, Table: "Mine", Of: &files.Sharing{Data: true, Bundle: notes.Text}}
	m, _, _ = hand(m, "files", files.ShareThemeChosen{})

	view := link.View{Why: m.Plan.Why}
	want := link.Link{Query: query.Query{Table: "Mine", Filter: "A eq 1", Select: "A", Top: "5"}, Beside: m.Beside.Query, View: view, Data: []link.TableData{notes}}
	for name, made := range map[string]string{"the shared link": m.Dialog.Of.(*files.Sharing).Link, "the address": m.Base + "#" + routeOf(m).Fragment()} {
		base, fragment, _ := strings.Cut(made, "#")
		got, err := link.Decode(fragment)
		if name == "the address" {
			want.Data = nil
			want.View.Lesson, want.View.Step = "etag", 2
		} else {
			want.Data = []link.TableData{notes}
			want.View.Lesson, want.View.Step = "", 0 // it brings the data itself
		}
		if base != m.Base || err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s is %s#%+v, %v; want %+v", name, base, got, err, want)
		}
		if strings.Contains(made, "secret") {
			t.Errorf("%s holds a secret: %s", name, made)
		}
	}
	if strings.Contains(m.Dialog.Of.(*files.Sharing).Embed, "secret") || !strings.Contains(m.Dialog.Of.(*files.Sharing).Embed, "https://example.com/rf/?embed") {
		t.Errorf("the HTML is %s", m.Dialog.Of.(*files.Sharing).Embed)
	}
}

// Ensure that an embedded page takes in the data of its link without a question, and hands it on.
func TestEmbed_AdoptsAtOnce(t *testing.T) {
	notes := link.TableData{Name: "Notes", Text: `{"PartitionKey":"a","RowKey":"b"}` + "\n"}
	fragment, err := link.Encode(link.Link{Query: query.Query{Table: "Notes", Filter: "PartitionKey eq 'a'"}, Data: []link.TableData{notes}})
	if err != nil {
		t.Fatal(err)
	}
	m, _ := Update(New(), Started{Fragment: fragment, Base: "https://example.com/", Embed: true})
	if m.Query.Table != "Notes" || m.Query.Filter != "PartitionKey eq 'a'" {
		t.Errorf("the query is %+v before the tables are known", m.Query)
	}
	m, cmds := Update(m, page.TablesListed{})
	var adopt *files.AdoptTables
	for _, cmd := range cmds {
		switch cmd := cmd.(type) {
		case files.AdoptTables:
			adopt = &cmd
		case page.OpenDialog, LoadSample:
			t.Errorf("an embedded page does %#v", cmd)
		}
	}
	if adopt == nil || !reflect.DeepEqual(adopt.Reqs, []wire.AdoptRequest{{Table: "Notes", Text: notes.Text}}) {
		t.Fatalf("it adopts %+v", adopt)
	}
	m, cmds = Update(m, files.LinkAdopted{Tables: []string{"Notes"}})
	ran, drawn := false, false
	for _, cmd := range cmds {
		run, ok := cmd.(result.Run)
		drawing, isMap := cmd.(queryline.DrawMap)
		drawn = drawn || isMap && drawing.Req.Table == "Notes"
		ran = ran || ok && run.Req.Table == "Notes" && run.Req.Filter == "PartitionKey eq 'a'"
	}
	if !ran || !drawn || m.Notice != nil || m.Dialog != nil || m.Tables.Loading != nil {
		t.Errorf("it ran %v, drew the map %v, notice %v, dialog %v, loading %v", ran, drawn, m.Notice, m.Dialog, m.Tables.Loading)
	}
	_, full, _ := strings.Cut(FullAddress(&m), "#")
	if l, err := link.Decode(full); err != nil || len(l.Data) != 1 || l.Data[0] != notes || l.Filter != "PartitionKey eq 'a'" {
		t.Errorf("the full page gets %+v, %v", l, err)
	}
	if next, cmds := Update(m, grid.LineOpened{Line: 0}); len(cmds) > 0 || next.Inspector != m.Inspector {
		t.Errorf("a line opens something: %v", cmds)
	}
	m.Query = &queryline.Query{Query: query.Query{Table: "Movies"}}
	if address := FullAddress(&m); strings.Contains(address, "d=") {
		t.Errorf("data of another table goes along: %s", address)
	}
}
