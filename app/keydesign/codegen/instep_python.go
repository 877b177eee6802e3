package codegen

var pythonInStep = inStep{
	needs:   []string{"\nfrom azure.core import MatchConditions", "from azure.core.exceptions import HttpResponseError"},
	row:     "        _row($1, $2, entity, $3, $4, $5, $6, \"$7\"),\n",
	list:    "        _list($1, $2, entity, $8, $6, \"$7\"),\n",
	names:   "[$1]",
	nothing: "None", all: "None", yes: "True", no: "False",
	code: `

# The tables' names end in these. The functions below take a TableClient of each, in this order.
TABLES = [$6]


# save writes an entity and its copies; before is what it was, as entity_of made it, and without it the entity is a new one. remove
# deletes both. An entity that somebody else changed is refused with 412, or 409 for a new one. Copies in its partition are written with
# it, the others after it: when that fails, call again, or let a check of the copies mend them.
def save(clients, entity, before=None):
    _write(clients, entity, before)


def remove(clients, before):
    _write(clients, None, before)


# The entity of one that was read, with the keys by which the application knows it, and its etag.
def entity_of(read):
    entity = dict(read)
    if $3:
        entity["PartitionKey"] = read[$3]
    if $4:
        entity["RowKey"] = read[$4]
    for name in [$3, $4, $5]:
        entity.pop(name, None)
    entity["etag"] = read.metadata["etag"]
    return entity


# What is stored for an entity: itself, then its copies.
def stored(entity):
    return [
$1    ]


def _lists(entity):
    return [
$2    ]


def _row(table, keys_of, entity, only, was_partition_key, was_row_key, copy_of, number):
    made = {k: v for k, v in entity.items() if k not in ("PartitionKey", "RowKey", "etag") and (not only or k in only)}
    if was_partition_key:
        made[was_partition_key] = entity["PartitionKey"]
    if was_row_key:
        made[was_row_key] = entity["RowKey"]
    if copy_of:
        made[copy_of] = number
    made["PartitionKey"], made["RowKey"] = keys_of(entity)
    return table, made, None


def _list(table, keys_of, entity, together, copy_of, number):
    partition, row = keys(entity)
    made = {copy_of: number} if copy_of else {}
    made["PartitionKey"], made["RowKey"] = keys_of(entity)
    return table, made, row if together else partition + "\t" + row


def _write(clients, entity, before):
    place = lambda a: (a[0], a[1]["PartitionKey"], a[1]["RowKey"], a[2])
    without = lambda some, others: [a for a in some if place(a) not in [place(b) for b in others]]
    put, added = (stored(entity), _lists(entity)) if entity else ([], [])
    old, removed = (stored(before), _lists(before)) if before else ([], [])
    condition = {"etag": before["etag"], "match_condition": MatchConditions.IfNotModified} if before else {}
    if entity:
        first = ("create", put[0][1])
        if old and place(old[0]) == place(put[0]):
            first = ("update", put[0][1], {"mode": "replace", **condition})
        beside = [a for a in put[1:] if a[0] == 0 and a[1]["PartitionKey"] == put[0][1]["PartitionKey"]]
        clients[0].submit_transaction([first] + [("upsert", a[1], {"mode": "replace"}) for a in beside])
        for a in without(put[1:], beside):
            clients[a[0]].upsert_entity(a[1], mode="replace")
    for a in without(old, put):
        try:
            clients[a[0]].delete_entity(a[1]["PartitionKey"], a[1]["RowKey"], **(condition if a is old[0] else {}))
        except HttpResponseError as e:
            if e.status_code != 404:
                raise
    for a in without(added, removed):
        _change(clients[a[0]], a, True)
    for a in without(removed, added):
        _change(clients[a[0]], a, False)


# Adds a line to a list of keys, or takes it away.
def _change(client, item, add):
    _, entity, line = item
    keys_of = (entity["PartitionKey"], entity["RowKey"])
    name = lambda n: f"Keys{n}" if n > 1 else "Keys"
    while True:
        was = None
        try:
            was = client.get_entity(*keys_of)
        except HttpResponseError as e:
            if e.status_code != 404:
                raise
        lines, n = [], 1
        while was and name(n) in was:
            lines, n = lines + was[name(n)].split("\n"), n + 1
        lines = [l for l in lines if l != line] + [line] * add
        texts = []
        for l in lines:
            if texts and len((texts[-1] + l).encode("utf-16-le")) < 65534:
                texts[-1] += "\n" + l
            else:
                texts.append(l)
        made = {**entity, **{name(i + 1): text for i, text in enumerate(texts)}}
        try:
            condition = {"etag": was.metadata["etag"], "match_condition": MatchConditions.IfNotModified} if was else {}
            if texts and was:
                client.update_entity(made, mode="replace", **condition)
            elif texts:
                client.create_entity(made)
            elif was:
                client.delete_entity(*keys_of, **condition)
            return
        except HttpResponseError as e:
            if e.status_code not in (404, 409, 412):  # somebody was quicker: it is read again
                raise
`,
}
