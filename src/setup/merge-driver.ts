import { requireGitFacts } from '../workspace/git.ts'
import { askGit } from '../workspace/run-git.ts'

const SETTING = 'merge.boardwright.driver'

/** If it cannot run, git merges by lines and marks the conflicts. Its own conflicts end with 5, and are marked already. */
export const MERGE_DRIVER =
  'npx --no boardwright merge %O %A %B --path %P || { test $? != 5 && git merge-file -L ours -L base -L theirs %A %O %B; }'

export const hasMergeDriver = async (root: string): Promise<boolean> =>
  (await askGit(root, ['config', '--get', SETTING]).catch(() => '')) !== ''

/** Tells git in this clone to merge dashboards by widget. Which files it is for is in .gitattributes. */
export async function setMergeDriver(root: string): Promise<void> {
  await requireGitFacts(root)
  await askGit(root, ['config', '--local', SETTING, MERGE_DRIVER])
}
