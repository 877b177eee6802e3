// Every public operation of @azure/data-tables, by shared key and by shared access signature.
import assert from "node:assert/strict";
import {
  AzureNamedKeyCredential, AzureSASCredential, generateAccountSas, generateTableSas, odata, TableClient, TableServiceClient, TableTransaction,
} from "@azure/data-tables";
import { account, key, keys, partner, refused, refusedKeys, run, settled, url } from "./checks.mjs";

const credential = new AzureNamedKeyCredential(account, key);
const options = { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } };
const service = new TableServiceClient(url, credential, options);
const table = (name, as = credential) => new TableClient(url, name, as, options);

async function made(name) {
  const client = table(name);
  await client.createTable();
  return client;
}

async function all(iterator) {
  const list = [];
  for await (const one of iterator) list.push(one);
  return settled(list);
}

const rows = async (client, filter) => (await all(client.listEntities({ queryOptions: { filter } }))).map((e) => e.rowKey).join("");
const soon = () => new Date(Date.now() + 3_600_000);

// plain leaves out what the service adds to an entity.
function plain({ "odata.metadata": _, etag, timestamp, partitionKey, rowKey, ...rest }) {
  assert.ok(etag && timestamp, "no ETag or no Timestamp");
  return rest;
}

await run({
  async tables() {
    const names = [1, 2, 3, 4, 5].map((i) => `JsTables${i}`);
    for (const name of names) await service.createTable(name);
    await service.createTable("jstables3"); // the client takes that there is one for success
    await refused(service.createTable("a-b"), 400, "InvalidResourceName");
    await refused(service.createTable("ab"), 400, "OutOfRangeInput");
    const filter = odata`TableName ge ${"JsTables"} and TableName lt ${"JsTablet"}`;
    assert.deepEqual((await all(service.listTables({ queryOptions: { filter } }))).map((t) => t.name), names);
    const pages = await all(service.listTables({ queryOptions: { filter } }).byPage({ maxPageSize: 2 }));
    assert.deepEqual(pages.map((p) => p.map((t) => t.name)), [names.slice(0, 2), names.slice(2, 4), names.slice(4)]);
    const rest = await all(service.listTables({ queryOptions: { filter } }).byPage({ continuationToken: pages[0].continuationToken }));
    assert.deepEqual(rest.flat().map((t) => t.name), names.slice(2));
    for (const name of names) await service.deleteTable(name);
    await service.deleteTable(names[0]); // as above
    await table(names[0]).deleteTable();
    await refused(table(names[0]).getEntity("p", "r"), 404, "TableNotFound");
    await refused(table(names[0]).createEntity({ partitionKey: "p", rowKey: "r" }), 404, "TableNotFound");
  },

  async properties() {
    const before = await service.getProperties();
    assert.equal(before.logging.version, "1.0");
    const retentionPolicy = { enabled: true, days: 7 };
    await service.setProperties({
      logging: { version: "1.0", delete: true, read: false, write: true, retentionPolicy },
      hourMetrics: { version: "1.0", enabled: true, includeAPIs: false, retentionPolicy },
      minuteMetrics: { version: "1.0", enabled: false, retentionPolicy: { enabled: false } },
      cors: [{ allowedOrigins: "https://a.example", allowedMethods: "GET,DELETE", allowedHeaders: "x-ms-*", exposedHeaders: "*", maxAgeInSeconds: 5 }],
    });
    const after = await service.getProperties();
    assert.deepEqual(after.logging, { version: "1.0", delete: true, read: false, write: true, retentionPolicy });
    assert.equal(after.hourMetrics.includeAPIs, false);
    assert.equal(after.cors[0].allowedMethods, "GET,DELETE");
    await service.setProperties({ cors: [] });
    assert.equal((await service.getProperties()).logging.retentionPolicy.days, 7); // what is not sent stays
    await service.setProperties({ logging: before.logging, hourMetrics: before.hourMetrics, minuteMetrics: before.minuteMetrics });
  },

  async writes() {
    const c = await made("JsWrites");
    const id = { partitionKey: "p", rowKey: "r" };
    const has = async (want) => assert.deepEqual(plain(await c.getEntity("p", "r")), want);
    const first = await c.createEntity({ ...id, A: 1, B: "x", C: null });
    assert.equal((await c.getEntity("p", "r")).etag, first.etag);
    await has({ A: 1, B: "x" });
    await refused(c.createEntity(id), 409, "EntityAlreadyExists");
    const second = await c.updateEntity({ ...id, A: 2, B: null }, "Merge", { etag: first.etag });
    await has({ A: 2, B: "x" });
    for (const mode of ["Merge", "Replace"]) {
      await refused(c.updateEntity({ ...id, A: 3 }, mode, { etag: first.etag }), 412, "UpdateConditionNotSatisfied");
      await refused(c.updateEntity({ ...id, rowKey: "absent" }, mode), 404, "ResourceNotFound");
    }
    await refused(c.deleteEntity("p", "r", { etag: first.etag }), 412, "UpdateConditionNotSatisfied");
    await refused(c.deleteEntity("p", "r", { etag: "nonsense" }), 400, "InvalidInput");
    await c.updateEntity({ ...id, D: true }, "Replace", { etag: second.etag });
    await has({ D: true });
    await c.upsertEntity({ ...id, E: 1.5 }, "Merge");
    await has({ D: true, E: 1.5 });
    const last = await c.upsertEntity({ ...id, F: "f" }, "Replace");
    await has({ F: "f" });
    await c.deleteEntity("p", "r", { etag: last.etag });
    await refused(c.getEntity("p", "r"), 404, "ResourceNotFound");
    await refused(c.deleteEntity("p", "r"), 404, "ResourceNotFound");
    for (const mode of ["Merge", "Replace"]) {
      await c.upsertEntity({ ...id, New: mode }, mode);
      await has({ New: mode });
      await c.deleteEntity("p", "r");
    }
    await c.deleteTable();
  },

  async types() {
    const c = await made("JsTypes");
    const guid = (value) => ({ type: "Guid", value });
    const cases = [
      "", "it's", "zażółć 😀", "\u0000\u0001\u007f\uffff", "x".repeat(32768), "2017-01-05T03:24:39Z",
      0, 2147483647, -2147483648, 0.5, Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, 1e-7, true, false,
      0n, 9223372036854775807n, -9223372036854775808n, 9007199254740993n,
      new Date("1601-01-01T00:00:00.000Z"), new Date("9999-12-31T23:59:59.999Z"), new Date(0),
      guid("00000000-0000-0000-0000-000000000000"), guid("ffffffff-ffff-ffff-ffff-ffffffffffff"),
      new Uint8Array([]), new Uint8Array([0, 255]), new Uint8Array(65536).fill(255),
    ];
    for (const [i, V] of cases.entries()) {
      await c.createEntity({ partitionKey: "p", rowKey: `${i}`, V });
      let got = (await c.getEntity("p", `${i}`)).V;
      if (got instanceof Uint8Array) got = new Uint8Array(got); // it is a Buffer
      assert.deepEqual(got, V, `case ${i}: ${String(got).slice(0, 50)}`);
    }
    // Those that JavaScript has no value for are told by type, and read as they came.
    const typed = {
      whole: { type: "Double", value: "4.0" }, nan: { type: "Double", value: "NaN" }, inf: { type: "Double", value: "-Infinity" },
      ticks: { type: "DateTime", value: "2014-05-07T08:20:53.0000001Z" }, last: { type: "DateTime", value: "9999-12-31T23:59:59.9999999Z" },
      int: { type: "Int32", value: "-5" }, long: { type: "Int64", value: "-9223372036854775808" }, text: { type: "String", value: "5" },
      yes: { type: "Boolean", value: "true" }, bytes: { type: "Binary", value: "+/8=" },
    };
    await c.createEntity({ partitionKey: "p", rowKey: "typed", ...typed });
    const got = await c.getEntity("p", "typed", { disableTypeConversion: true });
    for (const [name, want] of Object.entries(typed)) {
      // Without a type in the answer the client guesses: it takes 4.0 for an Int32.
      if (name !== "whole") assert.deepEqual(got[name], want, name);
    }
    assert.equal(await rows(c, "whole eq 4.0"), "typed");
    assert.equal(await rows(c, "whole eq 4 and ticks eq datetime'2014-05-07T08:20:53.0000001Z'"), "typed");
    const refuse = async (code, entity) => refused(c.createEntity({ partitionKey: "p", rowKey: "refused", ...entity }), 400, code);
    await refuse("PropertyValueTooLarge", { V: "x".repeat(32769) });
    await refuse("PropertyValueTooLarge", { V: new Uint8Array(65537) });
    await refuse("TooManyProperties", Object.fromEntries(Array.from({ length: 253 }, (_, i) => [`P${i}`, i])));
    await refuse("EntityTooLarge", Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`P${i}`, "x".repeat(32000)])));
    await refuse("InvalidInput", { V: { type: "Int32", value: "2147483648" } });
    await refuse("InvalidInput", { V: { type: "Guid", value: "x" } });
    await refuse("InvalidInput", { V: 2147483648 }); // sent without a type
    await refuse("PropertyNameInvalid", { "a-b": 1 });
    await c.deleteTable();
  },

  async keys() {
    const c = await made("JsKeys");
    for (const [i, rowKey] of keys.entries()) {
      const id = { partitionKey: partner(i), rowKey };
      await c.createEntity({ ...id, N: i });
      const read = await c.getEntity(id.partitionKey, rowKey);
      assert.deepEqual([read.partitionKey, read.rowKey, read.N], [id.partitionKey, rowKey, i]);
      await c.updateEntity({ ...id, M: i }, "Merge", { etag: read.etag });
      await c.updateEntity({ ...id, N: i + 1000 }, "Replace");
      await c.upsertEntity({ ...id, O: i }, "Merge");
      const found = await all(c.listEntities({ queryOptions: { filter: odata`PartitionKey eq ${id.partitionKey} and RowKey eq ${rowKey}` } }));
      assert.deepEqual(found.map(plain), [{ N: i + 1000, O: i }], JSON.stringify(id));
    }
    assert.equal((await all(c.listEntities())).length, keys.length);
    for (const [i, rowKey] of keys.entries()) {
      const t = new TableTransaction();
      if (i % 2) t.deleteEntity(partner(i), rowKey);
      else t.upsertEntity({ partitionKey: partner(i), rowKey, P: i }, "Replace");
      await c.submitTransaction(t.actions);
      if (i % 2 === 0) {
        assert.deepEqual(plain(await c.getEntity(partner(i), rowKey)), { P: i });
        await c.deleteEntity(partner(i), rowKey);
      }
    }
    assert.equal((await all(c.listEntities())).length, 0);
    for (const bad of refusedKeys) {
      await refused(c.createEntity({ partitionKey: "p", rowKey: bad }), 400, "OutOfRangeInput");
      await refused(c.createEntity({ partitionKey: bad, rowKey: "r" }), 400, "OutOfRangeInput");
    }
    await refused(c.createEntity({ partitionKey: "p", rowKey: "k".repeat(513) }), 400, "PropertyValueTooLarge");
    await refused(c.createEntity({ partitionKey: "p" }), 400, "PropertiesNeedValue");
    await refused(c.createEntity({ partitionKey: "p", rowKey: null }), 400, "PropertiesNeedValue");
    await c.deleteTable();
  },

  async transactions() {
    const c = await made("JsTransactions");
    const e = (rowKey, rest) => ({ partitionKey: "p", rowKey, ...rest });
    const inserts = Array.from({ length: 100 }, (_, i) => ["create", e(`r${i}`, { V: i })]);
    const answer = await c.submitTransaction(inserts);
    assert.equal(answer.status, 202);
    assert.deepEqual(answer.subResponses.map((r) => `${r.status} ${r.rowKey}`), inserts.map(([, { rowKey }]) => `204 ${rowKey}`));
    assert.equal(answer.getResponseForEntity("r42").etag, (await c.getEntity("p", "r42")).etag);
    const { etag } = answer.subResponses[0];
    const parts = (await c.submitTransaction([
      ["delete", e("r0")],
      ["update", e("r1", { W: 1 }), "Merge", { etag }],
      ["update", e("r2", { W: 2 }), "Replace"],
      ["upsert", e("r3", { W: 3 }), "Merge"],
      ["upsert", e("new", { W: 4 }), "Replace"],
    ])).subResponses;
    assert.deepEqual(parts.map((r) => [r.status, Boolean(r.etag)]), [[204, false], [204, true], [204, true], [204, true], [204, true]]);
    assert.deepEqual(plain(await c.getEntity("p", "r1")), { V: 1, W: 1 });
    assert.deepEqual(plain(await c.getEntity("p", "r2")), { W: 2 });
    await refused(c.getEntity("p", "r0"), 404, "ResourceNotFound");
    const undone = async (index, status, code, ...actions) => {
      const error = await refused(c.submitTransaction(actions), status, code);
      assert.match(error.message, index < 0 ? /^The / : new RegExp(`^${index}:`));
    };
    const fresh = ["create", e("fresh")];
    const other = ["upsert", e("r50", { V: -1 })];
    await undone(2, 409, "EntityAlreadyExists", fresh, other, inserts[7]);
    await undone(-1, 409, "EntityAlreadyExists", inserts[7]);
    await undone(1, 404, "ResourceNotFound", fresh, ["delete", e("absent")], other);
    await undone(1, 412, "UpdateConditionNotSatisfied", fresh, ["update", e("r1"), "Merge", { etag }], other);
    await undone(2, 400, "InvalidDuplicateRow", fresh, other, other);
    await undone(1, 400, "OutOfRangeInput", fresh, ["create", e("a/b")]);
    await undone(1, 400, "PropertyValueTooLarge", fresh, ["create", e("x", { V: "x".repeat(32769) })]);
    await assert.rejects(c.submitTransaction([...inserts, fresh]), { code: "InvalidInput" });
    await refused(c.getEntity("p", "fresh"), 404, "ResourceNotFound");
    assert.deepEqual(plain(await c.getEntity("p", "r50")), { V: 50 });
    await refused(table("JsAbsent").submitTransaction([fresh]), 404, "TableNotFound");
    await c.deleteTable();
  },

  async queries() {
    const c = await made("JsQueries");
    for (let p = 0; p < 11; p++) {
      await c.submitTransaction(Array.from({ length: 100 }, (_, r) => ["create", { partitionKey: `p${p} 'é+%`, rowKey: `${r}`, N: p * 100 + r }]));
    }
    assert.equal((await all(c.listEntities())).length, 1100); // more than a page
    const pages = await all(c.listEntities().byPage({ maxPageSize: 400 }));
    assert.deepEqual(pages.map((p) => p.length), [400, 400, 300]);
    const rest = (await all(c.listEntities().byPage({ maxPageSize: 400, continuationToken: pages[0].continuationToken }))).flat();
    assert.deepEqual(rest, pages.slice(1).flat());
    assert.equal(new Set(pages.flat().map((e) => e.N)).size, 1100);
    const part = await all(c.listEntities({ queryOptions: { filter: odata`PartitionKey eq ${"p3 'é+%"} and N ge ${390}`, select: ["rowKey", "N", "Absent"] } }));
    assert.deepEqual(part.map(({ etag, ...e }) => (assert.ok(etag), e)), Array.from({ length: 10 }, (_, i) => ({ rowKey: `${90 + i}`, N: 390 + i, Absent: null })));
    assert.deepEqual(Object.keys(await c.getEntity("p0 'é+%", "5", { queryOptions: { select: ["N"] } })).filter((k) => k.startsWith("odata") === false), ["etag", "N"]);
    await c.createEntity({ partitionKey: "t", rowKey: "1", S: "é😀+%&#'", I: 5, L: 9007199254740993n, D: 2.5, T: true, W: new Date(1e12), G: { type: "Guid", value: "dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2" }, B: new Uint8Array([1, 2, 3]) });
    for (const filter of [
      odata`S eq ${"é😀+%&#'"}`, odata`I eq ${5} and T eq ${true}`, "L eq 9007199254740993L", odata`D gt ${2.25}`, odata`W eq ${new Date(1e12)}`, "T",
      "G eq guid'dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2'", "B eq X'010203'", "PartitionKey eq 't' and not (I eq 6)",
    ]) {
      assert.equal(await rows(c, filter), "1", filter);
    }
    assert.equal(await rows(c, "T ne true or Absent ne 5"), "");
    await refused(rows(c, "I eq"), 400, "InvalidInput");
    await refused(rows(c, "startswith(S,'a')"), 501, "NotImplemented");
    await c.deleteTable();
  },

  async signatures() {
    const c = await made("JsSAS");
    for (const k of ["a1", "b1", "b2", "c1"]) await c.createEntity({ partitionKey: k[0], rowKey: k[1] });
    const as = (o) => table("JsSAS", new AzureSASCredential(generateTableSas("JsSAS", credential, { expiresOn: soon(), ...o })));
    const may = (o) => ({ query: false, add: false, update: false, delete: false, ...o });
    const reader = as({ permissions: may({ query: true }) });
    assert.equal(await rows(reader, "PartitionKey ge ''"), "1121");
    await refused(reader.createEntity({ partitionKey: "x", rowKey: "x" }), 403, "AuthorizationPermissionMismatch");
    await refused(reader.deleteEntity("a", "1"), 403, "AuthorizationPermissionMismatch");
    const adder = as({ permissions: may({ add: true }), startsOn: new Date(0), protocol: "https,http" });
    await adder.createEntity({ partitionKey: "x", rowKey: "+ %" });
    await refused(adder.getEntity("x", "+ %"), 403, "AuthorizationPermissionMismatch");
    await refused(adder.upsertEntity({ partitionKey: "x", rowKey: "y" }), 403, "AuthorizationPermissionMismatch");
    const full = may({ query: true, add: true, update: true, delete: true });
    const writer = as({ permissions: full });
    await writer.submitTransaction([["upsert", { partitionKey: "x", rowKey: "y" }], ["delete", { partitionKey: "x", rowKey: "+ %" }]]);
    await writer.deleteEntity("x", "y");
    const ranged = as({ permissions: full, startPartitionKey: "b", startRowKey: "2", endPartitionKey: "c", endRowKey: "9" });
    assert.deepEqual((await all(ranged.listEntities())).map((e) => e.partitionKey + e.rowKey), ["b2", "c1"]);
    await refused(ranged.getEntity("b", "1"), 403, "AuthorizationFailure");
    await refused(as({ permissions: full, protocol: "https" }).getEntity("a", "1"), 403, "AuthorizationProtocolMismatch");
    await refused(as({ permissions: full, ipRange: { start: "192.0.2.1" } }).getEntity("a", "1"), 403, "AuthorizationSourceIPMismatch");
    await refused(as({ permissions: full, expiresOn: new Date(1e12) }).getEntity("a", "1"), 403, "AuthenticationFailed");
    await refused(table("JsSAS", new AzureNamedKeyCredential(account, "d3Jvbmc=")).getEntity("a", "1"), 403, "AuthenticationFailed");

    const policy = (permission) => ({ permission, start: new Date("2020-01-02T03:04:05Z"), expiry: new Date("2090-01-02T03:04:05Z") });
    assert.deepEqual(await c.getAccessPolicy(), []);
    const policies = [{ id: "reader", accessPolicy: policy("r") }, { id: "it's <é>", accessPolicy: policy("raud") }];
    await c.setAccessPolicy(policies);
    assert.deepEqual(await c.getAccessPolicy(), policies);
    const stored = as({ identifier: "reader", expiresOn: undefined });
    assert.equal((await stored.getEntity("a", "1")).rowKey, "1");
    await refused(stored.deleteEntity("a", "1"), 403, "AuthorizationPermissionMismatch");
    await c.setAccessPolicy([{ id: "reader", accessPolicy: policy("d") }]);
    await refused(stored.getEntity("a", "1"), 403, "AuthorizationPermissionMismatch");
    await stored.deleteEntity("a", "1");
    await c.setAccessPolicy([]);
    await refused(stored.getEntity("b", "1"), 403, "AuthenticationFailed");

    const accountSAS = (o) => new TableServiceClient(url, new AzureSASCredential(generateAccountSas(credential, { expiresOn: soon(), ...o })), options);
    const owner = accountSAS({ permissions: { list: true, add: true, delete: true, write: true, query: true }, resourceTypes: "sco" });
    await owner.createTable("JsMade");
    assert.deepEqual((await all(owner.listTables({ queryOptions: { filter: "TableName eq 'JsMade'" } }))).map((t) => t.name), ["JsMade"]);
    await owner.deleteTable("JsMade");
    await refused(accountSAS({ permissions: { query: true }, resourceTypes: "sco" }).createTable("JsMade"), 403, "AuthorizationPermissionMismatch");
    await refused(accountSAS({ permissions: { write: true }, resourceTypes: "o" }).createTable("JsMade"), 403, "AuthorizationResourceTypeMismatch");
    await c.deleteTable();
  },

  async connection() {
    const text = `DefaultEndpointsProtocol=http;AccountName=${account};AccountKey=${key};TableEndpoint=${url};`;
    await all(TableServiceClient.fromConnectionString(text, options).listTables());
    const c = TableClient.fromConnectionString(text, "JsConnection", options);
    await c.createTable();
    await c.createEntity({ partitionKey: "p", rowKey: "r" });
    await c.deleteTable();
  },
});
