import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
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

/** A package installed with npm into a folder: what runs it, and what that took. */
export function installed(tarball, cwd, ...flags) {
  mkdirSync(cwd, { recursive: true })
  read('npm', ['install', '--no-audit', '--no-fund', '--loglevel', 'error', ...flags, tarball], { cwd })
  return { program: [process.execPath, join(cwd, 'node_modules/boardwright/dist/cli/main.js')], ...installedIn(cwd) }
}

/** The middle one of the times that each of them takes, in turns: what else the machine does meets all of them. */
export function inTurns(runs, rounds = 7) {
  const took = runs.map(() => [])
  for (let round = 0; round < rounds; round += 1) for (const [index, run] of runs.entries()) took[index].push(run())
  return took.map((times) => Math.round(times.toSorted((a, b) => a - b)[rounds >> 1]))
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

/** Ends the process unless this is root and these are installed. */
export function requireRoot(what, tools) {
  const missing = tools.filter((tool) => !runs(tool, '--version'))
  if (missing.length === 0 && process.getuid?.() === 0) return
  console.error(`${what}: it needs root, ${tools.join(' and ')} (missing: ${missing.join(', ') || 'root'}).`)
  process.exit(1)
}

function runs(tool, ...args) {
  try {
    read(tool, args)
    return true
  } catch {
    return false
  }
}

/**
 * A small Debian, made once and kept outside of the checkout; `complete` is what else is done to it then. It reaches what
 * this machine reaches.
 */
export function debianIn(cache, { suite, include, complete }) {
  const directory = join(homedir(), '.cache', cache, suite)
  const isMade = join(directory, 'made')
  if (!existsSync(isMade)) {
    rmSync(directory, { recursive: true, force: true })
    read('debootstrap', ['--variant=minbase', `--include=${include.join()}`, suite, directory])
    complete(directory)
    mkdirSync(isMade)
  }
  for (const file of ['/etc/resolv.conf', process.env.NODE_EXTRA_CA_CERTS]) {
    if (file === undefined) continue
    mkdirSync(dirname(join(directory, file)), { recursive: true })
    copyFileSync(file, join(directory, file))
  }
  return directory
}

/** From where npm installs here. */
export const registry = () => read('npm', ['config', 'get', 'registry']).trim()
