"""Checks a SCIM server with scim2-tester. Prints counts by status, and what did not succeed, as JSON."""

import json
import sys
from collections import Counter

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import check_server

url, key = sys.argv[1:3]
client = SyncSCIMClient(Client(base_url=f"{url}/api/scim/v2", headers={"Authorization": f"Bearer {key}"}))
client.discover()
results = check_server(client)
rest = [r for r in results if r.status.name not in ("SUCCESS", "SKIPPED")]
print(json.dumps({
    "counts": Counter(r.status.name for r in results),
    "rest": sorted(f"{r.title}: {r.reason}"[:200] for r in rest),
}))
