import { postCheck } from './check-run.ts'
import { githubComments, githubHeaders, githubProposals, listPulls } from './github.ts'
import { githubBranches } from './github-branch.ts'
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
