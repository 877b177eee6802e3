// node write.mjs URL TABLE < LINES: writes entities as a program does that has them as JavaScript values. Each line is
// [partition key, row key, [[name, type, text], …]].
import { readFileSync } from "node:fs";
import { insertAll, table } from "./client.mjs";

const [url, name] = process.argv.slice(2);

const values = {
  String: (text) => text,
  Boolean: (text) => text === "true",
  Int32: (text) => Number(text),
  Int64: (text) => BigInt(text),
  Binary: (text) => new Uint8Array(Buffer.from(text, "base64")),
  // These have no value of their own in JavaScript, or only a coarser one: a Date has milliseconds.
  Double: (text) => ({ value: Number.isFinite(Number(text)) ? Number(text) : text, type: "Double" }),
  DateTime: (text) => ({ value: text, type: "DateTime" }),
  Guid: (text) => ({ value: text, type: "Guid" }),
};

const entities = readFileSync(0, "utf8").split("\n").filter(Boolean).map((line) => {
  const [partitionKey, rowKey, properties] = JSON.parse(line);
  const entity = { partitionKey, rowKey };
  for (const [name, type, text] of properties) entity[name] = values[type](text);
  return entity;
});

await insertAll(table(url, name), entities);
