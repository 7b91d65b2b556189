import { BoardwrightError } from '@boardwright/common'
import { lackingIn, startGit } from '@boardwright/common/machine'
import { answerOf, repositoryAt } from './repository.ts'

/**
 * Commands that take only literal paths and reject the flag for them. All others need it, so that paths are never
 * patterns.
 */
const NAMES_ONLY: ReadonlySet<string | undefined> = new Set(['check-ignore'])

const LARGEST_ANSWER = 256 * 1024 * 1024

/**
 * Git's output as bytes. All git calls on a project go through here. They use the repository around the project, with
 * the settings of a person's checkout. Nothing in a commit, the repository or the user's settings can make git run a
 * program.
 */
export async function runGit(root: string, args: readonly string[], input = ''): Promise<Buffer> {
  const repository = await repositoryAt(root)
  if (!repository) throw new BoardwrightError('NO_REPOSITORY', `${root} is not in a git repository`)
  const { directory, top, settings } = repository
  const literal = NAMES_ONLY.has(args[0]) ? [] : ['--literal-pathspecs']
  const all = [`--git-dir=${directory}`, `--work-tree=${top}`, ...literal, ...args]
  return answerOf(await startGit({ args: all, cwd: root, settings, reads: 'home', input, most: LARGEST_ANSWER }))
}

export const askGit = async (root: string, args: readonly string[], input?: string): Promise<string> =>
  (await runGit(root, args, input)).toString()

/** The git on PATH, such as `2.43.0`; undefined if there is none that runs. */
export const gitVersion = (): Promise<string | undefined> =>
  startGit({ args: ['--version'] }).then(
    ({ stdout }) =>
      stdout
        .toString()
        .trim()
        .replace(/^git version /, ''),
    () => undefined,
  )

/** What is wrong with the git on PATH, if it explains a failure. */
export async function gitLacking(): Promise<string | undefined> {
  const version = await gitVersion()
  return version === undefined ? 'there is no git on PATH' : lackingIn(`git version ${version}`)
}

/** Why git failed, in its own words. */
export function gitReason(cause: unknown): string {
  const { code, stderr, message } = cause as { code?: unknown; stderr?: string; message: string }
  if (code === 'ENOENT') return 'there is no git on PATH'
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return `it has more than ${LARGEST_ANSWER / 1024 / 1024} MB`
  const [line = message] = (stderr ?? '').split('\n').filter((each) => each.startsWith('fatal: '))
  return line.replace(/^fatal: /, '')
}
