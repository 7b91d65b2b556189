// Each way to install, done for real: with npm and as the standalone program, both measured, and with other managers.
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import process from 'node:process'
import { makeBinary } from '../../scripts/release/binary.mjs'
import { installed, inTurns, pack, read, takeAndPlan, withSandbox } from './support.mjs'
import { otherWays, silentWithoutWorkspaces } from './ways.mjs'

/** How much longer a plan of the standalone program may take than one of the package. */
const MOST = 1.5

const root = mkdtempSync(join(tmpdir(), 'boardwright-install-'))
const made = (name) => {
  const directory = join(root, name)
  mkdirSync(directory, { recursive: true })
  return directory
}
const gitAlone = made('git-alone')
const findOnPath = (name) =>
  process.env.PATH.split(delimiter)
    .map((directory) => join(directory, name))
    .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
symlinkSync(findOnPath('git'), join(gitAlone, 'git'))

async function standalone() {
  const file = join(made('standalone'), 'boardwright')
  await makeBinary(file)
  return { program: [file], packages: 0, native: 0, bytes: statSync(file).size }
}

/** A tenant taken into git and planned. Answers what runs the program there. */
function tried({ program: [file, ...first], cwd: place = root }, name, sandbox) {
  const cwd = join(place, `project-${name}`)
  mkdirSync(cwd)
  const env = { PATH: gitAlone, HOME: cwd, GIT_CONFIG_GLOBAL: '/dev/null', BOARDWRIGHT_TOKEN: sandbox.keys.admin }
  const run = (...args) => read(file, [...first, ...args], { cwd, env })
  const git = (...args) => read('git', ['-c', 'user.name=You', '-c', 'user.email=you@acme.com', ...args], { cwd })
  run('validate', '-C', resolve('examples/minimal'))
  takeAndPlan({ run, git, name, sandbox })
  return run
}

/** How many milliseconds a command of each of them takes. */
const timed = (runs, [command, rounds]) =>
  inTurns(
    runs.map((run) => () => {
      const start = performance.now()
      run(command)
      return performance.now() - start
    }),
    rounds,
  )

/** And how often each is run: the last is judged, the others are only told. */
const COMMANDS = [
  ['--version', 3],
  ['validate', 3],
  ['plan', 5],
]

try {
  await withSandbox(compare)
} finally {
  rmSync(root, { recursive: true, force: true })
}

async function compare(sandbox) {
  const tarball = pack(root)
  const ways = {
    npm: installed(tarball, made('npm')),
    'npm without optional packages': installed(tarball, made('npm-without-optional'), '--omit=optional'),
    'standalone program': await standalone(),
  }
  const runs = Object.values(ways).map((way, index) => tried(way, `way-${index}`, sandbox))
  const [starts, validates, plans] = COMMANDS.map((each) => timed(runs, each))
  const rows = Object.entries(ways).map(([name, { packages, native, bytes }], index) => {
    const times = { '--version, ms': starts[index], 'validate, ms': validates[index], 'plan, ms': plans[index] }
    return [name, { packages, 'native files': native, MB: Math.round(bytes / 1e6), ...times }]
  })
  console.table(Object.fromEntries(rows))
  const [, lean, binary] = plans
  for (const way of otherWays(tarball, root)) tried(way, way.name, sandbox)
  const silent = silentWithoutWorkspaces(root)
  const { native } = Object.values(ways)[1]
  const failures = [
    ...(native > 0 ? [`without optional packages ${native} native files were installed`] : []),
    ...(binary > MOST * lean ? [`a plan of the standalone program takes more than ${MOST} times as long`] : []),
    ...silent.map((script) => `npm run ${script} does not say in one line that the workspaces are missing`),
  ]
  for (const failure of failures) console.error(failure)
  process.exitCode = failures.length > 0 ? 1 : 0
}
