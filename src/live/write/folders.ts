import { folders, type Folder as Wire } from '../../api/folders.ts'
import { type Folder, folderKey, pathText } from '../../content/model.ts'
import { BoardwrightError } from '../../errors.ts'
import { fromFolder } from '../map/folder.ts'
import { changedSince } from './fence.ts'
import { isKind, lookBeforeRepeating } from './repeat.ts'
import type { State } from './state.ts'

/** Names need not be unique, so a folder that may have been created is looked for before it is created again. */
export async function createFolder(state: State, folder: Folder): Promise<void> {
  const { client, path } = state
  const body = { ...fromFolder(folder, state.numbers) }
  const known = new Set(state.ids.values())
  const create = () => client.folders.createFolder({ path, body })
  const look = async (): Promise<Wire | undefined> => {
    const query = body.parentId === null ? {} : { parentId: body.parentId }
    for await (const row of client.items(folders.endpoints.getFolders, { path, query: { first: 1000, ...query } })) {
      if (row.name === body.name.trim() && !known.has(row.id)) return row
    }
    return undefined
  }
  const { id } = await lookBeforeRepeating(state, create, look)
  state.addFolder(folder.path, id)
}

/** Renames a folder and puts it in its place. It stays in its parent. */
export async function updateFolder(state: State, folder: Folder): Promise<void> {
  const { client } = state
  const key = folderKey(folder.path)
  const path = { ...state.path, folderId: state.require(key) }
  const fresh = await readFolder(state, path.folderId)
  const seen = state.seen.content.folders.find((each) => pathText(each.path) === pathText(folder.path))
  const parent = folder.path.length > 1 ? state.numbers.folder(folder.path.slice(0, -1)) : null
  if (!fresh) throw changedSince(key, 'it is gone')
  if (fresh.name !== state.seen.facts.get(key)?.name) throw changedSince(key, `it is called "${fresh.name}"`)
  if ((fresh.parentId ?? null) !== parent) throw changedSince(key, 'it was moved')
  if (fresh.position !== seen?.position) throw changedSince(key, 'its position')
  const { name, position } = fromFolder(folder, state.numbers)
  await client.folders.updateFolder({ path, body: { name, ...(position === undefined ? {} : { position }) } })
}

/** There is no call that reads a folder: its path ends with it. */
export async function readFolder({ client, path }: State, folderId: number): Promise<Wire | undefined> {
  try {
    return (await client.folders.getFolderAncestors({ path: { ...path, folderId } })).at(-1)
  } catch (cause) {
    if (isKind(cause, 'NOT_FOUND')) return undefined
    throw cause
  }
}

/** What it holds would be moved to the root with nobody asked, so it must be empty. */
export async function deleteFolder(state: State, folder: Folder['path']): Promise<void> {
  const { client, path } = state
  const key = folderKey(folder)
  const folderId = state.require(key)
  if (!(await readFolder(state, folderId))) return
  const { items } = await client.workspace.workspaceObjects({ path, query: { folderId, first: 1 } })
  const [first] = items
  if (first) throw changedSince(key, `"${first.name}" is in it`)
  await ignoreGone(() => client.folders.deleteFolder({ path: { ...path, folderId } }))
}

/** What is gone already is deleted. */
export async function ignoreGone(remove: () => Promise<unknown>): Promise<void> {
  try {
    await remove()
  } catch (cause) {
    if (!(cause instanceof BoardwrightError) || cause.kind !== 'NOT_FOUND') throw cause
  }
}
