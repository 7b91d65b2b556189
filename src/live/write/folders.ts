import { BoardwrightError, smallest } from '@boardwright/common'
import { folders, type Folder as Wire } from '@boardwright/platform'
import { type Folder, folderKey, type Key, pathText } from '../../content/model.ts'
import { allOf } from '../lists.ts'
import { lookUp } from '../look-up.ts'
import { fromFolder } from '../map/folder.ts'
import { keysByNumber } from '../numbers.ts'
import { changedUnder } from './open.ts'
import { isError, lookBeforeRepeating } from './repeat.ts'
import type { WriteState } from './state.ts'

/**
 * Folder names need not be unique, so this looks at the siblings of a new folder. If two have its name, because
 * somebody else created one at the same moment, the first one stays.
 */
export async function createFolder(state: WriteState, folder: Folder): Promise<void> {
  const { client, path } = state
  const body = { ...fromFolder(folder, state.numbers) }
  const known = keysByNumber(state.ids, 'folder')
  const newSiblings = async (): Promise<Wire[]> =>
    (await listFolders(state, body.parentId)).filter((row) => row.name === body.name.trim() && !known.has(row.id))
  const made = await lookBeforeRepeating(
    state,
    () => client.folders.createFolder({ path, body }),
    async () => (await newSiblings())[0],
  )
  const id = smallest([made.id, ...(await newSiblings()).map((row) => row.id)])
  if (id !== made.id) await ignoreGone(() => client.folders.deleteFolder({ path: { ...path, folderId: made.id } }))
  state.addFolder(folder.path, id)
}

function listFolders({ client, path }: WriteState, parentId: number | null): Promise<Wire[]> {
  const query = { first: 1000, ...(parentId === null ? {} : { parentId }) }
  return allOf(client.items(folders.endpoints.getFolders, { path, query }))
}

/** Renames, reorders and moves a folder. */
export async function updateFolder(state: WriteState, folder: Folder, units: readonly string[]): Promise<void> {
  const { client } = state
  const key = folderKey(folder.path)
  const path = { ...state.path, folderId: state.numberOf(key) }
  const fresh = await readFolder(state, path.folderId)
  const seen = state.seenFolder(folder.path)
  if (!fresh) throw changedUnder(key, 'it is gone')
  requireWhereSeen(state, key, fresh)
  if (fresh.position !== seen?.position) throw changedUnder(key, 'its position')
  const { name, position, parentId } = fromFolder(folder, state.numbers)
  if (units.includes('folder')) {
    const body = { type: 'FOLDER' as const, id: fresh.id, folderId: parentId }
    await client.workspace.moveWorkspaceObject({ path: state.path, body })
  }
  // If a folder was renamed in the UI, it keeps that name unless this plan writes the name.
  const body = {
    ...(units.includes('name') ? { name } : {}),
    ...(units.includes('position') && position !== undefined ? { position } : {}),
  }
  if (Object.keys(body).length > 0) await client.folders.updateFolder({ path, body })
}

function requireWhereSeen(state: WriteState, key: Key, { name, parentId }: Wire): void {
  const { name: seenName, folder: seenIn = [] } = state.seen.facts.get(key) ?? {}
  if (name !== seenName) throw changedUnder(key, `it is called "${name}"`)
  const isIn = state.folderOf(parentId)
  if (isIn === undefined || pathText(isIn) !== pathText(seenIn)) throw changedUnder(key, 'it was moved')
}

/** No call reads a single folder, so this asks for its ancestors, which include it. */
export async function readFolder({ client, path }: WriteState, folderId: number): Promise<Wire | undefined> {
  try {
    return (await client.folders.getFolderAncestors({ path: { ...path, folderId } })).at(-1)
  } catch (cause) {
    if (isError(cause, 'NOT_FOUND')) return undefined
    throw cause
  }
}

/** The platform would move the folder's contents to the root, so it must be empty. */
export async function removeFolder(state: WriteState, key: Key<'folder'>): Promise<void> {
  const { client, path } = state
  const folderId = state.numberOf(key)
  const inside = await lookUp(() => client.workspace.workspaceObjects({ path, query: { folderId, first: 1 } }))
  if (inside === 'gone') return
  if (inside === 'hidden') throw changedUnder(key, 'it can no longer be seen')
  const [first] = inside.items
  if (first) throw changedUnder(key, `"${first.name}" is in it`)
  const fresh = await readFolder(state, folderId)
  if (!fresh) return
  requireWhereSeen(state, key, fresh)
  try {
    await ignoreGone(() => client.folders.deleteFolder({ path: { ...path, folderId } }))
  } catch (cause) {
    if (isError(cause, 'REJECTED')) throw changedUnder(key, cause.message)
    throw cause
  }
}

/** If it is already gone, that counts as deleted. */
export async function ignoreGone(remove: () => Promise<unknown>): Promise<void> {
  try {
    await remove()
  } catch (cause) {
    if (!(cause instanceof BoardwrightError) || cause.kind !== 'NOT_FOUND') throw cause
  }
}

export const isFolderGone = async (state: WriteState, folderId: number): Promise<boolean> =>
  (await readFolder(state, folderId)) === undefined
