import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { isCredential } from '../config/secrets.ts'
import { printable } from '../content/printable.ts'
import { warn } from './output.ts'

/**
 * Runs a command that the project defines in a shell. Its output goes to stderr.
 *
 * What a process was started with stays readable as /proc/PID/environ, whatever it deletes later. So the command is
 * started by a shell that never had a key, and not by this process.
 */
export async function runOwnCommand(command: string, cwd: string): Promise<boolean> {
  const isWindows = process.platform === 'win32'
  const child = spawn(isWindows ? command : '/bin/sh', isWindows ? [] : ['-c', STARTER, '/bin/sh', command], {
    ...{ cwd, env: ownEnvironment(), shell: isWindows },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => warn(printable(line)))
  const [status] = (await once(child, 'close')) as [number | null]
  return status === 0
}

/** A last command would replace the shell, and with it the parent of what it starts. */
const STARTER = '"$0" -c "$1"; exit "$?"'

/** What programs need to find themselves, the user, the network and the commit. None of it holds a password. */
const NEEDED: ReadonlySet<string> = new Set(
  ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'TZ', 'TERM', 'TMPDIR', 'TEMP', 'TMP', 'CI'].concat(
    ['SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_EXTRA_CA_CERTS', 'NO_COLOR', 'PATHEXT', 'COMSPEC', 'SYSTEMROOT'],
    ['WINDIR', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA', 'PROGRAMFILES', 'PROGRAMFILES(X86)'],
    [
      'HTTP_PROXY',
      'HTTPS_PROXY',
      'NO_PROXY',
      'GITHUB_REPOSITORY',
      'GITHUB_REF',
      'GITHUB_SHA',
      'GITHUB_RUN_ID',
      'GITHUB_SERVER_URL',
    ],
    ['CI_PROJECT_PATH', 'CI_COMMIT_REF_NAME', 'CI_COMMIT_SHA', 'CI_PIPELINE_ID', 'CI_SERVER_URL'],
  ),
)

const isNeeded = (name: string): boolean => NEEDED.has(name.toUpperCase()) || name.startsWith('LC_')

const ownEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && isNeeded(name) && !isCredential(value) ? [[name, value]] : [],
    ),
  )
