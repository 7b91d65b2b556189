import { execFile } from 'node:child_process'

const LARGEST_ANSWER = 256 * 1024 * 1024

/** Without locks: a command that only reads writes nothing, not even into the index. Paths are paths, never patterns. */
const ALWAYS = ['--no-optional-locks', '-c', 'core.quotepath=off']
/** Commands that take names only, and refuse to be told so. */
const NAMES_ONLY: ReadonlySet<string | undefined> = new Set(['check-ignore'])

/** What git answers, as bytes. */
export function runGit(root: string, args: readonly string[], input = ''): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { cwd: root, encoding: 'buffer', maxBuffer: LARGEST_ANSWER, windowsHide: true } as const
    const child = execFile(
      'git',
      [...ALWAYS, ...(NAMES_ONLY.has(args[0]) ? [] : ['--literal-pathspecs']), ...args],
      options,
      (error, stdout, stderr) => {
        if (error) reject(Object.assign(error, { stderr: stderr.toString() }))
        else resolve(stdout)
      },
    )
    // A git that fails reads no further. Its exit status says so.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}

export const askGit = async (root: string, args: readonly string[], input?: string): Promise<string> =>
  (await runGit(root, args, input)).toString()

/** Why git failed, in its own words. */
export function gitReason(cause: unknown): string {
  const { code, stderr, message } = cause as { code?: unknown; stderr?: string; message: string }
  if (code === 'ENOENT') return 'there is no git on PATH'
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return `it has more than ${LARGEST_ANSWER / 1024 / 1024} MB`
  const [line = message] = (stderr ?? '').split('\n').filter((each) => each.startsWith('fatal: '))
  return line.replace(/^fatal: /, '')
}
