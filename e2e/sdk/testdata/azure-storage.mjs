// Every public operation of the table service of azure-storage 2, the client before @azure/data-tables, which many programs
// still use.
import assert from "node:assert/strict";
import azure from "azure-storage";
import { account, key, keys, partner, refused, refusedKeys, run, url } from "./checks.mjs";

const service = azure.createTableService(account, key, { primaryHost: url, secondaryHost: `${url}-secondary` });
const { TableBatch, TableQuery } = azure;
const g = azure.TableUtilities.entityGenerator;
const formats = azure.TableUtilities.PayloadFormat;

// call returns the result of an operation.
const callOf = (client) => (operation, ...given) =>
  new Promise((resolve, reject) => client[operation](...given, (error, result) => (error ? reject(error) : resolve(result))));
const call = callOf(service);

const entity = (partitionKey, rowKey, rest) => ({ PartitionKey: g.String(partitionKey), RowKey: g.String(rowKey), ...rest });

// values returns the properties of an entity without those of every entity.
function values({ PartitionKey, RowKey, Timestamp, ".metadata": metadata, ...rest }) {
  assert.ok(metadata.etag && Timestamp, "no ETag or no Timestamp");
  return Object.fromEntries(Object.entries(rest).map(([name, { _ }]) => [name, _]));
}

async function pages(table, query, options = {}) {
  const list = [];
  for (let token = null; ;) {
    const page = await call("queryEntities", table, query, token, options);
    list.push(page.entries);
    if (!(token = page.continuationToken)) return list;
  }
}

const rows = async (table, ...filter) => (await pages(table, new TableQuery().where(...filter))).flat().map((e) => e.RowKey._).join("");
const soon = () => new Date(Date.now() + 3_600_000);

await run({
  async tables() {
    const names = [1, 2, 3, 4, 5].map((i) => `OldTables${i}`);
    for (const name of names) await call("createTable", name);
    await refused(call("createTable", "oldtables3"), 409, "TableAlreadyExists");
    assert.equal((await call("createTableIfNotExists", names[0])).created, false);
    assert.equal((await call("doesTableExist", names[0])).exists, true);
    const first = await call("listTablesSegmentedWithPrefix", "OldTables", null, { maxResults: 3 });
    assert.deepEqual(first.entries, names.slice(0, 3));
    const second = await call("listTablesSegmentedWithPrefix", "OldTables", first.continuationToken, { maxResults: 3 });
    assert.deepEqual(second.entries, names.slice(3));
    assert.equal(second.continuationToken, null);
    assert.ok((await call("listTablesSegmented", null)).entries.includes(names[4]));
    for (const name of names) await call("deleteTable", name);
    await refused(call("deleteTable", names[0]), 404, "ResourceNotFound");
    assert.equal(await call("deleteTableIfExists", names[0]), false);
    assert.equal((await call("doesTableExist", names[0])).exists, false);
    await refused(call("retrieveEntity", names[0], "p", "r"), 404, "TableNotFound");
  },

  async properties() {
    const before = await call("getServiceProperties");
    assert.equal(before.Logging.Version, "1.0");
    const RetentionPolicy = { Enabled: true, Days: 9 };
    const rule = { AllowedMethods: ["GET", "PUT"], AllowedOrigins: ["https://a.example"], AllowedHeaders: ["x-ms-*"], ExposedHeaders: ["*"], MaxAgeInSeconds: 60 };
    await call("setServiceProperties", {
      Logging: { Version: "1.0", Delete: true, Read: true, Write: false, RetentionPolicy },
      HourMetrics: { Version: "1.0", Enabled: true, IncludeAPIs: true, RetentionPolicy },
      MinuteMetrics: { Version: "1.0", Enabled: false, RetentionPolicy: { Enabled: false } },
      Cors: { CorsRule: [rule] },
    });
    const after = await call("getServiceProperties");
    assert.deepEqual(after.Logging, { Version: "1.0", Delete: true, Read: true, Write: false, RetentionPolicy });
    assert.deepEqual(after.Cors.CorsRule, [rule]);
    await call("setServiceProperties", before);
    assert.deepEqual(await call("getServiceProperties"), before);
    await refused(call("getServiceStats"), 400, "InvalidQueryParameterValue"); // of the primary endpoint
    const stats = await call("getServiceStats", { locationMode: azure.StorageUtilities.LocationMode.SECONDARY_ONLY });
    assert.equal(stats.GeoReplication.Status, "live");
    assert.ok(stats.GeoReplication.LastSyncTime);
  },

  async writes() {
    const t = "OldWrites";
    await call("createTable", t);
    const e = (rest) => entity("p", "r", rest);
    const has = async (want) => assert.deepEqual(values(await call("retrieveEntity", t, "p", "r")), want);
    const echo = await call("insertEntity", t, e({ A: g.Int32(1), B: g.String("x"), C: g.String(null) }), { echoContent: true });
    assert.deepEqual(values(echo), { A: 1, B: "x" });
    const first = await call("retrieveEntity", t, "p", "r");
    assert.equal(first[".metadata"].etag, echo[".metadata"].etag);
    await refused(call("insertEntity", t, e()), 409, "EntityAlreadyExists");
    const with_ = (etag, rest) => ({ ...e(rest), ".metadata": { etag } });
    const old = first[".metadata"].etag;
    const second = await call("mergeEntity", t, with_(old, { A: g.Int32(2) }));
    await has({ A: 2, B: "x" });
    for (const operation of ["mergeEntity", "replaceEntity", "deleteEntity"]) {
      await refused(call(operation, t, with_(old, {})), 412, "UpdateConditionNotSatisfied");
      await refused(call(operation, t, entity("p", "absent")), 404, "ResourceNotFound");
    }
    await call("replaceEntity", t, with_(second[".metadata"].etag, { D: g.Boolean(true) }));
    await has({ D: true });
    await call("insertOrMergeEntity", t, e({ E: g.Double(1.5) }));
    await has({ D: true, E: 1.5 });
    await call("insertOrReplaceEntity", t, e({ F: g.String("f") }));
    await has({ F: "f" });
    await call("deleteEntity", t, e());
    await refused(call("retrieveEntity", t, "p", "r"), 404, "ResourceNotFound");
    for (const operation of ["insertOrMergeEntity", "insertOrReplaceEntity"]) {
      await call(operation, t, e({ New: g.String(operation) }));
      await has({ New: operation });
      await call("deleteEntity", t, e());
    }
    await call("deleteTable", t);
  },

  async types() {
    const t = "OldTypes";
    await call("createTable", t);
    const cases = [
      g.String(""), g.String("it's 😀"), g.String("\u0000\uffff"), g.String("x".repeat(32768)), g.Int32(2147483647), g.Int32(-2147483648),
      g.Int64("9223372036854775807"), g.Int64("-9223372036854775808"), g.Double(4), g.Double(Number.MAX_VALUE), g.Double(Number.MIN_VALUE), g.Double(NaN),
      g.Double(Infinity), g.Double(-Infinity), g.Boolean(true), g.Boolean(false), g.DateTime(new Date("1601-01-01T00:00:00.000Z")),
      g.DateTime(new Date("9999-12-31T23:59:59.999Z")), g.Guid("dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2"), g.Binary(Buffer.from([])), g.Binary(Buffer.alloc(65536, 255)),
    ];
    for (const payloadFormat of [formats.FULL_METADATA, formats.MINIMAL_METADATA]) {
      for (const [i, V] of cases.entries()) {
        await call("insertOrReplaceEntity", t, entity("p", `${i}`, { V }));
        const got = (await call("retrieveEntity", t, "p", `${i}`, { payloadFormat, autoResolveProperties: true })).V;
        assert.deepEqual(got._, V._, `case ${i}`);
        if (typeof V._ !== "number") assert.equal(got.$, V.$ ?? "Edm.String", `case ${i}`); // the client types no numbers
      }
    }
    assert.equal(await rows(t, "V eq 4.0"), "8");
    const bare = await call("retrieveEntity", t, "p", "6", { payloadFormat: formats.NO_METADATA });
    assert.equal(bare.V._, "9223372036854775807");
    assert.equal(bare.V.$, undefined);
    const refuse = async (code, rest) => refused(call("insertEntity", t, entity("p", "refused", rest)), 400, code);
    await refuse("PropertyValueTooLarge", { V: g.String("x".repeat(32769)) });
    await refuse("TooManyProperties", Object.fromEntries(Array.from({ length: 253 }, (_, i) => [`P${i}`, g.Int32(i)])));
    await refuse("InvalidInput", { V: g.Guid("x") });
    await refuse("InvalidInput", { V: g.Int64("9223372036854775808") });
    await call("deleteTable", t);
  },

  async keys() {
    const t = "OldKeys";
    await call("createTable", t);
    for (const [i, rowKey] of keys.entries()) {
      const e = (rest) => entity(partner(i), rowKey, rest);
      await call("insertEntity", t, e({ N: g.Int32(i) }));
      const read = await call("retrieveEntity", t, partner(i), rowKey, { payloadFormat: formats.FULL_METADATA });
      assert.deepEqual([read.PartitionKey._, read.RowKey._, read.N._], [partner(i), rowKey, i]);
      await call("mergeEntity", t, { ...e({ M: g.Int32(i) }), ".metadata": read[".metadata"] });
      await call("replaceEntity", t, e({ N: g.Int32(i + 1000) }));
      await call("insertOrMergeEntity", t, e({ O: g.Int32(i) }));
      const found = (await pages(t, new TableQuery().where("PartitionKey eq ? and RowKey eq ?", partner(i), rowKey))).flat();
      assert.deepEqual(found.map(values), [{ N: i + 1000, O: i }], JSON.stringify([partner(i), rowKey]));
      const b = new TableBatch();
      b.insertOrReplaceEntity(e({ P: g.Int32(i) }));
      await call("executeBatch", t, b);
      const q = new TableBatch(); // a read in a batch, which only this client can do
      q.retrieveEntity(partner(i), rowKey);
      const [{ entity: got }] = await call("executeBatch", t, q);
      assert.deepEqual(values(got), { P: i });
    }
    assert.equal((await pages(t, new TableQuery())).flat().length, keys.length);
    for (const [i, rowKey] of keys.entries()) await call("deleteEntity", t, entity(partner(i), rowKey));
    assert.equal((await pages(t, new TableQuery())).flat().length, 0);
    for (const bad of refusedKeys) await refused(call("insertEntity", t, entity("p", bad)), 400, "OutOfRangeInput");
    await call("deleteTable", t);
  },

  async batches() {
    const t = "OldBatches";
    await call("createTable", t);
    const e = (rowKey, rest) => entity("p", rowKey, rest);
    const inserts = new TableBatch();
    for (let i = 0; i < 100; i++) inserts.insertEntity(e(`r${i}`, { V: g.Int32(i) }), { echoContent: i === 0 });
    const answers = await call("executeBatch", t, inserts);
    assert.deepEqual(answers.map((a) => a.response.statusCode), [201, ...Array(99).fill(204)]);
    assert.deepEqual(values(answers[0].entity), { V: 0 });
    const { etag } = answers[1].entity[".metadata"];
    const mixed = new TableBatch();
    mixed.deleteEntity(e("r0"));
    mixed.mergeEntity({ ...e("r1", { W: g.Int32(1) }), ".metadata": { etag } });
    mixed.replaceEntity(e("r2", { W: g.Int32(2) }));
    mixed.insertOrMergeEntity(e("r3", { W: g.Int32(3) }));
    mixed.insertOrReplaceEntity(e("new %+'é😀", { W: g.Int32(4) }));
    assert.deepEqual((await call("executeBatch", t, mixed)).map((a) => a.response.statusCode), [204, 204, 204, 204, 204]);
    assert.deepEqual(values(await call("retrieveEntity", t, "p", "r1")), { V: 1, W: 1 });
    assert.deepEqual(values(await call("retrieveEntity", t, "p", "new %+'é😀")), { W: 4 });
    const undone = async (index, status, code, add) => {
      const b = new TableBatch();
      b.insertEntity(e("fresh"));
      b.insertOrMergeEntity(e("r50", { V: g.Int32(-1) }));
      add(b);
      assert.match((await refused(call("executeBatch", t, b), status, code)).message, new RegExp(`^${index}:`));
    };
    await undone(2, 409, "EntityAlreadyExists", (b) => b.insertEntity(e("r7")));
    await undone(2, 404, "ResourceNotFound", (b) => b.deleteEntity(e("absent")));
    await undone(2, 412, "UpdateConditionNotSatisfied", (b) => b.mergeEntity({ ...e("r1"), ".metadata": { etag } }));
    await undone(2, 400, "OutOfRangeInput", (b) => b.insertEntity(e("a/b")));
    await refused(call("retrieveEntity", t, "p", "fresh"), 404, "ResourceNotFound");
    assert.deepEqual(values(await call("retrieveEntity", t, "p", "r50")), { V: 50 });
    const absent = new TableBatch();
    absent.retrieveEntity("p", "absent");
    await refused(call("executeBatch", t, absent), 404, "ResourceNotFound");
    await call("deleteTable", t);
  },

  async queries() {
    const t = "OldQueries";
    await call("createTable", t);
    for (let p = 0; p < 11; p++) {
      const b = new TableBatch();
      for (let r = 0; r < 100; r++) b.insertEntity(entity(`p${p} 'é+%`, `${r}`, { N: g.Int32(p * 100 + r) }));
      await call("executeBatch", t, b);
    }
    assert.deepEqual((await pages(t, new TableQuery())).map((p) => p.length), [1000, 100]);
    assert.deepEqual((await pages(t, new TableQuery().top(400))).map((p) => p.length), [400, 400, 300]);
    const some = (await pages(t, new TableQuery().select("RowKey", "N", "Absent").where("PartitionKey eq ? and N ge ?", "p3 'é+%", 395))).flat();
    assert.deepEqual(some.map((e) => [e.RowKey._, e.N._, e.Absent._, e.PartitionKey]), [95, 96, 97, 98, 99].map((i) => [`${i}`, 300 + i, null, undefined]));
    await call("insertEntity", t, entity("t", "1", { S: g.String("it's"), D: g.Double(2.5), L: g.Int64("9007199254740993"), T: g.Boolean(true), W: g.DateTime(new Date(1e12)), G: g.Guid("dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2"), B: g.Binary(Buffer.from([1, 2, 3])) }));
    for (const filter of [
      ["S eq ?", "it's"], ["D gt ?", 2.25], ["T eq ?", true], ["W eq ?date?", new Date(1e12)], ["L eq ?int64?", "9007199254740993"],
      ["G eq ?guid?", "dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2"], ["B eq ?binary?", Buffer.from([1, 2, 3])], [TableQuery.stringFilter("S", "gt", "it")],
      ["PartitionKey eq ? and not (S eq ?)", "t", "x"],
    ]) {
      assert.equal(await rows(t, ...filter), "1", filter[0]);
    }
    await refused(rows(t, "S eq"), 400, "InvalidInput");
    await refused(rows(t, "length(S) eq 4"), 501, "NotImplemented");
    await call("deleteTable", t);
  },

  async signatures() {
    const t = "OldSAS";
    await call("createTable", t);
    for (const k of ["a1", "b1", "b2", "c1"]) await call("insertEntity", t, entity(k[0], k[1]));
    const as = (AccessPolicy, Id) => callOf(azure.createTableServiceWithSas(url, service.generateSharedAccessSignature(t, { AccessPolicy, Id })));
    const reader = as({ Permissions: "r", Expiry: soon() });
    assert.equal((await reader("retrieveEntity", t, "a", "1")).RowKey._, "1");
    await refused(reader("insertEntity", t, entity("x", "x")), 403, "AuthorizationPermissionMismatch");
    const writer = as({ Permissions: "raud", Start: new Date(0), Expiry: soon(), Protocols: "https,http", IPAddressOrRange: "127.0.0.1" });
    await writer("insertOrMergeEntity", t, entity("x", "+ %"));
    await writer("deleteEntity", t, entity("x", "+ %"));
    const b = new TableBatch();
    b.insertEntity(entity("a", "2"));
    b.deleteEntity(entity("a", "1"));
    await writer("executeBatch", t, b);
    const ranged = as({ Permissions: "r", Expiry: soon(), StartPk: "b", StartRk: "2", EndPk: "c", EndRk: "9" });
    assert.deepEqual((await ranged("queryEntities", t, new TableQuery(), null)).entries.map((e) => e.PartitionKey._ + e.RowKey._), ["b2", "c1"]);
    await refused(ranged("retrieveEntity", t, "b", "1"), 403, "AuthorizationFailure");
    await refused(as({ Permissions: "r", Expiry: new Date(1e12) })("retrieveEntity", t, "a", "2"), 403, "AuthenticationFailed");

    const policies = { reader: { Permissions: "r", Start: new Date("2020-01-02T03:04:05Z"), Expiry: new Date("2090-01-02T03:04:05Z") } };
    await call("setTableAcl", t, policies);
    const { signedIdentifiers } = await call("getTableAcl", t);
    assert.equal(signedIdentifiers.reader.Permissions, "r");
    assert.equal(new Date(signedIdentifiers.reader.Expiry).getTime(), Date.parse("2090-01-02T03:04:05Z"));
    const stored = as(undefined, "reader");
    assert.equal((await stored("retrieveEntity", t, "b", "1")).RowKey._, "1");
    await refused(stored("deleteEntity", t, entity("b", "1")), 403, "AuthorizationPermissionMismatch");
    await call("setTableAcl", t, {});
    await refused(stored("retrieveEntity", t, "b", "1"), 403, "AuthenticationFailed");

    const owner = callOf(azure.createTableServiceWithSas(url, azure.generateAccountSharedAccessSignature(account, key, {
      AccessPolicy: { Services: "t", ResourceTypes: "sco", Permissions: "rwdlacu", Expiry: soon(), Protocols: "https,http" },
    })));
    await owner("createTable", "OldMade");
    assert.deepEqual((await owner("listTablesSegmentedWithPrefix", "OldMade", null)).entries, ["OldMade"]);
    await owner("deleteTable", "OldMade");
    await refused(callOf(azure.createTableService(account, "d3Jvbmc=", url))("createTable", "OldMade"), 403, "AuthenticationFailed");
    await call("deleteTable", t);
  },
});
