// node list.mjs URL TABLE typed|saved: lists a table with the client.
//
// typed prints what the client gives with its types left alone: names with { value, type }.
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

const entities = await all(client.listEntities({ disableTypeConversion: how === "typed" }));
if (how === "saved") {
  for (const entity of entities) for (const name of Object.keys(entity)) entity[name] = plain(entity[name]);
}
process.stdout.write(JSON.stringify(entities, null, how === "saved" ? 2 : 0));
