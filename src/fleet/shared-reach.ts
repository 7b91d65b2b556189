import { shareConnections } from '@boardwright/platform'
import type { SharedReach } from '../project/target/connect.ts'
import { createOutage, type Outage } from '../project/target/outage.ts'

/** Connections for each target that is being read. */
const CONNECTIONS = 10

/**
 * Lets work on many targets, `atOnce` at a time, share connections, the users behind their tokens, and the knowledge of
 * which hosts are down.
 */
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
