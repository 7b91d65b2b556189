import { gitlabComments, gitlabHeaders, gitlabProposals, isMergedOnGitlab } from './gitlab.ts'
import { gitlabBranches } from './gitlab-branch.ts'
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
