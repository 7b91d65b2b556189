import { BoardwrightError } from '@boardwright/common'
import { allRows, isRow, numberIn, type Row, rowIn, rowOf, rowsOf, textIn, timeIn, unlessMissing } from './answers.ts'
import type { BranchApi, BranchFile } from './branch.ts'
import {
  giteaComments,
  giteaHeaders,
  giteaProposals,
  isMergedOnGitea,
  JOBS_USER,
  PAGES,
  requirePerson,
} from './gitea.ts'
import { digestIn, digestOf, postStatus, statusesOf } from './gitea-status.ts'
import type { Http } from './http.ts'
import { readRecord, withRecord } from './record.ts'
import type { ForgeRow } from './row.ts'
import { recorded, type Shown, type ShownQuestion } from './shown.ts'
import { tokenUserId } from './token-user.ts'

export const giteaRow: ForgeRow = {
  headers: ({ token }) => giteaHeaders(token),
  mostRecorded: 400_000,
  comments: giteaComments,
  writeRecord: withRecord,
  isFinal: isMergedOnGitea,
  setCheck: postStatus,
  mayCheck: 'a token that may write to the repository',
  shown: shownOnGitea,
  proposals: giteaProposals,
  branches: giteaBranches,
}

/**
 * The comment contains the record, but anyone who may write to the repository may edit it. Nobody can change a status.
 * So the status that the same user had set on the newest commit by the time of the merge tells which record counts.
 */
async function shownOnGitea(http: Http, commit: string, question: ShownQuestion): Promise<Shown> {
  const { repository, branch, project, marker } = question
  const path = `/repos/${repository}/commits/${commit}/pull`
  const answer = await http.send('GET', path).catch(unlessMissing)
  const pull = answer === undefined ? undefined : rowOf(answer, `GET ${path}`)
  if (!pull || !isOf(pull, { commit, branch })) return { number: undefined }
  const number = numberIn(pull, 'number', `GET ${path}`)
  const me = await tokenUserId(http)
  if (me === undefined) {
    throw new BoardwrightError(
      'FORGE_CONTEXT',
      'this token does not say which user it belongs to, so the author of the comment cannot be checked',
      { hint: 'Give the token the scope read:user, or use the one of the job.' },
    )
  }
  const mergedAt = timeIn(pull, 'merged_at') ?? 0
  const [newest] = (await statusesOf(http, repository, textIn(rowIn(pull, 'head'), 'sha'), project))
    .filter((row) => creatorOf(row) === me)
    .map((row) => ({ row, at: timeIn(row, 'created_at') ?? Number.POSITIVE_INFINITY, id: Number(row['id']) }))
    .filter(({ at }) => at <= mergedAt)
    .toSorted((a, b) => b.at - a.at || b.id - a.id)
  if (!newest) return { number, problem: `pull request ${number} had no status of this project when it was merged` }
  const digest = digestIn(textIn(newest.row, 'target_url'))
  if (digest === undefined) return recorded(number, undefined)
  const record = (await giteaComments(http, repository, number).list())
    .filter(({ foreign, body }) => !foreign && body.startsWith(`${marker}\n`))
    .map(({ body }) => readRecord(body))
    .find((each) => each !== undefined && digestOf(each) === digest)
  if (record === undefined) {
    return { number, problem: `the comment on pull request ${number} is not the one that its status is about` }
  }
  return recorded(number, record)
}

const isOf = (pull: Row, { commit, branch }: { readonly commit: string; readonly branch: string }): boolean =>
  pull['merged'] === true &&
  textIn(pull, 'merge_commit_sha') === commit &&
  textIn(rowIn(pull, 'base'), 'ref') === branch

/** The creator of a status. One that a job has set has none. */
const creatorOf = (row: Row): unknown => (isRow(row['creator']) ? row['creator']['id'] : JOBS_USER)

/** Paths and the blobs behind them. */
type Tree = ReadonlyMap<string, string>

/**
 * Gitea cannot move a branch, and removing one closes its pull request. So a branch starts at the base and only grows:
 * each commit gives it the base's files, with the change.
 */
function giteaBranches(http: Http, repository: string): BranchApi {
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
