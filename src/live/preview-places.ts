import { api, type Client } from '@boardwright/platform'
import { PREVIEWS, type Preview, previewSlug, type Stamp, stampIn } from '../content/preview.ts'
import { deploymentsOf } from './examine.ts'
import { allOf } from './lists.ts'
import { isAbsence, lookUp } from './look-up.ts'
import { listBranches } from './write/model/run.ts'

/** Names in a deployment that may belong to previews. */
export interface PreviewPlace {
  readonly deployment: number
  /** Names of the folders inside the folder for previews; undefined if there is no such folder. */
  readonly folders: readonly string[] | undefined
  readonly branches: readonly string[]
}

/** Reads every deployment that this key sees, and the given one in any case. */
export async function readPreviewPlaces(client: Client, deployment: number): Promise<readonly PreviewPlace[]> {
  const others = await noneIfAbsent(async () => (await deploymentsOf(client)).map(({ id }) => id))
  const ids = [...new Set([deployment, ...others])]
  return Promise.all(
    ids.map(async (deploymentId): Promise<PreviewPlace> => {
      const path = { deploymentId }
      const list = (query: { readonly parentId?: number }) =>
        noneIfAbsent(() => allOf(client.items(api.folders.endpoints.getFolders, { path, query })))
      const [roots, branches] = await Promise.all([list({}), noneIfAbsent(() => listBranches({ client, path }))])
      const previews = roots.filter(({ name }) => name === PREVIEWS)
      const below = await Promise.all(previews.map(({ id }) => list({ parentId: id })))
      return {
        ...{ deployment: deploymentId, branches: branches.map(({ name }) => name) },
        folders: previews.length === 0 ? undefined : below.flat().map(({ name }) => name),
      }
    }),
  )
}

/** A key cannot have left anything where it may not look. */
async function noneIfAbsent<Row>(read: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
  const rows = await lookUp(read)
  return isAbsence(rows) ? [] : rows
}

/** What the index of a preview says about its origin. */
export async function readStamp(client: Client, deploymentId: number, preview: Preview): Promise<Stamp | undefined> {
  const path = { deploymentId }
  for await (const { slug, meta } of client.items(api.workbooks.endpoints.getWorkbooks, { path, query: {} })) {
    if (slug === previewSlug(preview)) return stampIn({ meta })
  }
  return undefined
}
