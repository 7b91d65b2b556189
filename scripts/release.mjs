import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { linkModules } from './release/modules.mjs'
import { prepareTree } from './release/prepare.mjs'

/** Makes a release in a copy of the tree. Then, without --dry-run, commits and tags what changed there. */
const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    /** The directory for the files of the release. */
    out: { type: 'string', default: 'release' },
    /** The address that they will have. If given, makes a formula and a catalogue that refer to it. */
    url: { type: 'string' },
  },
})
const out = resolve(values.out)
const tree = join(out, 'tree')
const run = (file, args, cwd = '.') => execFileSync(file, args, { cwd, encoding: 'utf8', stdio: 'pipe' })
const git = (...args) => run('git', args)

try {
  process.stdout.write(release())
} catch (cause) {
  process.stderr.write(`${cause.stderr || cause.message}\n`)
  process.exitCode = 1
} finally {
  rmSync(tree, { recursive: true, force: true })
}

function release() {
  const isDry = values['dry-run']
  if (!isDry && git('status', '--porcelain') !== '') {
    throw new Error(
      'Not everything is committed, and a release is made of a commit. --dry-run takes the tree as it is.',
    )
  }
  if (existsSync(out) && readdirSync(out).length > 0) {
    throw new Error(`${out} is not empty: name another folder with --out DIR.`)
  }
  const files = copyTree()
  const timestamp = new Date(Number(git('log', '-1', '--format=%ct')) * 1000).toISOString()
  const { version, changed } = prepareTree(tree, files, timestamp.slice(0, 10))
  run('npm', ['run', '--silent', 'build'], tree)
  const given = values.url === undefined ? [] : [values.url]
  const made = run(process.execPath, ['scripts/release/artifacts.mjs', out, timestamp, ...given], tree)
  if (!isDry) commit(version, changed)
  const next = isDry
    ? 'A dry run: nothing else was written.'
    : `Committed, and tagged v${version}. Next: git push --follow-tags, and npm publish ${join(out, `boardwright-${version}.tgz`)}`
  return `Boardwright ${version}, in ${out}:\n\n${made}\n${next}\n`
}

/** Copies the files that are tracked or could be, in their current state. */
function copyTree() {
  const listed = git('ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0')
  const files = listed.filter((file) => file !== '' && existsSync(file))
  for (const file of files) {
    mkdirSync(join(tree, dirname(file)), { recursive: true })
    cpSync(file, join(tree, file), { verbatimSymlinks: true })
  }
  linkModules('.', tree)
  return files
}

function commit(version, changed) {
  for (const file of changed) {
    if (existsSync(join(tree, file))) cpSync(join(tree, file), file)
    else rmSync(file)
  }
  git('add', '--all', '--', ...changed)
  git('commit', '--quiet', '--message', `Release ${version}`)
  git('tag', '--annotate', '--message', `Release ${version}`, `v${version}`)
}
