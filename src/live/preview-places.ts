import { api } from '../api/index.ts'
import type { Client } from '../client/client.ts'
import { PREVIEWS } from '../content/preview.ts'
import { BoardwrightError } from '../errors.ts'
import { deploymentsOf } from './examine.ts'
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
  const others = await noneIfForbidden(async () => (await deploymentsOf(client)).map(({ id }) => id))
  const ids = [...new Set([deployment, ...others])]
  return Promise.all(
    ids.map(async (deploymentId): Promise<PreviewPlace> => {
      const list = (query: { readonly parentId?: number }) =>
        noneIfForbidden(() =>
          itemsOf(client.items(api.folders.endpoints.getFolders, { path: { deploymentId }, query })),
        )
      const [roots, branches] = await Promise.all([
        list({}),
        noneIfForbidden(() => listBranches({ client, path: { deploymentId } })),
      ])
      const previews = roots.filter(({ name }) => name === PREVIEWS)
      const below = await Promise.all(previews.map(({ id }) => list({ parentId: id })))
      return {
        ...{ deployment: deploymentId, branches: branches.map(({ name }) => name) },
        folders: previews.length === 0 ? undefined : below.flat().map(({ name }) => name),
      }
    }),
  )
}

async function itemsOf<Row>(items: AsyncIterable<Row>): Promise<readonly Row[]> {
  const all: Row[] = []
  for await (const item of items) all.push(item)
  return all
}

/** A key cannot have left anything where it may not look. */
async function noneIfForbidden<Row>(read: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
  try {
    return await read()
  } catch (cause) {
    const { kind } = BoardwrightError.from(cause)
    if (kind === 'FORBIDDEN' || kind === 'NOT_FOUND') return []
    throw cause
  }
}
