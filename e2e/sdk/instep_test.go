package sdk

import (
	"context"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rangefinder/app/keydesign/codegen"
	"rangefinder/app/keydesign/deploy"
	"rangefinder/app/keydesign/lab"
	"rangefinder/e2e/harness"
	"rangefinder/engine"
	"rangefinder/engine/tablecopy"
	"rangefinder/engine/tablerest"
	"rangefinder/server/tableauth"
)

// inStep is a design with every kind of copy, its properties, and the tables that its programs write.
var inStep = lab.Design{Partition: "{Genre}", Row: "e_{RowKey}", Indexes: []lab.Index{
	{Kind: lab.SamePartition, Row: "y_{Year}_{RowKey}"},
	{Kind: lab.OtherPartition, Partition: "year {Year}", Row: "{Genre}_{RowKey}", Properties: []string{"Year", "Größe"}},
	{Kind: lab.OtherTable, Partition: "{PartitionKey}", Row: "{RowKey}"},
	{Kind: lab.KeyList, Partition: "list {Year}", Row: "all"},
	{Kind: lab.KeyList, Partition: "{Genre}", Row: "l_{PartitionKey}"},
}}

// Ensure that the programs that a design is written as keep its copies in step with the clients of their language: what they save, change,
// move to other keys and remove is found in every copy by a check that knows nothing of them, and who was quicker is not overwritten.
func TestInStep(t *testing.T) {
	layout := must(lab.LayoutOf(inStep, []string{"Genre", "Year", "Größe"}, false))(t)
	for _, l := range []codegen.Language{codegen.JavaScript, codegen.Go, codegen.Python, codegen.CSharp} {
		t.Run(l.String(), func(t *testing.T) {
			name := "InStep" + strings.ReplaceAll(l.String(), "#", "sharp")
			for _, end := range layout.Tables {
				must(goService(t).CreateTable(t.Context(), name+end, nil))(t)
			}
			folder := t.TempDir()
			if l == codegen.Go { // it runs where the clients are
				folder = must(os.MkdirTemp(filepath.Join(harness.Root(), "bin"), "instep"))(t)
				t.Cleanup(func() { os.RemoveAll(folder) })
			}
			write := func(file, text string) {
				t.Helper()
				path := filepath.Join(folder, file)
				must(0, os.MkdirAll(filepath.Dir(path), 0o755))(t)
				must(0, os.WriteFile(path, []byte(text), 0o600))(t)
			}
			code := codegen.InStep(l, nil, layout)
			run := func(tool string, arguments ...string) {
				t.Helper()
				ctx, stop := context.WithTimeout(t.Context(), 4*patience)
				defer stop()
				command := exec.CommandContext(ctx, tool, arguments...)
				command.Dir = folder
				command.Env = append(os.Environ(), "TABLES_URL="+ours.url, "TABLES_ACCOUNT="+account, "TABLES_KEY="+key, "TABLE="+name)
				if output, err := command.CombinedOutput(); err != nil {
					t.Fatalf("%s: %v\n%s", tool, err, output)
				}
			}
			switch l {
			case codegen.JavaScript:
				must(0, os.Symlink(must(filepath.EvalSymlinks(filepath.Join(harness.Root(), "e2e", "node_modules")))(t), filepath.Join(folder, "node_modules")))(t)
				write(l.File(), code)
				write("run.mjs", string(must(os.ReadFile(filepath.Join("testdata", "instep.mjs")))(t)))
				run("node", "run.mjs")
			case codegen.Go:
				write(filepath.Join("keys", l.File()), code)
				write("main.go", strings.Replace(string(must(os.ReadFile(filepath.Join("testdata", "instep.go.txt")))(t)), "KEYS", "rangefinder/bin/"+filepath.Base(folder)+"/keys", 1))
				run("go", "run", ".")
			case codegen.Python:
				write(l.File(), code)
				if exec.Command("python3", "-c", "import azure.data.tables").Run() != nil {
					run("python3", "-m", "py_compile", l.File())
					t.Skip("azure-data-tables is not here: the program was only compiled")
				}
				write("run.py", string(must(os.ReadFile(filepath.Join("testdata", "instep.py")))(t)))
				run("python3", "run.py")
			case codegen.CSharp:
				if exec.Command("dotnet", "--version").Run() != nil {
					t.Skip("dotnet is not here")
				}
				write(l.File(), code)
				write("Program.cs", string(must(os.ReadFile(filepath.Join("testdata", "instep.cs.txt")))(t)))
				write("instep.csproj", `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net8.0</TargetFramework><Nullable>enable</Nullable></PropertyGroup>
<ItemGroup><PackageReference Include="Azure.Data.Tables" Version="12.*"/></ItemGroup></Project>`)
				run("dotnet", "run")
			}
			to := tablecopy.Target{Service: remote(t), Endpoint: ours.url, Table: name}
			found, _, err := deploy.Check(t.Context(), layout, to, tablecopy.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if found.Drifted() != 0 || found.Entities != 24 || found.Foreign+found.Colliding+found.Keyless != 0 {
				t.Errorf("%+v", found)
			}
			// What is said of a copy is right when one is spoiled, and the entity is as the program wrote it.
			e := must(to.Get(t.Context(), name+"By3", "shelf 2", "05"))(t)
			if year, _ := e.Value("Year"); year.Int() != 2005 {
				t.Errorf("an entity that was changed has the year %v", year.Display())
			}
			must(to.Apply(t.Context(), name+"By3", engine.Op{Kind: engine.Delete, PartitionKey: "shelf 2", RowKey: "05", IfMatch: "*"}))(t)
			if found, _, err = deploy.Check(t.Context(), layout, to, tablecopy.Options{}); err != nil || found.Missing != 1 || found.Drifted() != 1 {
				t.Errorf("%+v, %v", found, err)
			}
		})
	}
}

// remote is the endpoint as a Service.
func remote(t *testing.T) engine.Service {
	secret := must(tableauth.ParseKey(key))(t)
	return &tablerest.Client{URL: ours.url, Doer: tablerest.HTTPDoer{Sign: func(r *http.Request) error {
		tableauth.SignSharedKeyLite(r, account, secret, time.Now())
		return nil
	}}}
}
