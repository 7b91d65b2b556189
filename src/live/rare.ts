import { api, type Client } from '@boardwright/platform'
import { allOf } from './lists.ts'
import { lookUp } from './look-up.ts'
import { readModelTexts } from './model-texts.ts'

interface RareOptions {
  readonly deployment: number
  readonly branch: string | undefined
  readonly workbooks: readonly number[]
}

/**
 * Reads things that only some trees need, so that a recording has them: data-model files, embed access, email
 * schedules.
 */
export async function readRare(client: Client, { deployment, branch, workbooks }: RareOptions): Promise<void> {
  const path = { deploymentId: deployment }
  await Promise.all([
    readModelTexts(client, deployment, branch),
    lookUp(() => allOf(client.items(api.notifications.endpoints.getNotifications, { path, query: {} }))),
    ...workbooks.map((workbookId) => lookUp(() => client.workbooks.getEmbedAccess({ path: { ...path, workbookId } }))),
  ])
}
