import type { Client } from '@boardwright/platform'
import { type LiveWriter, loadWriting, readCaller } from '../../live/index.ts'
import type { Planned } from '../plan.ts'
import { connect, type ReachOptions } from './connect.ts'

/** Runs `work` with a writer for a plan's target, in the state that the plan saw. Closes the connection afterwards. */
export async function withWriter<T>(
  { target, live }: Planned,
  options: ReachOptions,
  work: (writer: LiveWriter, client: Client) => Promise<T>,
): Promise<T> {
  const { deployment, projectId, name, home } = target
  const client = connect(target, { ...options, readOnly: false })
  try {
    // The first answer carries the platform's clock.
    await readCaller(client)
    const { onRetry } = options
    const { createWriter } = await loadWriting()
    return await work(createWriter(client, { deployment, projectId, target: name, home, seen: live, onRetry }), client)
  } finally {
    await client.close()
  }
}
