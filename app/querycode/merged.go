package querycode

import (
	"strconv"
	"strings"
)

// A query with several Filters is written as the queries that they are, see filterlang.Plan.Parallel. Their key ranges are apart and in
// key order: answers that are put one after the other in the order of the filters are in key order, with each entity once. Programs ask
// in parallel; a command line asks one after the other.

// several reports whether the query is one of several filters.
func (q Query) several() bool { return len(q.Filters) > 1 }

// each writes a query for each of the filters.
func (q Query) each(write func(Query) string, between string) string {
	var texts []string
	for _, f := range q.Filters {
		one := q
		one.Filter, one.Filters = f, nil
		texts = append(texts, write(one))
	}
	return strings.Join(texts, between)
}

// literals are lines of string literals, one for each filter.
func (q Query) literals(indent string) []string {
	var texts []string
	for _, f := range q.Filters {
		texts = append(texts, indent+quoted(f)+",")
	}
	return texts
}

func goMerged(q Query) string {
	text := []string{
		"package main", " ", "import (", "\t\"context\"", "\t\"fmt\"", "\t\"log\"", "\t\"os\"", "\t\"sync\"", " ",
		"\t\"github.com/Azure/azure-sdk-for-go/sdk/data/aztables\"", ")", " ",
		"// " + q.inOrder(),
		"var filters = []string{"}
	text = append(append(text, q.literals("\t")...), "}", " ",
		"func main() {")
	text = append(append(text, q.goClient()...),
		when(len(q.Select) > 0, "\tnames := "+quoted(strings.Join(q.Select, ","))),
		when(q.pageSize() > 0, "\ttop := int32("+strconv.Itoa(q.pageSize())+")"),
		"\tfound := make([][][]byte, len(filters))",
		"\tvar asked sync.WaitGroup",
		"\tfor i, filter := range filters {",
		"\t\tasked.Add(1)",
		"\t\tgo func() {",
		"\t\t\tdefer asked.Done()",
		"\t\t\tpager := client.NewListEntitiesPager(&aztables.ListEntitiesOptions{"+strings.Join(filled("Filter: &filter", when(len(q.Select) > 0, "Select: &names"), when(q.pageSize() > 0, "Top: &top")), ", ")+"})",
		"\t\t\tfor "+q.limited("len(found[i]) < ", " && ")+"pager.More() { // a page may be empty and others follow",
		"\t\t\t\tpage, err := pager.NextPage(context.Background())",
		"\t\t\t\tif err != nil {", "\t\t\t\t\tlog.Fatal(err)", "\t\t\t\t}",
		"\t\t\t\tfound[i] = append(found[i], page.Entities...)",
		"\t\t\t}", "\t\t}()", "\t}",
		"\tasked.Wait()",
		q.limited("\tleft := ", ""),
		"\tfor _, entities := range found {", "\t\tfor _, entity := range entities"+q.goLeft("entities")+" {", "\t\t\tfmt.Println(string(entity)) // JSON", when(q.Limit > 0, "\t\t\tleft--"), "\t\t}", "\t}", "}")
	return lines(text...)
}

func javaScriptMerged(q Query) string {
	text := append(q.javaScriptClient(), "// "+q.inOrder(), "const filters = [")
	options := "{ queryOptions: { " + strings.Join(filled("filter", when(len(q.Select) > 0, "select: ["+list(q.Select)+"]")), ", ") + " } }"
	text = append(append(text, q.literals("  ")...), "];",
		"const found = await Promise.all(filters.map(async (filter) => {",
		"  const entities = [];")
	pages := "  for await (const page of client.listEntities(" + options + ").byPage({ maxPageSize: " + strconv.Itoa(q.pageSize()) + " }))"
	if q.Limit > 0 {
		text = append(text, pages+" {", "    entities.push(...page);", q.limited("    if (entities.length >= ", ") break;"), "  }")
	} else if q.pageSize() > 0 {
		text = append(text, pages+" entities.push(...page);")
	} else {
		text = append(text, "  for await (const entity of client.listEntities("+options+")) entities.push(entity);")
	}
	return lines(append(text, "  return entities;", "}));", "for (const entity of found.flat()"+q.limited(".slice(0, ", ")")+") console.log(JSON.stringify(entity));")...)
}

func pythonMerged(q Query) string {
	arguments := filled("query_filter=query_filter", when(len(q.Select) > 0, "select=["+list(q.Select)+"]"), when(q.pageSize() > 0, "results_per_page="+strconv.Itoa(q.pageSize())))
	text := append(append(filled("import os", "from concurrent.futures import ThreadPoolExecutor", when(q.Limit > 0, "from itertools import chain, islice"), " "), q.pythonImports()...), " ", "# "+q.inOrder(), "FILTERS = [")
	text = append(append(text, q.literals("    ")...), "]", " ", " ", "def ask(query_filter):")
	text = append(append(text, q.pythonClient("    ")...),
		"        return list("+q.pythonFirst("client.query_entities("+strings.Join(arguments, ", ")+")")+")", " ", " ",
		"with ThreadPoolExecutor(max_workers=16) as pool:")
	if q.Limit > 0 {
		return lines(append(text, "    for entity in "+q.pythonFirst("chain.from_iterable(pool.map(ask, FILTERS))")+":", "        print(dict(entity))")...)
	}
	return lines(append(text, "    for entities in pool.map(ask, FILTERS):", "        for entity in entities:", "            print(dict(entity))")...)
}

func cSharpMerged(q Query) string {
	arguments := filled("filter: filter", when(q.pageSize() > 0, "maxPerPage: "+strconv.Itoa(q.pageSize())), when(len(q.Select) > 0, "select: new[] { "+list(q.Select)+" }"))
	text := append(q.cSharpTable(), "// "+q.inOrder(), "var filters = new[]", "{")
	return lines(append(append(text, q.literals("    ")...), "};", " ",
		"var found = await Task.WhenAll(filters.Select(async filter =>", "{", "    var entities = new List<TableEntity>();",
		"    await foreach (var entity in table.QueryAsync<TableEntity>("+strings.Join(arguments, ", ")+"))", "    {", "        entities.Add(entity);", q.limited("        if (entities.Count == ", ") break;"), "    }", "    return entities;", "}));",
		"foreach (var entity in found.SelectMany(entities => entities)"+q.limited(".Take(", ")")+")", "{",
		"    Console.WriteLine(string.Join(\", \", entity.Select(p => $\"{p.Key}={p.Value}\")));", "}")...)
}

func javaMerged(q Query) string {
	imports := []string{"java.util.ArrayList", "java.util.List"}
	if q.Limit == 0 {
		imports = append(imports, "java.util.stream.Collectors", "java.util.stream.Stream")
	}
	text := append(q.javaImports(imports...), " ",
		"public class Query {", "    // "+q.inOrder(), "    static final String[] PATHS = {")
	one := q
	var header []string
	for _, f := range q.Filters {
		one.Filter, one.Filters = f, nil
		path, fields := one.javaPath()
		text = append(text, "        "+quoted(path+join(path))+",")
		header = nil
		for _, h := range fields {
			header = append(header, "                .header("+quoted(h.Name)+", "+quoted(h.Value)+")")
		}
	}
	text = append(append(text, "    };", "    static final HttpClient CLIENT = HttpClient.newHttpClient();", q.limited("    static int left = ", ";"), " "), q.javaSigned()...)
	text = append(text, "    static List<String> ask(String path) {",
		"        String address = "+q.javaAddress("path")+";",
		"        List<String> pages = new ArrayList<>();",
		"        String next = \"\";",
		"        do { // a page may be empty and others follow",
		"            HttpRequest request = "+q.javaRequest("address + "+q.javaLeft()+"next"))
	text = append(append(text, header...), "                .build();",
		"            HttpResponse<String> answer = CLIENT.sendAsync(request, HttpResponse.BodyHandlers.ofString()).join();",
		"            if (answer.statusCode() != 200) throw new IllegalStateException(answer.statusCode() + \" \" + answer.body());",
		"            pages.add(answer.body());",
		q.javaCounted(),
		"            next = \"\";",
		"            for (String key : new String[] {\"NextPartitionKey\", \"NextRowKey\"}) {",
		"                String token = answer.headers().firstValue(\"x-ms-continuation-\" + key).orElse(\"\");",
		"                if (!token.isEmpty()) next += \"&\" + key + \"=\" + URLEncoder.encode(token, StandardCharsets.UTF_8);",
		"            }",
		"        } while ("+q.javaMore()+"!next.isEmpty());", "        return pages;", "    }", " ",
		"    public static void main(String[] args) {")
	if q.Limit > 0 { // one after the other: what is left for the next is known only then
		return lines(append(text, "        for (String path : PATHS) {", "            if (left > 0) ask(path).forEach(System.out::println);", "        }", "    }", "}")...)
	}
	return lines(append(text, "        Stream.of(PATHS).parallel().map(Query::ask).collect(Collectors.toList())",
		"            .forEach(pages -> pages.forEach(System.out::println));", "    }", "}")...)
}
