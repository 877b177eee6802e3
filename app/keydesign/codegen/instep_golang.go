package codegen

var golangInStep = inStep{
	needs: []string{
		"import context", "import encoding/hex", "import encoding/json", "import errors", "import fmt", "import math", "import slices", "import strconv", "import strings", "import time", "import unicode/utf16",
		"import github.com/Azure/azure-sdk-for-go/sdk/azcore", "import github.com/Azure/azure-sdk-for-go/sdk/data/aztables",
	},
	row:     "\ts.row($1, $2, entity, $3, $4, $5, $6, \"$7\")\n",
	list:    "\ts.line($1, $2, entity, $8, $6, \"$7\")\n",
	names:   "[]string{$1}",
	nothing: `""`, all: "nil", yes: "true", no: "false",
	code: `
// Tables are the ends of the tables' names. The functions below take a client of each, in this order.
var Tables = []string{$6}

// Save writes an entity and its copies; before is what it was, with the ETag etag, and nil for a new one. An entity that somebody else
// changed is refused: the error names UpdateConditionNotSatisfied, or EntityAlreadyExists for a new one. Copies in its partition are
// written with it, the others after it: when that fails, call again, or let a check of the copies mend them.
func Save(ctx context.Context, clients []*aztables.Client, entity, before map[string]any, etag azcore.ETag) error {
	return write(ctx, clients, entity, before, etag)
}

// Remove deletes an entity and its copies.
func Remove(ctx context.Context, clients []*aztables.Client, before map[string]any, etag azcore.ETag) error {
	return write(ctx, clients, nil, before, etag)
}

// EntityOf returns the entity of one that was read, with the keys by which the application knows it.
func EntityOf(read []byte) (entity map[string]any, etag azcore.ETag, err error) {
	var e aztables.EDMEntity
	if err = json.Unmarshal(read, &e); err != nil {
		return nil, "", err
	}
	entity = map[string]any{"PartitionKey": e.PartitionKey, "RowKey": e.RowKey}
	for name, v := range e.Properties {
		switch v := v.(type) {
		case aztables.EDMInt64:
			entity[name] = int64(v)
		case aztables.EDMDateTime:
			entity[name] = time.Time(v)
		case aztables.EDMBinary:
			entity[name] = []byte(v)
		case aztables.EDMGUID:
			g, err := hex.DecodeString(strings.ReplaceAll(string(v), "-", ""))
			if err != nil || len(g) != 16 {
				return nil, "", fmt.Errorf("%q is not a Guid", v)
			}
			entity[name] = [16]byte(g)
		default:
			entity[name] = v
		}
	}
	for key, kept := range map[string]string{"PartitionKey": $3, "RowKey": $4} {
		if was, ok := entity[kept]; ok {
			entity[key] = was
			delete(entity, kept)
		}
	}
	delete(entity, $5)
	return entity, azcore.ETag(e.ETag), nil
}

// stored is what is stored for an entity: itself, then its copies, and the lines of its lists of keys.
func stored(entity map[string]any) (s items) {
	if entity == nil {
		return s
	}
$1$2	return s
}

type items struct {
	rows, lines []item
	err         error
}

type item struct {
	table  int
	entity map[string]any
	line   string
}

func (a item) place() [4]string {
	return [4]string{strconv.Itoa(a.table), fmt.Sprint(a.entity["PartitionKey"]), fmt.Sprint(a.entity["RowKey"]), a.line}
}

func without(some, others []item) []item {
	return slices.DeleteFunc(slices.Clone(some), func(a item) bool {
		return slices.ContainsFunc(others, func(b item) bool { return a.place() == b.place() })
	})
}

type keysOf = func(entity map[string]any) (partitionKey, rowKey string, err error)

func (s *items) keys(of keysOf, entity, made map[string]any) {
	partitionKey, rowKey, err := of(entity)
	if s.err == nil {
		s.err = err
	}
	made["PartitionKey"], made["RowKey"] = partitionKey, rowKey
}

func (s *items) row(table int, of keysOf, entity map[string]any, only []string, wasPartitionKey, wasRowKey, copyOf, number string) {
	made := map[string]any{}
	for name, v := range entity {
		if v != nil && (only == nil || slices.Contains(only, name)) {
			made[name] = v
		}
	}
	for name, v := range map[string]any{wasPartitionKey: entity["PartitionKey"], wasRowKey: entity["RowKey"], copyOf: number} {
		if name != "" {
			made[name] = v
		}
	}
	s.keys(of, entity, made)
	s.rows = append(s.rows, item{table: table, entity: made})
}

func (s *items) line(table int, of keysOf, entity map[string]any, together bool, copyOf, number string) {
	main, made := map[string]any{}, map[string]any{}
	s.keys(Keys, entity, main)
	s.keys(of, entity, made)
	if copyOf != "" {
		made[copyOf] = number
	}
	line := fmt.Sprint(main["RowKey"])
	if !together {
		line = fmt.Sprint(main["PartitionKey"]) + "\t" + line
	}
	s.lines = append(s.lines, item{table, made, line})
}

func write(ctx context.Context, clients []*aztables.Client, entity, before map[string]any, etag azcore.ETag) error {
	put, old := stored(entity), stored(before)
	if err := errors.Join(put.err, old.err); err != nil {
		return err
	}
	if entity != nil {
		var actions []aztables.TransactionAction
		var others []item
		for i, a := range put.rows {
			action := aztables.TransactionAction{ActionType: aztables.TransactionTypeInsertReplace}
			switch {
			case i == 0 && before != nil && a.place() == old.rows[0].place():
				action.ActionType, action.IfMatch = aztables.TransactionTypeUpdateReplace, &etag
			case i == 0:
				action.ActionType = aztables.TransactionTypeAdd
			case a.table != 0 || a.entity["PartitionKey"] != put.rows[0].entity["PartitionKey"]:
				others = append(others, a)
				continue
			}
			var err error
			if action.Entity, err = encoded(a.entity); err != nil {
				return err
			}
			actions = append(actions, action)
		}
		if _, err := clients[0].SubmitTransaction(ctx, actions, nil); err != nil {
			return err
		}
		for _, a := range others {
			data, err := encoded(a.entity)
			if err == nil {
				_, err = clients[a.table].UpsertEntity(ctx, data, &aztables.UpsertEntityOptions{UpdateMode: aztables.UpdateModeReplace})
			}
			if err != nil {
				return err
			}
		}
	}
	for _, a := range without(old.rows, put.rows) {
		var options aztables.DeleteEntityOptions
		if a.place() == old.rows[0].place() {
			options.IfMatch = &etag
		}
		if _, err := clients[a.table].DeleteEntity(ctx, a.place()[1], a.place()[2], &options); err != nil && status(err) != 404 {
			return err
		}
	}
	for _, a := range without(put.lines, old.lines) {
		if err := change(ctx, clients[a.table], a, true); err != nil {
			return err
		}
	}
	for _, a := range without(old.lines, put.lines) {
		if err := change(ctx, clients[a.table], a, false); err != nil {
			return err
		}
	}
	return nil
}

// change adds a line to a list of keys, or takes it away.
func change(ctx context.Context, client *aztables.Client, a item, add bool) error {
	name := func(n int) string { return "Keys" + strings.TrimPrefix(strconv.Itoa(n), "1") }
	for {
		var lines []string
		var etag azcore.ETag
		was, err := client.GetEntity(ctx, a.place()[1], a.place()[2], nil)
		there := err == nil
		switch {
		case there:
			var list map[string]any
			if err := json.Unmarshal(was.Value, &list); err != nil {
				return err
			}
			for n := 1; list[name(n)] != nil; n++ {
				lines = append(lines, strings.Split(fmt.Sprint(list[name(n)]), "\n")...)
			}
			etag = was.ETag
		case status(err) != 404:
			return err
		}
		lines = slices.DeleteFunc(lines, func(l string) bool { return l == a.line })
		if add {
			lines = append(lines, a.line)
		}
		made, n, units := map[string]any{}, 0, 32768
		for key, v := range a.entity {
			made[key] = v
		}
		for _, l := range lines {
			size := len(utf16.Encode([]rune(l))) + 1
			if units+size > 32768 {
				n, units = n+1, size
				made[name(n)] = l
				continue
			}
			made[name(n)], units = fmt.Sprint(made[name(n)], "\n", l), units+size
		}
		data, err := encoded(made)
		if err != nil {
			return err
		}
		switch {
		case there && len(lines) > 0:
			_, err = client.UpdateEntity(ctx, data, &aztables.UpdateEntityOptions{IfMatch: &etag, UpdateMode: aztables.UpdateModeReplace})
		case there:
			_, err = client.DeleteEntity(ctx, a.place()[1], a.place()[2], &aztables.DeleteEntityOptions{IfMatch: &etag})
		case len(lines) > 0:
			_, err = client.AddEntity(ctx, data, nil)
		}
		if s := status(err); s != 404 && s != 409 && s != 412 {
			return err
		} // else somebody was quicker: it is read again
	}
}

// status is that of an answer.
func status(err error) int {
	var failed *azcore.ResponseError
	if errors.As(err, &failed) {
		return failed.StatusCode
	}
	return 0
}

// encoded is an entity with the types of its values.
func encoded(entity map[string]any) ([]byte, error) {
	out := map[string]any{}
	for name, v := range entity {
		edm := ""
		switch value := v.(type) {
		case int64:
			edm, v = "Edm.Int64", strconv.FormatInt(value, 10)
		case float64:
			edm = "Edm.Double"
			switch {
			case math.IsNaN(value):
				v = "NaN"
			case math.IsInf(value, 0):
				v = strings.TrimPrefix(fmt.Sprintf("%+finity", value), "+")
			}
		case time.Time:
			edm, v = "Edm.DateTime", value.UTC().Format("2006-01-02T15:04:05.0000000Z")
		case [16]byte:
			edm, v = "Edm.Guid", fmt.Sprintf("%x-%x-%x-%x-%x", value[:4], value[4:6], value[6:8], value[8:10], value[10:])
		case []byte:
			edm = "Edm.Binary"
		}
		if out[name] = v; edm != "" {
			out[name+"@odata.type"] = edm
		}
	}
	return json.Marshal(out)
}
`,
}
