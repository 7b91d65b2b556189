import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { installed, read } from './support.mjs'

/** Package managers besides npm, in the newest version that runs on the oldest Node, and what installs a file. */
const MANAGERS = {
  pnpm: { package: 'pnpm@10', file: 'pnpm/bin/pnpm.cjs', add: ['add', '--silent', '--store-dir', '.store'] },
  yarn: { package: 'yarn@1', file: 'yarn/bin/yarn.js', add: ['add', '--silent', '--cache-folder', '.cache'] },
}

/** Packages stay in archives, and Node reads from those. */
const IN_ARCHIVES = { package: '@yarnpkg/cli-dist@4', file: '@yarnpkg/cli-dist/bin/yarn.js' }

/** Each other way to install: what runs the program, and where. The folder has a blank and an umlaut in its name. */
export function otherWays(tarball, root) {
  const [tools, odd] = ['tools', 'für alle'].map((name) => join(root, name))
  mkdirSync(tools)
  const others = [...Object.values(MANAGERS), IN_ARCHIVES]
  read('npm', ['install', '--no-audit', '--no-fund', '--prefix', tools, ...others.map((other) => other.package)])
  const run = ({ file }, cwd, ...args) => {
    const env = {
      ...process.env,
      HOME: cwd,
      YARN_ENABLE_GLOBAL_CACHE: 'false',
      YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
    }
    return read(process.execPath, [join(tools, 'node_modules', file), ...args], { cwd, env })
  }
  const project = (name) => {
    const cwd = join(odd, name)
    mkdirSync(cwd, { recursive: true })
    writeFileSync(join(cwd, 'package.json'), '{ "private": true }\n')
    writeFileSync(join(cwd, 'yarn.lock'), '')
    return cwd
  }
  const managed = Object.entries(MANAGERS).map(([name, manager]) => {
    const cwd = project(name)
    run(manager, cwd, ...manager.add, `file:${tarball}`)
    return { name, cwd, program: [process.execPath, join(cwd, 'node_modules/boardwright/dist/cli/main.js')] }
  })
  const cwd = project('archives')
  run(IN_ARCHIVES, cwd, 'add', `boardwright@file:${tarball}`)
  const program = [process.execPath, join(tools, 'node_modules', IN_ARCHIVES.file), 'boardwright']
  const npm = installed(tarball, project('npm'), '--ignore-scripts')
  return [...managed, { name: 'archives', cwd, program }, { name: 'npm', cwd: join(odd, 'npm'), ...npm }]
}

/** The scripts of a checkout that need the packages of this repository. */
const SCRIPTS = ['build', 'tour', 'test', 'test:unit', 'types', 'binary', 'bench']

/** A checkout as `npm ci --workspaces=false` leaves it. Answers what does not say that. */
export function silentWithoutWorkspaces(root) {
  const clone = join(root, 'without-workspaces')
  read('git', ['clone', '--quiet', '.', clone])
  mkdirSync(join(clone, 'node_modules'))
  for (const name of readdirSync('node_modules').filter((each) => each !== '@boardwright')) {
    symlinkSync(join(process.cwd(), 'node_modules', name), join(clone, 'node_modules', name))
  }
  return SCRIPTS.filter((script) => !says(clone, script))
}

function says(cwd, script) {
  try {
    read('npm', ['run', '--silent', script], { cwd })
    return false
  } catch ({ stdout, stderr }) {
    return /^[^\n]*run `npm ci`, and not with --workspaces=false\.\n$/.test(`${stdout}${stderr}`)
  }
}
