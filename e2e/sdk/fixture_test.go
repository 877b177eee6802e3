package sdk

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"rangefinder/e2e/harness"
)

// Ensure that the programs with which the documentation has test suites start the endpoint run as they stand there, and pass. A language
// whose tools or client are not here is left out, and said.
func TestFixture_DocumentedPrograms(t *testing.T) {
	readme := string(must(os.ReadFile(filepath.Join(harness.Root(), "server", "README.md")))(t))
	_, readme, found := strings.Cut(readme, "### A fixture for tests\n")
	if !found {
		t.Fatal("the section is not there")
	}
	folder := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	block := func(language string) string {
		t.Helper()
		_, text, _ := strings.Cut(readme, "\n```"+language+"\n")
		text, _, ok := strings.Cut(text, "\n```\n")
		if !ok {
			t.Fatalf("there is no program in %s", language)
		}
		return text + "\n"
	}
	seed := write("seed.ndjson", `{"rangefinder.workspace":1}`+"\n"+`{"rangefinder.table":"Orders"}`+"\n"+`{"PartitionKey":"c1","RowKey":"1","State":"open"}`+"\n"+`{"rangefinder.end":true}`+"\n")
	if err := os.Symlink(ours.binary, filepath.Join(folder, "rangefinder")); err != nil {
		t.Fatal(err)
	}
	passes := func(t *testing.T, says, directory, tool string, arguments ...string) {
		t.Helper()
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not here", tool)
		}
		ctx, stop := context.WithTimeout(t.Context(), 4*patience)
		defer stop()
		command := exec.CommandContext(ctx, tool, arguments...)
		command.Dir, command.Env = directory, append(os.Environ(), "PATH="+folder+string(filepath.ListSeparator)+os.Getenv("PATH"))
		if output, err := command.CombinedOutput(); err != nil || !strings.Contains(string(output), says) {
			t.Errorf("%s: %v\n%s", tool, err, output)
		}
	}
	t.Run("javascript", func(t *testing.T) {
		if err := os.Symlink(must(filepath.EvalSymlinks(filepath.Join(harness.Root(), "e2e", "node_modules")))(t), filepath.Join(folder, "node_modules")); err != nil {
			t.Fatal(err)
		}
		passes(t, "pass 1", folder, "node", "--test", write("order.test.mjs", block("js")))
	})
	t.Run("go", func(t *testing.T) {
		program := strings.ReplaceAll(block("go"), `"seed.ndjson"`, "`"+seed+"`") // it runs where the clients are
		passes(t, "ok", harness.Root(), "go", "test", "-count=1", write("orders_test.go", program))
	})
	t.Run("python", func(t *testing.T) {
		path := write("order_test.py", block("python"))
		if exec.Command("python3", "-c", "import azure.data.tables").Run() != nil {
			passes(t, "", folder, "python3", "-m", "py_compile", path)
			t.Skip("azure-data-tables is not here: the program was only compiled")
		}
		passes(t, "OK", folder, "python3", path)
	})
	t.Run(".net", func(t *testing.T) {
		if block("csharp"); exec.Command("dotnet", "--version").Run() != nil {
			t.Skip("dotnet is not here")
		}
		write("Orders.cs", block("csharp"))
		write("orders.csproj", `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net8.0</TargetFramework><Nullable>enable</Nullable><ImplicitUsings>enable</ImplicitUsings></PropertyGroup>
<ItemGroup><PackageReference Include="Azure.Data.Tables" Version="12.*"/><PackageReference Include="xunit" Version="2.*"/><PackageReference Include="xunit.runner.visualstudio" Version="2.*"/><PackageReference Include="Microsoft.NET.Test.Sdk" Version="17.*"/></ItemGroup>
<ItemGroup><None Include="seed.ndjson" CopyToOutputDirectory="Always"/></ItemGroup></Project>`)
		passes(t, "Passed!", folder, "dotnet", "test")
	})
}
