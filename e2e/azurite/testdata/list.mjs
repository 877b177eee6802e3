// node list.mjs URL TABLE typed|annotated|saved: lists a table with the client.
//
// typed prints what the client gives with its types left alone: names with { value, type }.
// annotated prints the same as a program saves it that keeps the types as the service writes them.
// saved prints what a program saves that lists the usual way: JSON, with what JSON does not have as text.
import { all, table } from "./client.mjs";

const [url, name, how] = process.argv.slice(2);
const client = table(url, name);

const plain = (value) => {
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (value?.type === "Guid") return value.value;
  return value; // JSON.stringify writes a Date itself
};

const annotated = ({ partitionKey, rowKey, etag, timestamp, ...properties }) => {
  const object = { PartitionKey: partitionKey, RowKey: rowKey, Timestamp: timestamp };
  for (const [name, { value, type }] of Object.entries(properties)) {
    object[`${name}@odata.type`] = `Edm.${type}`;
    object[name] = value;
  }
  return object;
};

let entities = await all(client.listEntities({ disableTypeConversion: how !== "saved" }));
if (how === "annotated") entities = entities.map(annotated);
if (how === "saved") {
  for (const entity of entities) for (const name of Object.keys(entity)) entity[name] = plain(entity[name]);
}
process.stdout.write(JSON.stringify(entities, null, how === "saved" ? 2 : 0));
