// The image of the Containerfile, built and run without an engine and without a registry of images: on a small Debian with
// this machine's Node, made for it. Needs root, debootstrap and buildah.
import { chownSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import {
  debianIn,
  installed,
  inTurns,
  pack,
  read,
  registry,
  requireRoot,
  takeAndPlan,
  withSandbox,
} from './support.mjs'

const SUITE = 'bookworm'
const [BASE, IMAGE] = ['localhost/boardwright-base', 'localhost/boardwright']
const USER = 10001
/** How much longer a plan in it may take than one of the package that npm installed. */
const MOST = 1.5
/** A command, and how many milliseconds it took: to enter the container is not part of it. */
const CLOCKED = 's=$(date +%s%N); "$@" >&2; echo $((($(date +%s%N) - s) / 1000000))'

requireRoot('No container', ['debootstrap', 'buildah'])

const place = mkdtempSync(join(tmpdir(), 'boardwright-container-'))
const buildah = (...args) => {
  const [command, ...more] = args
  const store = ['--storage-driver', 'vfs', '--root', join(place, 'store'), '--runroot', join(place, 'run')]
  const isolation = ['run', 'build'].includes(command) ? ['--isolation', 'chroot'] : []
  return read('buildah', [...store, command, ...isolation, ...more], { maxBuffer: 64e6 }).trim()
}
try {
  makeBase(rootWithNode())
  const started = performance.now()
  buildah('build', '--build-arg', `BASE=${BASE}`, '--file', 'Containerfile', '--tag', IMAGE, '.')
  const built = ((performance.now() - started) / 1000).toFixed(0)
  const container = buildah('from', IMAGE)
  const [whole, base] = [IMAGE, BASE].map(sizeOf)
  await withSandbox((sandbox) => {
    const work = join(place, 'work')
    const said = join(place, 'said')
    for (const directory of [work, said]) {
      mkdirSync(directory)
      chownSync(directory, USER, USER)
    }
    const env = ['--env', `BOARDWRIGHT_TOKEN=${sandbox.keys.admin}`, '--env', 'HOME=/tmp']
    const volumes = ['--volume', `${work}:/work`, '--volume', `${said}:/said`]
    // What is written to a pipe is lost now and then, on a machine that is busy.
    const kept = ['sh', '-c', 'exec "$@" >/said/out', 'sh']
    const inside = (...command) => {
      buildah('run', ...volumes, ...env, container, '--', ...kept, ...command)
      return readFileSync(join(said, 'out'), 'utf8').trim()
    }
    const id = inside('id', '-u')
    if (id !== String(USER)) throw new Error(`its user is ${id}`)
    const run = (...args) => inside('boardwright', ...args)
    const git = (...args) => inside('git', '-c', 'user.name=You', '-c', 'user.email=you@acme.com', ...args)
    takeAndPlan({ run, git, name: 'container', sandbox })
    const native = inside('find', '/opt/boardwright', '-name', '*.node')
    if (native !== '') throw new Error(`native files are in it: ${native}`)
    const npm = beside(sandbox)
    const plan = ['sh', '-c', CLOCKED, 'sh']
    const [ours, theirs] = inTurns([
      () => Number(inside(...plan, 'boardwright', 'plan')),
      () => Number(npm(...plan, ...npm.program, 'plan')),
    ])
    console.log(
      `Built in ${built} s: ${whole - base} MB on a base of ${base} MB. As user ${id}, validate and plan ran.`,
    )
    console.log(`A plan takes ${ours} ms, and ${theirs} ms by the package that npm installed.`)
    if (ours > MOST * theirs) throw new Error(`a plan takes more than ${MOST} times as long in it`)
  })
} finally {
  rmSync(place, { recursive: true, force: true })
}

/** The package on this machine, with a project of its own. Answers what runs a command there. */
function beside(sandbox) {
  const { program } = installed(pack(place), join(place, 'installed'), '--omit=optional')
  const cwd = join(place, 'beside')
  mkdirSync(cwd)
  const env = { PATH: process.env.PATH, HOME: cwd, BOARDWRIGHT_TOKEN: sandbox.keys.admin }
  const run = (file, ...args) => read(file, args, { cwd, env })
  const git = (...args) => run('git', '-c', 'user.name=You', '-c', 'user.email=you@acme.com', ...args)
  takeAndPlan({ run: (...args) => run(...program, ...args), git, name: 'beside', sandbox })
  return Object.assign(run, { program })
}

function sizeOf(name) {
  const [{ size }] = JSON.parse(buildah('images', '--json', name))
  const [, number, unit] = /^([\d.]+) ?(\wB)$/.exec(size)
  return Math.round(Number(number) * { KB: 0.001, MB: 1, GB: 1000 }[unit])
}

/** The base has what the image of Node has: Node and npm. What npm has to know of its registry is this machine's. */
function makeBase(root) {
  const container = buildah('from', '--name', 'base', 'scratch')
  buildah('copy', container, root, '/')
  const certificates = process.env.NODE_EXTRA_CA_CERTS
  if (certificates !== undefined) buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${certificates}`, container)
  buildah('config', '--env', `NPM_CONFIG_REGISTRY=${registry()}`, container)
  buildah('config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin', container)
  buildah('commit', '--quiet', '--rm', container, BASE)
}

function rootWithNode() {
  const directory = debianIn('boardwright-container', {
    ...{ suite: SUITE, include: ['git', 'libstdc++6'] },
    complete(made) {
      for (const cache of ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/locale'])
        rmSync(join(made, cache), { recursive: true, force: true })
    },
  })
  const npm = dirname(dirname(read('sh', ['-c', 'readlink -f "$(command -v npm)"']).trim()))
  mkdirSync(join(directory, 'usr/local/lib'), { recursive: true })
  copyFileSync(process.execPath, join(directory, 'usr/local/bin/node'))
  rmSync(join(directory, 'usr/local/lib/npm'), { recursive: true, force: true })
  cpSync(npm, join(directory, 'usr/local/lib/npm'), { recursive: true, verbatimSymlinks: true })
  read('ln', ['-sf', '../lib/npm/bin/npm-cli.js', join(directory, 'usr/local/bin/npm')])
  return directory
}
