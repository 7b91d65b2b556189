import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'

export const read = (file, args, options) =>
  execFileSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...options })

/** The package of this checkout, as it would be published. Answers its file. */
export function pack(directory) {
  const packed = read('npm', [
    'pack',
    '--json',
    '--ignore-scripts',
    '--loglevel',
    'error',
    '--pack-destination',
    directory,
  ])
  return join(directory, JSON.parse(packed)[0].filename)
}

/** What npm installed into a folder. */
export function installedIn(directory) {
  const files = readdirSync(directory, { recursive: true })
  const { packages } = JSON.parse(readFileSync(join(directory, 'node_modules/.package-lock.json'), 'utf8'))
  return {
    packages: Object.keys(packages).length,
    native: files.filter((file) => file.endsWith('.node')).length,
    bytes: files
      .map((file) => statSync(join(directory, file)))
      .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0),
  }
}

/** Runs work beside a sandbox of this checkout. */
export async function withSandbox(work) {
  const child = spawn(process.execPath, ['dist/cli/main.js', 'sandbox', '--json', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [line] = await once(createInterface({ input: child.stdout }), 'line')
    return await work(JSON.parse(line))
  } finally {
    child.kill()
    await once(child, 'close')
  }
}

/** Takes a tenant into git and plans it, by way of a program and of a git that run where it is installed. */
export function takeAndPlan({ run, git, name, sandbox }) {
  git('init', '--quiet')
  run('init', '--quiet', '--url', sandbox.url, '--deployment', '2', '--project', name)
  run('export', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Export')
  run('validate')
  if (!run('plan').includes('match the repo')) throw new Error(`${name}: the plan says something else`)
}
