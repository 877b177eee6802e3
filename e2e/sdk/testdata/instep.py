# Writes, changes, moves and removes entities with the code of a design; see instep_test.go.
import os
from datetime import datetime, timezone

from azure.core.credentials import AzureNamedKeyCredential
from azure.core.exceptions import HttpResponseError
from azure.data.tables import EdmType, EntityProperty, TableClient

import keys

credential = AzureNamedKeyCredential(os.environ["TABLES_ACCOUNT"], os.environ["TABLES_KEY"])
clients = [TableClient(os.environ["TABLES_URL"], os.environ["TABLE"] + end, credential=credential) for end in keys.TABLES]


def film(i):
    return {
        "PartitionKey": f"shelf {i % 3}", "RowKey": f"{i:02d}", "Genre": "drama" if i % 2 else "comedy", "Year": 1990 + i % 4, "Größe": i * 1.5,
        "Big": EntityProperty(9007199254740993, EdmType.INT64), "When": datetime(2001, 2, 3, 4, 5, 6, tzinfo=timezone.utc), "Bytes": b"\x01\x02\xff", "Seen": i % 2 == 0,
    }


def read(entity):
    return keys.entity_of(clients[0].get_entity(*keys.keys(entity)))


def refused(statuses, *arguments):
    try:
        keys.save(*arguments)
    except HttpResponseError as e:
        assert e.status_code in statuses, e
        return
    assert False, "it is not refused"


for i in range(30):
    keys.save(clients, film(i))
refused([409], clients, film(1))
for i in range(10):
    before = read(film(i))
    after = {**before, "Year": 2000 + i}
    if i == 3:
        after["Genre"] = "short"
    keys.save(clients, after, before)
    refused([404, 409, 412], clients, {**after, "Year": 1}, before)
for i in range(20, 26):
    keys.remove(clients, read(film(i)))
