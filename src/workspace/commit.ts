import { askGit } from './run-git.ts'

/** Commits all files of a repository that this program made, whoever this user is to git. */
export async function commitAll(root: string, message: string): Promise<void> {
  await askGit(root, ['add', '--all'])
  await askGit(root, [...AS_DEMO, 'commit', '--quiet', '--message', message])
}

const AS_DEMO = ['-c', 'user.name=Demo', '-c', 'user.email=demo@example.com']
