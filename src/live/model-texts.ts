import { BoardwrightError, type ErrorName } from '@boardwright/common'
import type { Client } from '@boardwright/platform'
import { filesIn } from './model.ts'
import { readDeployBranch } from './write/model/scratch.ts'

/** The files of a branch by path, as text; undefined for one that is not text. Or why nobody knows them. */
type ModelTexts = ReadonlyMap<string, string | undefined> | { readonly unknown: string }

const WHY: { readonly [kind in ErrorName]?: string } = {
  FORBIDDEN: 'this key may not read its files',
  NOT_FOUND: 'the platform does not find its files',
  NO_SUCH_ENDPOINT: 'the platform has no endpoint for its files',
}

/** Without a branch: the deploy branch, which is what viewers get. */
export async function readModelTexts(
  client: Client,
  deploymentId: number,
  branch: string | undefined,
): Promise<ModelTexts> {
  const branchName = branch ?? (await readDeployBranch(client, deploymentId))
  if (branchName === undefined) return { unknown: 'this key may not read which branch is deployed' }
  try {
    const query = { branchName, withContent: true }
    const { items } = await client.dataModel.listFiles({ path: { deploymentId }, query })
    return new Map(filesIn(items))
  } catch (cause) {
    const unknown = cause instanceof BoardwrightError ? WHY[cause.kind] : undefined
    if (unknown === undefined) throw cause
    return { unknown }
  }
}
