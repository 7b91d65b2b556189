import { isError, lookBeforeRepeating } from '../repeat.ts'
import { listBranches } from './reads.ts'
import type { Run } from './run.ts'

/** Creates the branch, unless somebody else has just done so. */
export async function createBranch(run: Run, from: string | undefined): Promise<void> {
  const { client, path, request } = run
  const isThere = async (): Promise<true | undefined> =>
    (await listBranches(run)).some(({ name }) => name === request.branch) ? true : undefined
  run.guard()
  run.emit({ type: 'step', step: 'create branch', branch: request.branch })
  const body = { name: request.branch, ...(from === undefined ? {} : { from }) }
  try {
    await lookBeforeRepeating(
      run,
      async () => {
        await client.branches.createBranch({ path, body })
        return true
      },
      isThere,
    )
  } catch (cause) {
    if (!isError(cause, 'CONFLICT') || !(await isThere())) throw cause
    return
  }
  run.done.created = true
}
