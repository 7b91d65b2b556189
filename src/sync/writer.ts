import type { Client } from '../client/client.ts'
import { readCaller } from '../live/caller.ts'
import { createWriter, type WriteOptions } from '../live/write/writer.ts'
import { type ConnectOptions, connect } from './connect.ts'
import type { Planned } from './plan.ts'

export type Writing = ReturnType<typeof createWriter>

type WriterOptions = Omit<ConnectOptions, 'readOnly'> & Pick<WriteOptions, 'onRetry'>

/** Writes to the target of a plan, as the plan saw it. The connection ends with the work. */
export async function withWriter<T>(
  { target, live }: Planned,
  options: WriterOptions,
  work: (writer: Writing, client: Client) => Promise<T>,
): Promise<T> {
  const { deployment, projectId, name, home } = target
  const client = connect(target, { ...options, readOnly: false })
  try {
    // The first answer brings the platform's clock.
    await readCaller(client)
    const { onRetry } = options
    return await work(createWriter(client, { deployment, projectId, target: name, home, seen: live, onRetry }), client)
  } finally {
    await client.close()
  }
}
