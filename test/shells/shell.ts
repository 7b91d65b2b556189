import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { SHELLS, type Shell } from '../../src/cli/completion/print.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'
import { quoted } from '../support/starter-shell.ts'

const PROMPT = 'READY>'
/** Shown once a line has been entered. The next prompt behind it is the one for the next line. */
const SAID = 'SAID:'
const KILL_LINE = '\u0015'

interface Started {
  readonly args: string
  readonly file: string
  readonly text: string
}

/** How each shell starts without the user's own settings, and with our script. */
const START: Readonly<Record<Shell, (script: string) => Started>> = {
  bash: (script) => ({
    args: 'bash --noprofile --rcfile ./rc -i',
    file: 'rc',
    text: `PS1='${PROMPT} '\nbind 'set completion-query-items 0'\nbind 'set page-completions off'\n${script}`,
  }),
  zsh: (script) => ({
    args: 'ZDOTDIR=. zsh --no-globalrcs -i',
    file: '.zshrc',
    text: `PS1='${PROMPT} '\nLISTMAX=100000\nautoload -Uz compinit && compinit -u -D\n${script}`,
  }),
  fish: (script) => ({
    args: 'fish --no-config --init-command "source ./config.fish" -i',
    file: 'config.fish',
    text: `function fish_prompt; echo '${PROMPT} '; end\nfunction fish_greeting; end\n${script}`,
  }),
}

/** Answers with the names that the program printed for this project, and keeps what it is called with otherwise. */
const standIn = (names: string, said: string): string => `#!/bin/sh
if [ "$3" = --names ]; then echo >> ${quoted(`${said}.asked`)}; cat ${quoted(names)}; exit; fi
printf '%s\\0' "$@" > ${quoted(`${said}.part`)}
mv ${quoted(`${said}.part`)} ${quoted(said)}
echo ${SAID}
`

export interface OpenShell {
  /** Types a line, with Tab where it has one, presses Enter, and returns what the program was called with. */
  readonly enter: (line: string) => Promise<readonly string[]>
  /** Types a line, with Tab where it has one, and deletes it again. */
  readonly abandon: (line: string) => void
  /** How many times Tab asked the program for names. */
  readonly timesAsked: () => number
  readonly close: () => Promise<void>
}

const NEEDED = [...SHELLS, 'script']

/** A suite of its own, since not every machine has every shell. Nothing in it is left out. */
export function requirePrograms(): void {
  const directories = (process.env['PATH'] ?? '').split(delimiter)
  const missing = NEEDED.filter((name) => !directories.some((directory) => existsSync(join(directory, name))))
  if (missing.length > 0)
    throw new Error(`These tests need ${NEEDED.join(', ')}. Install ${missing.join(', ')} (script is in util-linux).`)
}

/** An interactive shell on a terminal of the system, in a directory of the project. `script` opens the terminal. */
export async function openShell(shell: Shell, root: string, cwd: string): Promise<OpenShell> {
  const own = temporaryDirectory()
  const [bin, names, said] = [join(own, 'bin'), join(own, 'names'), join(own, 'said')]
  const env = { PATH: process.env['PATH'] ?? '' }
  writeFileSync(names, (await runHere(['setup', 'shell', '--names', 'content', '-C', root], { env })).stdout)
  mkdirSync(bin)
  writeFileSync(join(bin, 'boardwright'), standIn(names, said))
  chmodSync(join(bin, 'boardwright'), 0o755)
  const { stdout } = await runHere(['setup', 'shell', shell], { env })
  const { args, file, text } = START[shell](stdout)
  writeFileSync(join(own, file), `${text}\ncd ${quoted(cwd)}\n`)
  const child = spawn('script', ['--quiet', '--flush', '--return', '--command', args, '/dev/null'], {
    cwd: own,
    env: { PATH: `${bin}${delimiter}${env.PATH}`, HOME: own, LC_ALL: 'C.UTF-8', TERM: 'xterm', SHELL: '/bin/sh' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  let shown = ''
  child.stdout.on('data', (chunk) => (shown += chunk))
  const wait = async (what: string, isThere: () => boolean): Promise<void> => {
    for (let left = 1000; !isThere(); left -= 1) {
      if (left === 0) throw new Error(`${shell}: waited in vain ${what}. It showed last:\n${shown.slice(-500)}`)
      await sleep(10)
    }
  }
  await wait('for its prompt', () => shown.includes(PROMPT))
  return {
    async enter(line) {
      shown = ''
      // Where Tab has opened a list, the first Enter takes what is selected. An empty line does nothing.
      child.stdin.write(`${line}\r\r`)
      await wait(`after ${JSON.stringify(line)}`, () => existsSync(said) && /SAID:.*READY>/s.test(shown))
      const words = readFileSync(said, 'utf8').split('\0').slice(0, -1)
      rmSync(said)
      return words
    },
    abandon: (line) => void child.stdin.write(`${line}${KILL_LINE}`),
    timesAsked: () => (existsSync(`${said}.asked`) ? readFileSync(`${said}.asked`, 'utf8').length : 0),
    async close() {
      child.stdin.write('exit\r')
      await once(child, 'close')
    },
  }
}
