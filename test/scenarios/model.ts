import { createClient } from '../../packages/platform/client/client.ts'
import type { Sandbox } from '../../packages/sandbox/index.ts'
import { sandbox as stage } from './stage.ts'

/** Edits the data model as a person does in the platform's own editor: on a fork, then committed to the branch. */
export async function editModel(
  files: Readonly<Record<string, string | null>>,
  {
    branchName = 'main',
    deploymentId = 2,
    sandbox = stage,
  }: { branchName?: string; deploymentId?: number; sandbox?: Pick<Sandbox, 'url' | 'keys'> } = {},
): Promise<void> {
  const client = createClient({ url: sandbox.url, token: sandbox.keys.admin, env: {} })
  const path = { deploymentId }
  try {
    await client.branches.startDevMode({ path, body: { branchName } })
    const written = Object.entries(files).flatMap(([file, content]) =>
      content === null ? [] : [{ path: file, content }],
    )
    const removed = Object.entries(files).flatMap(([file, content]) => (content === null ? [{ path: file }] : []))
    if (written.length > 0) await client.dataModel.updateFiles({ path, body: { files: written } })
    if (removed.length > 0) await client.dataModel.removeFiles({ path, body: { files: removed } })
    await client.branches.commitChanges({ path, body: { message: 'edited in the browser', exitDevMode: true } })
  } finally {
    await client.close()
  }
}
