// Writes, changes, moves and removes entities with the code of a design; see instep_test.go.
import assert from "node:assert/strict";
import { AzureNamedKeyCredential, TableClient } from "@azure/data-tables";
import { entityOf, remove, save, stored, tables } from "./keys.mjs";

const { TABLES_URL: url, TABLES_ACCOUNT: account, TABLES_KEY: key, TABLE: table } = process.env;
const clients = tables.map((end) => new TableClient(url, table + end, new AzureNamedKeyCredential(account, key), { allowInsecureConnection: true }));
const read = async (entity) => {
  const { partitionKey, rowKey } = stored(entity)[0].entity;
  return entityOf(await clients[0].getEntity(partitionKey, rowKey));
};
const film = (i) => ({
  partitionKey: "shelf " + (i % 3), rowKey: String(i).padStart(2, "0"), Genre: i % 2 ? "drama" : "comedy", Year: 1990 + (i % 4), "Größe": i * 1.5,
  Big: { type: "Int64", value: "9007199254740993" }, When: new Date("2001-02-03T04:05:06.789Z"), Bytes: new Uint8Array([1, 2, 255]), Seen: i % 2 === 0,
});
for (let i = 0; i < 30; i++) await save(clients, film(i));
await assert.rejects(save(clients, film(1)), { statusCode: 409 });
for (let i = 0; i < 10; i++) {
  const before = await read(film(i));
  assert.equal(before.partitionKey, film(i).partitionKey);
  await save(clients, { ...before, Year: 2000 + i, Genre: i === 3 ? "short" : before.Genre }, before);
  await assert.rejects(save(clients, { ...before, Year: 1 }, before), (e) => e.statusCode === 412 || e.statusCode === 404 || (e.statusCode === 409 && i === 3));
}
for (let i = 20; i < 26; i++) await remove(clients, await read(film(i)));
