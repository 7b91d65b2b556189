import { allRows, rowIn, rowOf, rowsOf, textIn } from './answers.ts'
import type { BranchApi, BranchFile } from './branch.ts'
import { PAGES, requirePerson } from './gitea.ts'
import { unlessMissing } from './github.ts'
import type { Http } from './http.ts'

/** Paths and the blobs behind them. */
type Tree = ReadonlyMap<string, string>

/**
 * Gitea cannot move a branch, and removing one closes its pull request. So a branch starts at the base and only grows:
 * each commit gives it the base's files, with the change.
 */
export function giteaBranches(http: Http, repository: string): BranchApi {
  const base = `/repos/${repository}`
  const get = async (path: string) => rowOf(await http.send('GET', path), `GET ${path}`)
  const at = (branch: string): string => `${base}/branches/${branch.split('/').map(encodeURIComponent).join('/')}`

  async function treeOf(commit: string): Promise<Tree> {
    const files = new Map<string, string>()
    for (let page = 1; ; page += 1) {
      const path = `${base}/git/trees/${commit}`
      const answer = await get(`${path}?recursive=true&page=${page}`)
      const rows = rowsOf(answer['tree'] ?? [], `GET ${path}`)
      for (const row of rows) if (FILES.has(textIn(row, 'mode'))) files.set(textIn(row, 'path'), textIn(row, 'sha'))
      if (answer['truncated'] !== true || rows.length === 0) return files
    }
  }

  /** The change, plus edits that reset all other files of the branch to those of the base. */
  async function towards(parent: Tree, held: Tree, files: readonly BranchFile[]): Promise<BranchFile[]> {
    const changed = new Set(files.map(({ path }) => path))
    const others = [...new Set([...parent.keys(), ...held.keys()])].filter((path) => !changed.has(path))
    const back: BranchFile[] = []
    for (const path of others) {
      const sha = parent.get(path)
      if (sha === held.get(path)) continue
      if (sha === undefined) back.push({ path, action: 'delete' })
      else {
        const content = textIn(await get(`${base}/git/blobs/${sha}`), 'content')
        back.push({ path, action: 'update', content })
      }
    }
    return [...files, ...back]
  }

  return {
    async find(branch) {
      const found = await get(at(branch)).catch(unlessMissing)
      if (!found) return undefined
      const commit = rowIn(found, 'commit')
      return { commit: textIn(commit, 'id'), message: textIn(commit, 'message') }
    },
    async authorsSince(from, to) {
      const query = `sha=${to}&not=${encodeURIComponent(from)}&stat=false&verification=false&files=false`
      const rows = await allRows((page) => http.send('GET', `${base}/commits?${query}&${page}`), 'GET commits', COMMITS)
      return rows.map((row) => textIn(rowIn(rowIn(row, 'commit'), 'author'), 'email'))
    },
    async write({ branch, base: parent, message, author, files }, on) {
      await requirePerson(http)
      const before = await treeOf(parent)
      const held = on === undefined ? before : await treeOf(on)
      if (on === undefined)
        await http.send('POST', `${base}/branches`, { new_branch_name: branch, old_ref_name: parent })
      const wanted = await towards(before, held, files)
      // Send the blob that is there now, so that Gitea refuses to overwrite a push made meanwhile.
      const changes = wanted.map(({ path, action, content }) => {
        const sha = held.get(path)
        return { path, operation: action === 'delete' ? action : sha === undefined ? 'create' : 'update', content, sha }
      })
      const needed = changes.filter(({ operation, sha }) => operation !== 'delete' || sha !== undefined)
      await http.send('POST', `${base}/contents`, { branch, message, author, committer: author, files: needed })
    },
    async remove(branch) {
      await requirePerson(http)
      await http.send('DELETE', at(branch))
    },
  }
}

/** Links and submodules are left alone. */
const FILES: ReadonlySet<string> = new Set(['100644', '100755'])
const COMMITS = { ...PAGES, key: 'sha' }
