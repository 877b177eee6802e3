// What an application does with the tables of an account meanwhile, with @azure/data-tables. It reads {url, account, key, steps} and
// prints the result of each step as JSON.
import { readFileSync } from "node:fs";
import { AzureNamedKeyCredential, TableClient } from "@azure/data-tables";

const { url, account, key, steps } = JSON.parse(readFileSync(0, "utf8"));
const credential = new AzureNamedKeyCredential(account, key);
const open = (name) => new TableClient(url, name, credential, { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } });

const actions = {
  // make fills a new table: partitions p0, p1, … of so many entities each.
  async make({ table, partitions, entities }) {
    const client = open(table);
    await client.createTable();
    for (let p = 0; p < partitions; p++) {
      for (let first = 0; first < entities; first += 100) {
        const group = [];
        for (let i = first; i < Math.min(first + 100, entities); i++) {
          group.push(["create", { partitionKey: `p${p}`, rowKey: String(i).padStart(5, "0"), Note: "as it was", Count: i }]);
        }
        await client.submitTransaction(group);
      }
    }
  },
  merge: ({ table, entity }) => open(table).updateEntity(entity, "Merge"),
  remove: ({ table, partitionKey, rowKey }) => open(table).deleteEntity(partitionKey, rowKey),
  async read({ table, partitionKey, rowKey }) {
    const e = await open(table).getEntity(partitionKey, rowKey);
    return { Note: e.Note, Count: e.Count };
  },
  async count({ table }) {
    let n = 0;
    for await (const _ of open(table).listEntities({ queryOptions: { select: ["RowKey"] } })) n++;
    return n;
  },
};

const results = [];
for (const step of steps) results.push((await actions[step.do](step)) ?? null);
console.log(JSON.stringify(results));
