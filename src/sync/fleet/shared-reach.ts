import { shareConnections } from '../../client/connections.ts'
import type { SharedReach } from '../target/connect.ts'
import { createOutage, type Outage } from '../target/outage.ts'

/** For each target that is read at a time. */
const CONNECTIONS = 10

/** Reads many targets, so many at once: they share connections, the answer to whose tokens they use, and what is down. */
export async function withSharedReach<T>(
  atOnce: number,
  work: (shared: SharedReach, outage: Outage) => Promise<T>,
): Promise<T> {
  const connections = shareConnections(CONNECTIONS * atOnce)
  try {
    return await work({ connections, callers: new Map() }, createOutage('atOnce'))
  } finally {
    await connections.close()
  }
}
