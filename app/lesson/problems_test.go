package lesson

import (
	"context"
	"strings"
	"testing"

	"rangefinder/engine"
)

// Ensure that everything that can be wrong in a file is told with its line.
func TestParse_Problems(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"Empty", "", "line 1: The lesson has no title"},
		{"NoTitle", "About: x\n", "line 1: The lesson has no title"},
		{"NotUTF8", "# T\n\xff", "not UTF-8"},
		{"TooLong", "# T\n" + strings.Repeat("x", MaxFile), "generate large data"},
		{"Nothing", "# T\n", "no steps"},
		{"Field", "# T\nAuthor: me\n", `line 2: There is no field "Author"`},
		{"FieldWithoutText", "# T\nAbout\n", "line 2:"},
		{"OpenFence", head + "```data Movies\nPartitionKey,RowKey\n", "line 5: The part that begins"},
		{"Part", head + "```picture\n```\n", `There is no part "` + "```picture"},
		{"BeforeStep", head + data + "```check\nclass at most point\n```\n", "line 11: \"```check\" is before the first step"},
		{"TableName", head + "```data\n```\n", "line 5: The part data names no table"},
		{"TableBadName", head + "```data 1xy\n```\n", "line 5: A table name is letters and digits and begins with a letter"},
		{"TooMany", head + "```generate Movies 150000\n```\n```generate Blogs 60000\n```\n", "line 7: There are 210000 entities to generate so far. A lesson generates at most 200000."},
		{"TableTwice", head + data + data, "line 11: The table Movies is there twice"},
		{"Columns", head + "```data Movies\nTitle\n```\n", "line 6: The columns of Movies do not begin with the keys"},
		{"Type", head + "```data Movies\nPartitionKey,RowKey,A:Number\n```\n", `line 6: The column "A:Number" has no type`},
		{"Cells", head + "```data Movies\nPartitionKey,RowKey,A\na,b\n```\n", "line 7: The line has 2 cells"},
		{"Cell", head + "```data Movies\nPartitionKey,RowKey,A\na\n```\n", "line 7: The line has 1 cell."},
		{"Quote", head + "```data Movies\nPartitionKey,RowKey,A\na,b,\"x\n```\n", "line 7: A double quote opens cell 3 and does not close it."},
		{"QuoteAfter", head + "```data Movies\nPartitionKey,RowKey,A\na,\"b\"c,d\n```\n", "line 7: A double quote opens cell 2"},
		{"KeysTwice", head + strings.Replace(data, "War,Zulu", "Action,Heat", 1) + step, "line 9: Movies has (Action, Heat) already, in line 8. Give every entity keys of its own."},
		{"BlankUnderTitle", "# T\n\nAbout: a\nAbout: b\n", "line 4: The lesson says twice what it is about."},
		{"AboutTwice", "# T\nAbout: a\nAbout: b\n", "line 3: The lesson says twice what it is about."},
		{"ETag", head + data + "## S\n```start\nmerge Movies 'a','b' if v9 A=1\nget Movies 'a','b' as v9\n```\n", `line 13: No get remembers an ETag as "v9".`},
		{"Value", head + "```data Movies\nPartitionKey,RowKey,A:Int32\na,b,four\n```\n", "line 7: A:"},
		{"Key", head + "```data Movies\nPartitionKey,RowKey\na,b/c\n```\n", "line 7: The service refuses the entity"},
		{"Count", head + "```generate Movies many\n```\n", "line 5: The part does not say how many"},
		{"Rule", head + "```generate Movies 3\nA = some\nPartitionKey = x\nRowKey = y\n```\n", "line 6: \"A = some\" is not a rule"},
		{"Keys", head + "```generate Movies 3\nA = cycle x\n```\n", "do not make each key once"},
		{"Template", head + "```generate Movies 3\nPartitionKey = {A|\nRowKey = x\n```\n", "line 6: The key template"},
		{"Fact", head + data + "```facts\nmany returned of Movies:\n```\n", "line 12:"},
		{"Limit", head + data + "```facts\n7 limit dwarfs\n```\n", `line 12: There is no limit "dwarfs"`},
		{"Filter", head + data + "## S\n```start\nfilter: A == 1\n```\n", "line 13: The filter is refused"},
		{"Top", head + data + "## S\n```start\ntop: 0\n```\n", "line 13:"},
		{"Mixed", head + data + "## S\n```start\nfilter: A eq 1\npartition: x\n```\n", "two kinds in one"},
		{"MixedScript", head + data + "## S\n```start\nfilter: A eq 1\ndrop Movies\n```\n", "line 14: \"drop Movies\" is not a field"},
		{"Verb", head + data + "## S\n```start\nupdate Movies 'a','b'\n```\n", `line 13: There is no operation "update"`},
		{"OperationKeys", head + data + "## S\n```start\ndelete Movies a,b\n```\n", "line 13: The keys a,b need single quotes: write 'a','b'."},
		{"OperationValue", head + data + "## S\n```start\nmerge Movies 'a','b' A=x or 1\n```\n", "The text x needs single quotes: write A='x'."},
		{"OpenTransaction", head + data + "## S\n```start\ntransaction\n```\n", "line 13: The transaction has no end"},
		{"TransactionGet", head + data + "## S\n```start\ntransaction\nget Movies 'a','b'\nend\n```\n", "line 14: \"get Movies 'a','b'\" cannot be in a transaction"},
		{"Check", head + data + step + "```check\nbe quick\n```\n", "line 19: \"be quick\" is not a check"},
		{"CheckKind", head + data + step + "```check\nunique keys\n```\n", `line 19: "unique keys" does not go with queries`},
		{"CheckShow", head + data + step + "```check\nshow unique keys\n```\n", `line 19: "unique keys" is not a pattern, and only a pattern can be shown`},
		{"CheckShowTwice", head + data + step + "```check\nshow pattern in one partition: A eq 1\nshow pattern in one partition: A eq 1\n```\n", "line 20: The step shows two patterns. Leave one."},
		{"CheckAlways", head + data + step + "```check\nalways unique keys\n```\n", "line 19:"},
		{"NoTitleStep", head + data + "## \ntext\n", "line 11: The step has no title."},
		{"StepSpace", head + data + "##Find\n", `line 11: "##Find" begins no step. A step begins with`},
		{"StepDeep", head + data + "## S\n### Find\n", `line 12: "### Find" begins no step.`},
		{"StartOnly", head + data + "## S\n```start\nfilter: A eq 1\n```\n", `line 11: The step "S" has a start and no check.`},
		{"NoCheck", head + data + step, "a solution and no check"},
		{"NoStart", head + data + "## S\n```check\nclass at most point\n```\n", "not both a start and a solution"},
		{"Twice", head + data + step + "```start\nfilter: A eq 1\n```\n", `line 18: The step has "start" twice`},
		{"Kinds", head + data + step + "```break\ndrop Movies\n```\n```check\nclass at most point\n```\n", "begins with queries and goes on with operations"},
		{"Answer", head + data + "## S\n```predict\nask: x\nanswer: class slow\n```\n", "line 14: \"class slow\" is not an answer"},
		{"Ask", head + data + "## S\n```predict\nanswer: class point\n```\n", "line 12: The prediction asks nothing"},
	} {
		t.Run(test.name, func(t *testing.T) {
			l, err := Parse(test.text)
			if err == nil || l != nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("no %q in:\n%v", test.want, err)
			}
			if err != nil && (strings.Contains(err.Error()+"\n", "..\n") || strings.Contains(err.Error(), "Input:")) {
				t.Errorf("a sentence ends twice, or has a code in it:\n%v", err)
			}
			if err != nil && strings.Contains(test.text, "```data") && strings.Contains(err.Error(), "has no data") {
				t.Errorf("data that is wrong is told as none:\n%v", err)
			}
			if _, ok := err.(Problems); !ok {
				t.Errorf("it is a %T", err)
			}
		})
	}
}

// Ensure that a lesson that can be read and does not work is told so, with the line and what it should be.
func TestValidate_Problems(t *testing.T) {
	check := "hint: Look.\nhint: Do.\n```hidden none\nnote: It is a test.\n```\n```check\nclass at most row range\nsame entities as Rating lt 4.0\n```\n"
	for _, test := range []struct{ name, text, want string }{
		{"Fine", head + data + step + check, ""},
		{"Solution", head + data + strings.Replace(step, "'War'", "'Action'", 1) + check, "line 15: The solution of \"S\" does not pass: (War, Zulu) should come back"},
		{"Start", head + data + strings.Replace(step, "Rating gt 1.0", "PartitionKey gt 'Action' and PartitionKey le 'War'", 1) + check + "```break\nfilter: PartitionKey ge 'War' and PartitionKey le 'War'\n```\n", "line 27: The break of \"S\" passes already"},
		{"Prediction", head + data + step + check + "```predict\nask: x\nfilter: RowKey eq 'Heat'\nanswer: class point\n```\n", "line 30: The answer to the prediction is full scan, not point. Write: answer: class full scan"},
		{"PredictionTable", head + data + step + check + "```predict\nask: x\ntable: Nowhere\nanswer: examined 0\n```\n", "line 27: The prediction cannot be asked: There is no table \"Nowhere\" in the lesson."},
		{"PredictionNumber", head + data + step + check + "```predict\nfilter: RowKey eq 'Heat'\nask: Of how many, 9?\nanswer: class full scan\n```\n", "line 29: Nothing checks the number 9"},
		{"DesignProperty", head + data + "## S\n```start\npartition: all\nrow: {RowKey}{Nothing}\n```\n```solution\npartition: {PartitionKey}\nrow: {RowKey}\n```\n```check\nunique keys\n```\n", "line 14: No entity of Movies has the property \"Nothing\". Use one of: Rating, PartitionKey, RowKey."},
		{"DesignBreak", head + data + "## S\n```start\npartition: all\nrow: {Rating}\n```\n```solution\npartition: {PartitionKey}\nrow: {RowKey}\n```\n```break\npartition: {Wrong}\nrow: {RowKey}\n```\n```check\nunique keys\n```\n", "line 21: No entity of Movies has the property \"Wrong\""},
		{"Fact", head + data + "```facts\n4 returned of Movies:\n```\n" + step + check, "line 12: It is 3, not 4"},
		{"LimitFact", head + data + "```facts\n99 limit transaction\n```\n" + step + check, "It is 100, not 99"},
		{"Number", head + "Much is in `code\n4` here.\nThere are 3 movies and R2.\n" + data + step + check, "line 7: Nothing checks the number 3"},
		{"NumberAbout", strings.Replace(head, "About: a", "About: 7 things", 1) + data + step + check, "line 2: Nothing checks the number 7"},
		{"NumberInStep", head + data + step + check + "\nNow there are 5.\n", "line 28: Nothing checks the number 5"},
		{"StartTable", head + data + strings.Replace(step, "filter: Rating", "table: Moviez\nfilter: Rating", 1) + check, `line 12: The start of "S" cannot be tried: There is no table "Moviez" in the lesson. Name one of`},
		{"NumberInCode", head + "Write `eq 3`.\n" + data + step + check, ""},
		{"NumberKnown", head + "There are 3.\n" + data + "```facts\n3 returned of Movies:\n```\n" + step + check, ""},
		{"Generated", head + data + "```generate Log 3\nPartitionKey = x\nRowKey = y\n```\n" + step + check, "Entity 2 of Log"},
	} {
		t.Run(test.name, func(t *testing.T) {
			l, err := Parse(test.text)
			if err != nil {
				t.Fatal(err)
			}
			problems, err := l.Validate(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if test.want == "" && len(problems) > 0 || !strings.Contains(problems.Error(), test.want) || strings.Contains(problems.Error(), "EntityAlreadyExists") {
				t.Errorf("no %q in words in:\n%v", test.want, problems)
			}
		})
	}
}

// Ensure that a sample that is not there is a problem with its line, and a check that cannot be read is told once.
func TestProblems_SampleAndCheck(t *testing.T) {
	l, err := Parse("# T\nAbout: a\nSource: s\nSample: Moviez\n\n" + step + "```check\nclass at most point\n```\n")
	if err != nil {
		t.Fatal(err)
	}
	none := func(context.Context, string, func(string, string, string, []engine.Property) error) error {
		return ErrNoSample
	}
	problems, err := l.Validate(t.Context(), none)
	if err != nil || len(problems) != 1 || !strings.HasPrefix(problems.Error(), `line 4: There is no sample "Moviez". Name one`) {
		t.Errorf("%v, %v", problems, err)
	}
	_, err = Parse(head + data + "## S\n```start\npartition: a\nrow: {A}\n```\n```solution\npartition: b\nrow: {A}\n```\n```check\nlargest partition at most lots\n```\n")
	if problems, _ := err.(Problems); len(problems) != 1 {
		t.Errorf("one check is told as\n%v", err)
	}
}

// Ensure that a file that is no text at all is told from a lesson that lacks something.
func TestParse_NoText(t *testing.T) {
	_, err := Parse("\x89PNG\r\n\x00\x00")
	if p, ok := err.(Problems); !ok || len(p) != 1 || p[0].Message != "The file is not text." {
		t.Errorf("%v", err)
	}
}
