import { BoardwrightError } from '@boardwright/common'
import { changedSince } from '../../workspace/git.ts'

export async function filesChangedSince(root: string, since: string): Promise<readonly string[]> {
  const files = await changedSince(root, since)
  if (files) return files
  throw new BoardwrightError('USAGE', `${since} is not a commit in this clone, or shares no history with HEAD`, {
    hint: 'Fetch it first: `fetch-depth: 0` with actions/checkout, `GIT_DEPTH: 0` in GitLab.',
  })
}
