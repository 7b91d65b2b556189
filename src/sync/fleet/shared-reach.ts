import { shareConnections } from '../../client/connections.ts'
import type { SharedReach } from '../target/connect.ts'

/** For each target that is read at a time. */
const CONNECTIONS = 10

/** Runs work that reads many targets, so many at once: they share connections and the answer to whose tokens they use. */
export async function withSharedReach<T>(atOnce: number, work: (shared: SharedReach) => Promise<T>): Promise<T> {
  const connections = shareConnections(CONNECTIONS * atOnce)
  try {
    return await work({ connections, callers: new Map() })
  } finally {
    await connections.close()
  }
}
