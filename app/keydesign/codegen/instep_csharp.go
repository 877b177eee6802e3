package codegen

var csharpInStep = inStep{
	needs:   []string{"using System", "using System.Collections.Generic", "using System.Linq", "using System.Threading.Tasks", "using Azure", "using Azure.Data.Tables"},
	row:     "        Row($1, $2, entity, $3, $4, $5, $6, \"$7\"),\n",
	list:    "        List($1, $2, entity, $8, $6, \"$7\"),\n",
	names:   "new[] { $1 }",
	nothing: `""`, all: "null", yes: "true", no: "false",
	code: `
    // The tables' names end in these. The methods below take a TableClient of each, in this order.
    public static readonly string[] Tables = { $6 };

    // SaveAsync writes an entity and its copies; before is what it was, with its ETag, and null for a new one. RemoveAsync deletes both.
    // An entity that somebody else changed is refused with 412, or 409 for a new one. Copies in its partition are written with it, the
    // others after it: when that fails, call again, or let a check of the copies mend them.
    public static Task SaveAsync(TableClient[] clients, TableEntity entity, TableEntity? before = null) => WriteAsync(clients, entity, before);
    public static Task RemoveAsync(TableClient[] clients, TableEntity before) => WriteAsync(clients, null, before);

    // The entity of one that was read, with the keys by which the application knows it.
    public static TableEntity EntityOf(TableEntity read)
    {
        var entity = new TableEntity(read);
        if (read.TryGetValue($3, out var partitionKey)) entity.PartitionKey = (string)partitionKey;
        if (read.TryGetValue($4, out var rowKey)) entity.RowKey = (string)rowKey;
        foreach (var name in new[] { $3, $4, $5 }) entity.Remove(name);
        return entity;
    }

    sealed class Item
    {
        public readonly int Table;
        public readonly TableEntity Entity;
        public readonly string? Line;
        public Item(int table, TableEntity entity, string? line) { Table = table; Entity = entity; Line = line; }
        public (int, string, string, string?) Place => (Table, Entity.PartitionKey, Entity.RowKey, Line);
    }

    // What is stored for an entity: itself, then its copies.
    static Item[] Stored(TableEntity? entity) => entity is null ? new Item[0] : new[]
    {
$1    };

    static Item[] Lists(TableEntity? entity) => entity is null ? new Item[0] : new Item[]
    {
$2    };

    static Item Row(int table, Func<IDictionary<string, object>, (string, string)> keysOf, TableEntity entity, string[]? only, string wasPartitionKey, string wasRowKey, string copyOf, string number)
    {
        var (partitionKey, rowKey) = keysOf(entity);
        var made = new TableEntity(partitionKey, rowKey);
        foreach (var p in entity)
        {
            if (p.Key == "PartitionKey" || p.Key == "RowKey" || p.Key == "Timestamp" || p.Key.StartsWith("odata.")) continue;
            if (only is null || only.Contains(p.Key)) made[p.Key] = p.Value;
        }
        if (wasPartitionKey != "") made[wasPartitionKey] = entity.PartitionKey;
        if (wasRowKey != "") made[wasRowKey] = entity.RowKey;
        if (copyOf != "") made[copyOf] = number;
        return new Item(table, made, null);
    }

    static Item List(int table, Func<IDictionary<string, object>, (string, string)> keysOf, TableEntity entity, bool together, string copyOf, string number)
    {
        var (partition, row) = Keys(entity);
        var (partitionKey, rowKey) = keysOf(entity);
        var made = new TableEntity(partitionKey, rowKey);
        if (copyOf != "") made[copyOf] = number;
        return new Item(table, made, together ? row : partition + "\t" + row);
    }

    static async Task WriteAsync(TableClient[] clients, TableEntity? entity, TableEntity? before)
    {
        IEnumerable<Item> Without(Item[] some, Item[] others) => some.Where(a => !others.Any(b => a.Place.Equals(b.Place)));
        var (put, old) = (Stored(entity), Stored(before));
        var (added, removed) = (Lists(entity), Lists(before));
        var etag = before is null ? default : before.ETag;
        if (entity != null)
        {
            var keeps = before != null && put[0].Place.Equals(old[0].Place);
            var actions = new List<TableTransactionAction> { new TableTransactionAction(keeps ? TableTransactionActionType.UpdateReplace : TableTransactionActionType.Add, put[0].Entity, etag) };
            var beside = put.Skip(1).Where(a => a.Table == 0 && a.Entity.PartitionKey == put[0].Entity.PartitionKey).ToArray();
            actions.AddRange(beside.Select(a => new TableTransactionAction(TableTransactionActionType.UpsertReplace, a.Entity)));
            await clients[0].SubmitTransactionAsync(actions);
            foreach (var a in put.Skip(1).Except(beside)) await clients[a.Table].UpsertEntityAsync(a.Entity, TableUpdateMode.Replace);
        }
        foreach (var a in Without(old, put))
        {
            try
            {
                await clients[a.Table].DeleteEntityAsync(a.Entity.PartitionKey, a.Entity.RowKey, a == old[0] ? etag : ETag.All);
            }
            catch (RequestFailedException e) when (e.Status == 404) { }
        }
        foreach (var a in Without(added, removed)) await ChangeAsync(clients[a.Table], a, true);
        foreach (var a in Without(removed, added)) await ChangeAsync(clients[a.Table], a, false);
    }

    // ChangeAsync adds a line to a list of keys, or takes it away.
    static async Task ChangeAsync(TableClient client, Item item, bool add)
    {
        string Name(int n) => n > 1 ? "Keys" + n : "Keys";
        while (true)
        {
            TableEntity? was = null;
            try
            {
                was = await client.GetEntityAsync<TableEntity>(item.Entity.PartitionKey, item.Entity.RowKey);
            }
            catch (RequestFailedException e) when (e.Status == 404) { }
            var lines = new List<string>();
            for (var n = 1; was != null && was.TryGetValue(Name(n), out var text); n++) lines.AddRange(((string)text).Split('\n'));
            lines.RemoveAll(l => l == item.Line);
            if (add) lines.Add(item.Line!);
            var texts = new List<string>();
            foreach (var l in lines)
            {
                var last = texts.Count - 1;
                if (last >= 0 && texts[last].Length + l.Length < 32767) texts[last] += "\n" + l;
                else texts.Add(l);
            }
            var made = new TableEntity(item.Entity);
            for (var i = 0; i < texts.Count; i++) made[Name(i + 1)] = texts[i];
            try
            {
                if (was is null && texts.Count > 0) await client.AddEntityAsync(made);
                else if (was != null && texts.Count > 0) await client.UpdateEntityAsync(made, was.ETag, TableUpdateMode.Replace);
                else if (was != null) await client.DeleteEntityAsync(made.PartitionKey, made.RowKey, was.ETag);
                return;
            }
            catch (RequestFailedException e) when (e.Status == 404 || e.Status == 409 || e.Status == 412) { } // somebody was quicker: it is read again
        }
    }
`,
}
