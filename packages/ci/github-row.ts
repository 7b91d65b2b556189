import { allRows, isRow, rowIn, rowOf, textIn, unlessMissing } from './answers.ts'
import type { BranchApi, BranchFile } from './branch.ts'
import { postCheck } from './check-run.ts'
import { githubComments, githubHeaders, githubProposals, listPulls } from './github.ts'
import type { Http } from './http.ts'
import type { ForgeRow } from './row.ts'
import { shownOnGithub } from './shown.ts'

export const githubRow: ForgeRow = {
  headers: ({ token }) => githubHeaders(token),
  mostRecorded: 60_000,
  comments: githubComments,
  writeRecord: (body) => body,
  async findPull(http, repository, { label, commit }) {
    const pulls = await listPulls(http, repository, label)
    const same = pulls.find((pull) => (pull['head'] as { readonly sha?: unknown } | null)?.sha === commit)
    return typeof same?.['number'] === 'number' ? same['number'] : undefined
  },
  setCheck: postCheck,
  mayCheck: 'the permission `checks: write`',
  shown: shownOnGithub,
  proposals: githubProposals,
  branches: githubBranches,
}

function githubBranches(http: Http, repository: string): BranchApi {
  const base = `/repos/${repository}`
  const get = async (path: string) => rowOf(await http.send('GET', path), `GET ${path}`)
  const post = async (path: string, body: unknown) => rowOf(await http.send('POST', path, body), `POST ${path}`)
  const refOf = (branch: string): string => `heads/${branch.split('/').map(encodeURIComponent).join('/')}`

  /** Text goes into the tree directly; other bytes are uploaded first. */
  async function entryOf({ path, action, content = '' }: BranchFile) {
    const entry = { path, mode: '100644', type: 'blob' }
    if (action === 'delete') return { ...entry, sha: null }
    const text = Buffer.from(content, 'base64').toString('utf8')
    if (Buffer.from(text, 'utf8').toString('base64') === content) return { ...entry, content: text }
    return { ...entry, sha: textIn(await post(`${base}/git/blobs`, { content, encoding: 'base64' }), 'sha') }
  }

  return {
    async find(branch) {
      const ref = await get(`${base}/git/ref/${refOf(branch)}`).catch(unlessMissing)
      if (!ref) return undefined
      const commit = textIn(rowIn(ref, 'object'), 'sha')
      return { commit, message: textIn(await get(`${base}/git/commits/${commit}`), 'message') }
    },
    async authorsSince(from, to) {
      const path = `${base}/compare/${encodeURIComponent(from)}...${to}`
      const commits = await allRows(async (page) => {
        const answer = await http.send('GET', `${path}?${page}`)
        return isRow(answer) ? (answer['commits'] ?? []) : answer
      }, `GET ${path}`)
      return commits.map((row) => textIn(rowIn(rowIn(row, 'commit'), 'author'), 'email'))
    },
    async write({ branch, base: parent, message, author, files }, on) {
      const before = textIn(rowIn(await get(`${base}/git/commits/${parent}`), 'tree'), 'sha')
      const entries = []
      for (const file of files) entries.push(await entryOf(file))
      const tree = textIn(await post(`${base}/git/trees`, { base_tree: before, tree: entries }), 'sha')
      // Fast-forward only: the forge refuses it if somebody pushed meanwhile.
      const parents = on === undefined ? [parent] : [on, parent]
      const made = await post(`${base}/git/commits`, { message, tree, parents, author, committer: author })
      const sha = textIn(made, 'sha')
      if (on === undefined) await post(`${base}/git/refs`, { ref: `refs/heads/${branch}`, sha })
      else await http.send('PATCH', `${base}/git/refs/${refOf(branch)}`, { sha, force: false })
    },
    async remove(branch) {
      await http.send('DELETE', `${base}/git/refs/${refOf(branch)}`)
    },
  }
}
