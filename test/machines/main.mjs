import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import process from 'node:process'

/**
 * Runs the tests as they run on other people's machines: `npm run test:machines -- [NAME ...] [-- ARGUMENTS OF VITEST]`.
 * A machine is odd in several ways at once, because one run for each would take an hour. It works on clones of what is
 * committed, and needs Linux, root, and Debian for its fonts.
 */
const NOBODY = '65534'

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

/** Each is given a directory of its own, and returns the environment, and what the tests are started by. */
const MACHINES = {
  'root below a directory of its own, strict, without HOME and fonts, on a path with blanks': {
    clone: 'größe und マップ',
    prepare(directory) {
      chmodSync(directory, 0o700)
      return {
        env: {},
        by: shell('mount -t tmpfs none /usr/share/fonts && umask 077 && unset HOME && exec "$@"'),
      }
    },
  },
  'somebody without rights, identity and part of PATH, with a HOME that is read-only and fonts for Japanese': {
    prepare(directory) {
      const [hidden, home] = ['hidden', 'home'].map((name) => join(directory, name))
      mkdirSync(hidden, { mode: 0o700 })
      mkdirSync(home, { mode: 0o555 })
      execFileSync('chown', ['--recursive', `${NOBODY}:${NOBODY}`, join(directory, 'clone')])
      const user = `setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups --inh-caps=-all`
      return {
        env: { HOME: home, PATH: `${hidden}${delimiter}${process.env.PATH}`, FONTS: fontsForJapanese(directory) },
        by: shell(`mount --bind "$FONTS" /usr/share/fonts && exec ${user} "$@"`),
      }
    },
  },
  "in Kathmandu, in Turkish, with a developer's git config, in a clone that another user owns": {
    prepare(directory) {
      writeFileSync(join(directory, '.gitconfig'), GITCONFIG)
      execFileSync('chown', ['--recursive', `${NOBODY}:${NOBODY}`, join(directory, 'clone')])
      return { env: { HOME: directory, TZ: 'Asia/Kathmandu', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }, by: [] }
    },
  },
}

const [words, args] = split(process.argv.slice(2))
const failed = chosen(words).filter((name) => !passes(name))
process.exit(failed.length > 0 ? 1 : 0)

function split(all) {
  const at = all.indexOf('--')
  return at < 0 ? [all, []] : [all.slice(0, at), all.slice(at + 1)]
}

/** A word of its name is enough. */
function chosen(asked) {
  const all = Object.keys(MACHINES)
  const unknown = asked.filter((word) => !all.some((name) => name.includes(word)))
  if (unknown.length > 0) throw new Error(`no machine is called ${unknown.join(', ')}; there are: ${all.join('; ')}`)
  return all.filter((name) => asked.length === 0 || asked.some((word) => name.includes(word)))
}

function passes(name) {
  const machine = MACHINES[name]
  const directory = mkdtempSync(join(tmpdir(), 'boardwright-machine-'))
  try {
    chmodSync(directory, 0o755)
    const clone = join(directory, machine.clone ?? 'clone')
    execFileSync('git', ['-c', 'advice.detachedHead=false', 'clone', '--quiet', '.', clone])
    execFileSync('cp', ['--archive', 'node_modules', clone])
    rmSync(join(clone, 'node_modules', '.cache'), { recursive: true, force: true })
    const { env, by } = machine.prepare(directory)
    const tests = args.length > 0 ? ['npx', 'vitest', 'run', ...args] : ['npm', 'test']
    const [file, ...rest] = [...by, ...tests]
    const began = performance.now()
    const { status } = spawnSync(file, rest, { cwd: clone, env: { ...process.env, CI: '', ...env }, stdio: 'inherit' })
    const seconds = Math.round((performance.now() - began) / 1000)
    process.stdout.write(`${status === 0 ? 'ok' : 'FAILED'} ${name}: ${seconds} s\n`)
    return status === 0
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** With a view of the disk of its own, so that what it mounts is there for nobody else. */
function shell(command) {
  return ['unshare', '--mount', 'sh', '-c', command, 'sh']
}

/** The fonts of this machine, with `fonts-noto-cjk`, which is not installed. */
function fontsForJapanese(directory) {
  const at = join(directory, 'fonts')
  mkdirSync(at)
  execFileSync('sh', ['-c', 'apt-get download --quiet fonts-noto-cjk && dpkg --extract fonts-noto-cjk_*.deb .'], {
    cwd: at,
  })
  const fonts = join(at, 'usr', 'share', 'fonts')
  if (existsSync('/usr/share/fonts')) execFileSync('cp', ['--recursive', '/usr/share/fonts/.', fonts])
  return fonts
}
