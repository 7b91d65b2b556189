import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import process from 'node:process'

/**
 * Runs the tests as they run on other people's machines: `npm run test:machines -- [NAME ...] [-- ARGUMENTS OF VITEST]`.
 * It works on clones of what is committed, and needs Linux, root and `fonts-noto-cjk`.
 */
const NOBODY = 65_534

const GITCONFIG = `[commit]
  gpgSign = true
  template = /nowhere/template
[core]
  autocrlf = true
[init]
  defaultBranch = trunk
[merge]
  conflictStyle = zdiff3
[user]
  signingKey = nowhere
`

/** Each machine: the directory that the clone is made in, its environment, and what the tests are started by. */
const MACHINES = {
  'below a directory of root only': { prepare: ({ directory }) => chmodSync(directory, 0o700) },
  'without rights, identity and part of PATH': {
    prepare({ directory, clone }) {
      const hidden = join(directory, 'hidden')
      mkdirSync(hidden, { mode: 0o700 })
      for (const place of [directory, clone]) ownAll(place)
      chownSync(hidden, 0, 0)
      return { HOME: directory, PATH: `${hidden}${delimiter}${process.env.PATH}` }
    },
    by: ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--inh-caps=-all'],
  },
  'with a strict umask': { by: ['sh', '-c', 'umask 077; exec "$@"', 'sh'] },
  'in Kathmandu, in Turkish': { prepare: () => ({ TZ: 'Asia/Kathmandu', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }) },
  'without HOME': { by: ['env', '--unset=HOME'] },
  'with a HOME that is read-only': {
    prepare({ directory }) {
      const home = join(directory, 'home')
      mkdirSync(home, { mode: 0o555 })
      return { HOME: home, npm_config_cache: join(homedir(), '.npm') }
    },
    by: ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-all'],
  },
  'without fonts': {
    by: ['unshare', '--mount', 'sh', '-c', 'mount -t tmpfs none /usr/share/fonts && exec "$@"', 'sh'],
  },
  'with fonts for Japanese': {
    prepare: () => void requireFont('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'),
  },
  'on a path with blanks and letters': { name: 'größe und マップ' },
  "with a developer's git config": {
    prepare({ directory }) {
      writeFileSync(join(directory, '.gitconfig'), GITCONFIG)
      return { HOME: directory, npm_config_cache: join(homedir(), '.npm') }
    },
  },
}

const [names, args] = split(process.argv.slice(2))
const failed = (names.length > 0 ? names : Object.keys(MACHINES)).filter((name) => !passes(name))
for (const name of failed) process.stdout.write(`FAILED ${name}\n`)
process.exit(failed.length > 0 ? 1 : 0)

function split(words) {
  const at = words.indexOf('--')
  return at < 0 ? [words, []] : [words.slice(0, at), words.slice(at + 1)]
}

function passes(name) {
  const machine = MACHINES[name]
  if (!machine) throw new Error(`no machine is called ${name}; there are: ${Object.keys(MACHINES).join(', ')}`)
  const directory = mkdtempSync(join(tmpdir(), 'boardwright-machine-'))
  try {
    chmodSync(directory, 0o755)
    const clone = join(directory, machine.name ?? 'clone')
    execFileSync('git', ['clone', '--quiet', '.', clone])
    cpSync('node_modules', join(clone, 'node_modules'), { recursive: true, verbatimSymlinks: true })
    const env = { ...process.env, CI: '', ...machine.prepare?.({ directory, clone }) }
    const [file, ...first] = [...(machine.by ?? []), 'npm', 'test', '--', ...args]
    const began = performance.now()
    const { status } = spawnSync(file, first, { cwd: clone, env, stdio: 'inherit' })
    const seconds = Math.round((performance.now() - began) / 1000)
    process.stdout.write(`${status === 0 ? 'ok' : 'FAILED'} ${name}: ${seconds} s\n`)
    return status === 0
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function ownAll(place) {
  for (const name of ['.', ...readdirSync(place, { recursive: true })]) chownSync(join(place, name), NOBODY, NOBODY)
}

function requireFont(file) {
  execFileSync('sh', ['-c', `test -e ${file} || apt-get install --yes --quiet --no-install-recommends fonts-noto-cjk`])
}
