package source

import (
	"strings"
	"testing"
	"time"

	"rangefinder/filterlang"
)

// Ensure that a hole has the type that its format, the call that converts it, its declaration or what it was set to says, and that it is
// named where nothing does.
func TestFind_Types(t *testing.T) {
	for _, test := range []struct {
		language Language
		code     string
		want     string // the shape, and the holes without a type
	}{
		{Go, `"Age lt " + strconv.Itoa(n)`, "Age lt {Int32}"},
		{Go, `"Age lt " + strconv.FormatInt(n, 10)`, "Age lt {Int64}"},
		{Go, `"Age lt " + strconv.FormatInt(n, 10) + "L"`, "Age lt {Int64}"},
		{Go, `"Age lt " + strconv.FormatFloat(n, 'f', -1, 64)`, "Age lt {Double}"},
		{Go, `"Seen eq " + strconv.FormatBool(b)`, "Seen eq {Boolean}"},
		{Go, `"Age lt " + age`, "Age lt {String} ?~{age}"},
		{Go, `fmt.Sprintf("Age lt '%s'", age)`, "Age lt {String}"},
		{Go, `fmt.Sprintf("Age lt %s", strconv.Itoa(age))`, "Age lt {Int32}"},
		{Go, `fmt.Sprintf("A eq '%s' and Age lt %v", a, int64(age))`, "A eq {String} and Age lt {Int64}"},
		{Go, `fmt.Sprintf("Age lt %[2]v and B eq '%[1]s'", b, len(list))`, "Age lt {Int32} and B eq {String}"},
		{Go, `fmt.Sprintf("Age lt %v", age)`, "Age lt {String} ?~{1}"},
		{Go, "age := 5\nf = fmt.Sprintf(\"Age lt %v\", age)", "Age lt {Int32}"},
		{Go, "age, err := strconv.Atoi(text)\nf = fmt.Sprintf(\"Age lt %v\", age)", "Age lt {Int32}"},
		{Go, "type T struct {\n\tAge int64\n}\nf = fmt.Sprintf(\"Age lt %v\", x.Age)", "Age lt {Int64}"},
		{Go, `"Added ge datetime'" + since.Format(time.RFC3339) + "'"`, "Added ge {DateTime}"},
		{Go, `fmt.Sprintf("Added ge %s", since.Format(time.RFC3339))`, "Added ge {DateTime}"},
		{Go, `"Id eq guid'" + id.String() + "'"`, "Id eq {Guid}"},
		{Go, `"A eq " + quote(a)`, "A eq {String} ?{quote(a)}"},
		{Go, "text := \"x\"\nf = \"A eq \" + text", "A eq {String} ?{text}"},

		{CSharp, `$"Age lt '{age}'"`, "Age lt {String}"},
		{CSharp, `$"Age lt {age}"`, "Age lt {String} ?~{age}"},
		{CSharp, `$"Age lt {int.Parse(age)}"`, "Age lt {Int32}"},
		{CSharp, `$"Age lt {(long)age}"`, "Age lt {Int64}"},
		{CSharp, `$"Age lt {age:D4}"`, "Age lt {Int32}"},
		{CSharp, `$"Age lt {age:F2}"`, "Age lt {Double}"},
		{CSharp, `$"Added ge {since:o}"`, "Added ge {DateTime}"},
		{CSharp, `"Added ge " + since.ToString("o")`, "Added ge {DateTime}"},
		{CSharp, `"Added ge " + DateTime.UtcNow.AddDays(-7)`, "Added ge {DateTime}"},
		{CSharp, "int age = 5; f = \"Age lt \" + age.ToString()", "Age lt {Int32}"},
		{CSharp, "var age = list.Count; f = \"Age lt \" + age.ToString(CultureInfo.InvariantCulture)", "Age lt {Int32}"},
		{CSharp, "class A { public double Score { get; set; } }\nf = $\"Score lt {a.Score}\"", "Score lt {Double}"},
		{CSharp, `string.Format("Age lt {1} and A eq '{0}'", a, Convert.ToInt32(age))`, "Age lt {Int32} and A eq {String}"},
		{CSharp, "string name; f = TableClient.CreateQueryFilter($\"Name eq {name}\")", "Name eq {String}"},
		{CSharp, `TableClient.CreateQueryFilter($"Name eq {x}")`, "Name eq {String} ?{x}"},
		{CSharp, `$"Id eq {Guid.NewGuid()}"`, "Id eq {Guid}"},
		{CSharp, `$"Age lt {(old ? 5 : 7)}"`, "Age lt {Int32}"},
		{CSharp, `$"Age lt {limit + 1}"`, "Age lt {Int32}"},

		{JavaScript, "`Age lt ${age}`", "Age lt {String} ?~{age}"},
		{JavaScript, "`Age lt ${Number(age)}`", "Age lt {Int32}"},
		{JavaScript, "`Age lt ${parseFloat(age)}`", "Age lt {Double}"},
		{JavaScript, "const age = 5;\nf = `Age lt ${age}`", "Age lt {Int32}"},
		{JavaScript, "const age = Number(x.age)\nf = `Age lt ${age.toString()}`", "Age lt {Int32}"},
		{JavaScript, "f = `Added ge ${since.toISOString()}`", "Added ge {DateTime}"},
		{JavaScript, "f = odata`Name eq ${'x'}`", "Name eq {String}"},
		{JavaScript, "f = \"Age lt \" + String(list.length)", "Age lt {Int32}"},
		{JavaScript, "interface A { age: number }\nf = `Age lt ${a.age}`", "Age lt {Int32}"},

		{Python, `f"Age lt {age}"`, "Age lt {String} ?~{age}"},
		{Python, `f"Age lt {int(age)}"`, "Age lt {Int32}"},
		{Python, `f"Age lt {age:.2f}"`, "Age lt {Double}"},
		{Python, "age = int(text)\nf = \"Age lt \" + str(age)", "Age lt {Int32}"},
		{Python, "f = \"Age lt {}\".format(float(age))", "Age lt {Double}"},
		{Python, "f = \"Age lt {n}\".format(n=len(rows))", "Age lt {Int32}"},
		{Python, "f = \"Age lt %s\" % int(age)", "Age lt {Int32}"},
		{Python, "f = \"Age lt %(n)s\" % {\"n\": 5}", "Age lt {Int32}"},
		{Python, `f"Added ge {since.isoformat()}"`, "Added ge {DateTime}"},
		{Python, "rows = query_entities(\"Age lt @n and Name eq @name\", parameters={\"n\": 5, \"name\": \"x\"})", "Age lt {Int32} and Name eq {String}"},
		{Python, "rows = query_entities(\"Age lt @n\", parameters={\"n\": n})", "Age lt {String} ?~{n}"},

		{Java, `"Age lt " + Integer.toString(age)`, "Age lt {Int32}"},
		{Java, `"Age lt " + String.valueOf(Long.parseLong(age))`, "Age lt {Int64}"},
		{Java, `String.format("Age lt %s", list.size())`, "Age lt {Int32}"},
		{Java, `"Age lt %s".formatted(age.doubleValue())`, "Age lt {Double}"},
		{Java, "var age = 5L; f = \"Age lt \" + age", "Age lt {Int64}"},
		{Java, `MessageFormat.format("Age lt {0}", age)`, "Age lt {String} ?~{0}"},
	} {
		filters, unseen := Find("TableClient; f = "+test.code+"\n", test.language)
		got := strings.Repeat("unseen", len(unseen))
		for _, f := range filters {
			e, err := filterlang.Parse(f.Text)
			if err != nil {
				t.Errorf("%s: %v", test.code, err)
				continue
			}
			got += filterlang.ShapeOf(e)
			for _, hole := range f.Untyped {
				got += " ?" + hole
				if !strings.Contains(f.Text, hole) {
					t.Errorf("%s: %s is not in %s", test.code, hole, f.Text)
				}
			}
		}
		if got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.code, got, test.want)
		}
	}
}

// Ensure that code made to take long does not: names set to each other, and brackets that are never closed.
func TestFind_HostileValues(t *testing.T) {
	for name, code := range map[string]string{
		"names":    strings.Repeat("n = n + n\n", 20_000) + "f = f\"PartitionKey eq '{n}' and Age lt {n}\"\n",
		"brackets": strings.Repeat("f = \"Age lt {}\".format((\n", 60_000),
		"lists":    strings.Repeat("f = g(\"Age lt %s\", a,\n", 60_000),
		"nested":   "f = f\"Age lt {" + strings.Repeat("(", 100_000) + "}\"",
		"sums":     "f = f\"Age lt {" + strings.Repeat("a+", 100_000) + "a}\"",
	} {
		begun := time.Now()
		Find(code, Python)
		if took := time.Since(begun); took > 10*time.Second {
			t.Errorf("%s: %v", name, took)
		}
	}
}
