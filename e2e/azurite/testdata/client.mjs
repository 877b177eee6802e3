// What the scripts share: the official client of one table of the emulator.
import { AzureNamedKeyCredential, TableClient } from "@azure/data-tables";

export const credential = new AzureNamedKeyCredential(
  "devstoreaccount1",
  "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==", // public: every emulator's
);

export const table = (url, name) => new TableClient(url, name, credential, { allowInsecureConnection: true });

// insertAll makes the table and inserts entities, some at once.
export async function insertAll(client, entities) {
  await client.createTable();
  for (let i = 0; i < entities.length; i += 20) {
    await Promise.all(entities.slice(i, i + 20).map(async (entity) => {
      try {
        await client.createEntity(entity);
      } catch (e) {
        throw new Error(`${entity.partitionKey}, ${entity.rowKey}: ${e.message}`);
      }
    }));
  }
}

export async function all(iterator) {
  const list = [];
  for await (const entity of iterator) list.push(entity);
  return list;
}
