import { rowIn, rowOf, rowsOf, textIn, unlessMissing } from './answers.ts'
import type { BranchApi } from './branch.ts'
import { gitlabComments, gitlabHeaders, gitlabProposals, isMergedOnGitlab } from './gitlab.ts'
import type { Http } from './http.ts'
import { withRecord } from './record.ts'
import type { ForgeRow } from './row.ts'
import { shownOnGitlab } from './shown.ts'

export const gitlabRow: ForgeRow = {
  headers: ({ token, isJobToken }) => gitlabHeaders(token, isJobToken),
  mostRecorded: 400_000,
  comments: gitlabComments,
  writeRecord: withRecord,
  mayCheck: '',
  isFinal: isMergedOnGitlab,
  shown: shownOnGitlab,
  proposals: gitlabProposals,
  branches: gitlabBranches,
}

function gitlabBranches(http: Http, project: string): BranchApi {
  const base = `/projects/${encodeURIComponent(project)}/repository`
  const get = async (path: string) => rowOf(await http.send('GET', path), `GET ${path}`)
  return {
    async find(branch) {
      const found = await get(`${base}/branches/${encodeURIComponent(branch)}`).catch(unlessMissing)
      if (!found) return undefined
      const commit = rowIn(found, 'commit')
      return { commit: textIn(commit, 'id'), message: textIn(commit, 'message') }
    },
    async authorsSince(from, to) {
      const { commits = [] } = await get(`${base}/compare?from=${encodeURIComponent(from)}&to=${to}`)
      return rowsOf(commits, `GET ${base}/compare`).map((row) => textIn(row, 'author_email'))
    },
    async write({ branch, base: parent, message, author, files }, on) {
      await http.send('POST', `${base}/commits`, {
        ...{ branch, start_sha: parent, commit_message: message, author_name: author.name, author_email: author.email },
        ...(on === undefined ? {} : { force: true }),
        actions: files.map(({ path, action, content }) => ({
          ...{ action, file_path: path },
          ...(content === undefined ? {} : { content, encoding: 'base64' }),
        })),
      })
    },
    async remove(branch) {
      await http.send('DELETE', `${base}/branches/${encodeURIComponent(branch)}`)
    },
  }
}
