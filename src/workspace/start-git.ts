import { execFile } from 'node:child_process'

export const LARGEST_ANSWER = 256 * 1024 * 1024

interface Start {
  readonly cwd: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly input?: string
}

export function startGit({ cwd, args, env, input = '' }: Start): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env, encoding: 'buffer', maxBuffer: LARGEST_ANSWER, windowsHide: true } as const
    const child = execFile('git', [...args], options, (error, stdout, stderr) => {
      if (error) reject(Object.assign(error, { stderr: stderr.toString() }))
      else resolve(stdout)
    })
    // A git that fails reads no further. Its exit status says so.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}
