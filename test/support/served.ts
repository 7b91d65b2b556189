import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { runHere } from './in-process.ts'
import { quoted } from './starter-shell.ts'

/** Says what it was called with, and does what it is told then: to write, and to end. A process of Node takes ten times as long. */
const client = (directory: string): string => `at="${directory}/$$"
env -0 >"$at.env"
pwd -P >"$at.cwd"
printf '%s\\0' "$@" >"$at.args"
mkfifo "$at.told"
echo "$$" >"${directory}/asks"
read -r said <"$at.told"
. "$said"
`

/** A command that is the program: this process, which has loaded it, does what that is asked for. */
export function serveProgram(directory: string): string {
  const [asks, program] = [join(directory, 'asks'), join(directory, 'served.sh')]
  writeFileSync(program, client(directory))
  execFileSync('mkfifo', [asks])
  const pipe = new Socket({ fd: openSync(asks, constants.O_RDWR | constants.O_NONBLOCK), writable: false })
  const open: number[] = []
  let text = ''
  pipe.setEncoding('utf8').on('data', (chunk) => {
    const lines = (text + chunk).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) {
      const at = join(directory, line)
      // Open to both sides nobody waits for the other, and what is written stays until it is read.
      const told = openSync(`${at}.told`, constants.O_RDWR)
      open.push(told)
      void answer(at, told)
    }
  })
  onTestFinished(() => {
    pipe.destroy()
    for (const told of open) closeSync(told)
  })
  return `sh "${program}"`
}

async function answer(at: string, told: number): Promise<void> {
  const read = (ending: string): string => readFileSync(`${at}.${ending}`, 'utf8')
  const cwd = read('cwd').replace(/\n$/, '')
  const args = read('args').split('\0').slice(0, -1)
  const env = Object.fromEntries(
    read('env')
      .split('\0')
      .map((each) => [each.replace(/=.*/s, ''), each.replace(/^[^=]*=/, '')] as const)
      .filter(([name]) => name !== ''),
  )
  let text = ''
  const hear = (said: string, stream: 'stdout' | 'stderr'): void => {
    text += `printf %s ${quoted(said)}${stream === 'stderr' ? ' >&2' : ''}\n`
  }
  const { code } = await runHere(args, { cwd, env, hear })
  writeFileSync(`${at}.said`, `${text}exit ${code}\n`)
  writeSync(told, `${at}.said\n`)
}
