import { giteaComments, giteaHeaders, giteaProposals, isMergedOnGitea } from './gitea.ts'
import { giteaBranches } from './gitea-branch.ts'
import { shownOnGitea } from './gitea-shown.ts'
import { postStatus } from './gitea-status.ts'
import { withRecord } from './record.ts'
import type { ForgeRow } from './row.ts'

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
