package codegen

var javascriptInStep = inStep{
	needs:   []string{"own"},
	row:     "    row($1, $2, entity, $3, $4, $5, $6, \"$7\"),\n",
	list:    "    list($1, $2, entity, $8, $6, \"$7\"),\n",
	names:   "[$1]",
	nothing: "null", all: "null", yes: "true", no: "false",
	code: `
// The tables' names end in these. The functions below take a TableClient of each, in this order.
export const tables = [$6];

// save writes an entity and its copies; before is what it was, with its etag, and without it the entity is a new one. remove deletes
// both. An entity that somebody else changed is refused with 412, or 409 for a new one. Copies in its partition are written with it, the
// others after it: when that fails, call again, or let a check of the copies mend them.
export const save = (clients, entity, before) => write(clients, entity, before);
export const remove = (clients, before) => write(clients, undefined, before);

// The entity of one that was read, with the keys by which the application knows it.
export function entityOf(read) {
  const entity = { ...read };
  if ($3) entity.partitionKey = read[$3];
  if ($4) entity.rowKey = read[$4];
  for (const name of [$3, $4, $5]) delete entity[name];
  return entity;
}

// What is stored for an entity: itself, then its copies.
export function stored(entity) {
  return [
$1  ];
}

function lists(entity) {
  return [
$2  ];
}

function row(table, keysOf, entity, only, wasPartitionKey, wasRowKey, copyOf, number) {
  const made = {};
  for (const [name, value] of Object.entries(entity)) {
    if (/^(partitionKey|rowKey|timestamp|etag)$|^odata\./.test(name)) continue;
    if (!only || only.includes(name)) made[name] = value;
  }
  if (wasPartitionKey) made[wasPartitionKey] = entity.partitionKey;
  if (wasRowKey) made[wasRowKey] = entity.rowKey;
  if (copyOf) made[copyOf] = number;
  return { table, entity: Object.assign(made, keysOf(entity)) };
}

function list(table, keysOf, entity, together, copyOf, number) {
  const of = keys(entity);
  const made = keysOf(entity);
  if (copyOf) made[copyOf] = number;
  return { table, entity: made, line: together ? of.rowKey : of.partitionKey + "\t" + of.rowKey };
}

async function write(clients, entity, before) {
  const same = (a, b) =>
    a.table === b.table && a.entity.partitionKey === b.entity.partitionKey && a.entity.rowKey === b.entity.rowKey && a.line === b.line;
  const without = (some, others) => some.filter((a) => !others.some((b) => same(a, b)));
  const put = entity ? stored(entity) : [];
  const old = before ? stored(before) : [];
  const [added, removed] = [entity ? lists(entity) : [], before ? lists(before) : []];
  if (entity) {
    const first = old[0] && same(put[0], old[0]) ? ["update", put[0].entity, "Replace", { etag: before.etag }] : ["create", put[0].entity];
    const beside = put.filter((a, i) => i > 0 && a.table === 0 && a.entity.partitionKey === put[0].entity.partitionKey);
    await clients[0].submitTransaction([first, ...beside.map((a) => ["upsert", a.entity, "Replace"])]);
    for (const a of put.slice(1)) if (!beside.includes(a)) await clients[a.table].upsertEntity(a.entity, "Replace");
  }
  for (const a of without(old, put)) {
    try {
      await clients[a.table].deleteEntity(a.entity.partitionKey, a.entity.rowKey, a === old[0] ? { etag: before.etag } : {});
    } catch (e) {
      if (e.statusCode !== 404) throw e;
    }
  }
  for (const a of without(added, removed)) await change(clients[a.table], a, true);
  for (const a of without(removed, added)) await change(clients[a.table], a, false);
}

// change adds a line to a list of keys, or takes it away.
async function change(client, { entity, line }, add) {
  for (;;) {
    let was;
    try {
      was = await client.getEntity(entity.partitionKey, entity.rowKey);
    } catch (e) {
      if (e.statusCode !== 404) throw e;
    }
    const name = (n) => (n > 1 ? "Keys" + n : "Keys");
    const lines = new Set();
    for (let n = 1; was && own(was, name(n)) !== undefined; n++) for (const l of was[name(n)].split("\n")) lines.add(l);
    if (add) lines.add(line);
    else lines.delete(line);
    const texts = [];
    for (const l of lines) {
      const last = texts.length - 1;
      if (last >= 0 && texts[last].length + l.length < 32767) texts[last] += "\n" + l;
      else texts.push(l);
    }
    const made = { ...entity };
    texts.forEach((text, i) => (made[name(i + 1)] = text));
    try {
      if (!was) return texts.length ? void (await client.createEntity(made)) : undefined;
      if (texts.length) await client.updateEntity(made, "Replace", { etag: was.etag });
      else await client.deleteEntity(entity.partitionKey, entity.rowKey, { etag: was.etag });
      return;
    } catch (e) {
      if (![404, 409, 412].includes(e.statusCode)) throw e; // somebody was quicker: it is read again
    }
  }
}
`,
}
