import { api, type Client } from '@boardwright/platform'
import type { ContentKind } from '../content/kinds.ts'
import { allOf, listUsers } from './lists.ts'
import { lookUp } from './look-up.ts'
import { readModelTexts } from './model-texts.ts'
import { readNamedDeployments } from './roles.ts'

interface RareOptions {
  readonly deployment: number
  readonly branch: string | undefined
  readonly workbooks: readonly number[]
  /** The opt-in kinds that the target manages. */
  readonly manages: readonly ContentKind[]
}

/**
 * Reads things that only some trees need, so that a recording has them: data-model files, embed access, email
 * schedules, and the users and the deployments of the account where the target manages lists that name them.
 */
export async function readRare(client: Client, { deployment, branch, workbooks, manages }: RareOptions): Promise<void> {
  const path = { deploymentId: deployment }
  await Promise.all([
    readModelTexts(client, deployment, branch),
    lookUp(() => allOf(client.items(api.notifications.endpoints.getNotifications, { path, query: {} }))),
    ...(manages.length > 0 ? [lookUp(() => listUsers(client))] : []),
    ...(manages.includes('role') ? [lookUp(() => readNamedDeployments(client))] : []),
    ...workbooks.map((workbookId) => lookUp(() => client.workbooks.getEmbedAccess({ path: { ...path, workbookId } }))),
  ])
}
