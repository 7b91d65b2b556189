// Slow: its trees are random, and many.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filesIn } from '../scenarios/scenario.ts'
import { atSandbox, layOut, openStage, printedBy, sandbox } from '../scenarios/stage.ts'
import { commitFirst, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { isLong } from '../support/long.ts'

openStage()

/**
 * Trees that nobody would write: links at every level, special files, names and keys that attack, files that are huge or
 * cut. Nothing outside of the root is read or written, nothing is a bug, and no command takes longer than its limit.
 * `BOARDWRIGHT_LONG=1` searches for a minute; a failure names its seed, and `BOARDWRIGHT_SEED` runs it again.
 */
const SECONDS = 60
const CASES = isLong ? 10_000 : 3
const SEED = Number(process.env['BOARDWRIGHT_SEED'] ?? (isLong ? Date.now() % 1_000_000 : 566_298))
const SECRET = 'what-only-this-machine-may-know'
const LONGEST_MS = 60_000

type Change = readonly [path: string, make: (place: string, outside: string) => void, what: string]

const link =
  (to: string): Change[1] =>
  (place, outside) =>
    symlinkSync(to.replace('~', outside), place)
const text =
  (content: string | Uint8Array): Change[1] =>
  (place) =>
    writeFileSync(place, content)

const path = fc.constantFrom(
  'boardwright.yaml',
  'content',
  'content/sales',
  'content/sales/folder.yaml',
  'content/sales/revenue',
  'content/sales/revenue/workbook.yaml',
  'content/sales/revenue/dashboard.yaml',
  'content/sales/revenue/reports',
  'content/sales/revenue/reports/by-month.yaml',
  'content/sales/revenue/reports/by-month.sql',
  'content/sales/revenue/reports/new.yaml',
  'content/sales/revenue/app/index.html',
  'content/sales/pipeline.report.yaml',
  'content/x\n::add-mask::y/folder.yaml',
  `content/${'long'.repeat(60)}/folder.yaml`,
  'content/\u202e/workbook.yaml',
  'content/-rf/workbook.yaml',
  'data-model',
  'data-model/model',
  'data-model/model/cubes/orders.yml',
  'data-model/model/cubes/new.yml',
  'data-model/HEAD',
  'overlays',
  'overlays/production/content/sales/folder.yaml',
  'targets',
  'targets/x.yaml',
  '.boardwright',
  '.boardwright/cache',
  '.boardwright/cache/x',
  '.boardwright/runs',
)
const yaml = fc.constantFrom(
  '',
  'null\n',
  '[]\n',
  '__proto__: {a: 1}\n',
  'constructor: x\nname: y\n',
  `name: "${SECRET.slice(0, 4)}\\n::error::x"\n`,
  'name: *anchor\n',
  'name: !!js/function x\n',
  '<<: {a: 1}\n',
  `${'a:\n '.repeat(400)}\n`,
  `name: ${'['.repeat(2000)}\n`,
  `name: ${'x'.repeat(300_000)}\n`,
  'id: AAAAAAAAAAAA\nname: 1e999\nmeta: {a: 9007199254740993, b: -0}\n',
  '<<<<<<< HEAD\nname: a\n=======\nname: b\n>>>>>>> x\n',
  '\ufeffname: x\r\n',
)
const change: fc.Arbitrary<Change> = fc.oneof(
  fc
    .tuple(
      path,
      fc.constantFrom(
        '~',
        '~/content',
        '~/data-model',
        '~/secret',
        '/proc/self',
        '/dev/zero',
        '/dev/stdin',
        '/etc',
        '.',
        '..',
        'nowhere',
      ),
    )
    .map(([at, to]): Change => [at, link(to), `link to ${to}`]),
  path.map((at): Change => [at, (place) => execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', place]), 'named pipe']),
  path.map((at): Change => [at, (place) => mkdirSync(place), 'directory']),
  fc.tuple(path, yaml).map(([at, content]): Change => [at, text(content), JSON.stringify(content.slice(0, 40))]),
  fc
    .tuple(path, fc.uint8Array({ maxLength: 200 }))
    .map(([at, bytes]): Change => [at, text(bytes), `${bytes.length} bytes`]),
)

const COMMANDS = [
  'validate',
  'plan --json',
  'export --new',
  'fmt',
  'status --ui-edits',
  'render --target production',
  'status sales',
]

const inventory = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => `${file} ${readFileSync(file, 'utf8')}`)

async function lay(changes: readonly Change[], start: Readonly<Record<string, string>>) {
  const [root, outside] = [temporaryDirectory(), temporaryDirectory()]
  await writeFiles(root, { ...atSandbox(start), '.gitignore': '.boardwright/\n' })
  commitFirst(root)
  await writeFiles(outside, {
    secret: SECRET,
    'content/sales/folder.yaml': `name: ${SECRET}\n`,
    'data-model/model/cubes/orders.yml': `# ${SECRET}\n`,
  })
  for (const [at, make] of changes) {
    const place = join(root, at)
    if (!hasPlainParents(root, at)) continue
    rmSync(place, { recursive: true, force: true })
    make(place, outside)
  }
  return { root, outside }
}

/** Whether all above it are directories, made where they are missing: nothing is written through an earlier change. */
const hasPlainParents = (root: string, at: string): boolean =>
  at
    .split('/')
    .slice(0, -1)
    .every((_, index, parents) => {
      const directory = join(root, ...parents.slice(0, index + 1))
      const found = lstatSync(directory, { throwIfNoEntry: false })
      if (!found) mkdirSync(directory)
      return !found || found.isDirectory()
    })

test(
  `trees that attack: nothing outside of the root, no bug, no end without end (seed ${SEED})`,
  async () => {
    const start = filesIn('start')
    await layOut(start, undefined)
    const end = performance.now() + SECONDS * 1000
    let tried = 0
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        if (performance.now() > end) return
        tried += 1
        const { root, outside } = await lay(changes, start)
        const before = inventory(outside)
        sandbox.controls.clearRequests()
        const what = changes.map(([at, , is]) => `${at}: ${is}`)
        for (const command of COMMANDS) {
          const begun = performance.now()
          const printed = await printedBy([...command.split(' '), '-C', root])
          expect({ what, command, printed }).toEqual({
            what,
            command,
            printed: expect.not.stringMatching(/this is a bug|Exit 70|\n\s+at .*:\d+:\d+/i),
          })
          expect({ what, command, printed }).toEqual({ what, command, printed: expect.not.stringContaining(SECRET) })
          expect({ what, command, ms: performance.now() - begun }).toEqual({
            what,
            command,
            ms: expect.toSatisfy((ms: number) => ms < LONGEST_MS),
          })
        }
        expect({ what, after: inventory(outside) }).toEqual({ what, after: before })
        expect({ what, writes: sandbox.controls.requests().filter(({ method }) => method !== 'GET') }).toEqual({
          what,
          writes: [],
        })
        rmSync(root, { recursive: true, force: true })
      }),
      { seed: SEED, numRuns: CASES, endOnFailure: true },
    )
    expect(tried).toBeGreaterThan(0)
  },
  SECONDS * 1000 + 120_000,
)

const hasStrace = spawnSync('strace', ['-V']).status === 0

/** What the program and every git of it opened, made, moved or removed, by the system's own account. */
async function touchedBy(root: string, args: readonly string[]): Promise<string[]> {
  const log = join(temporaryDirectory(), 'calls')
  const calls =
    'openat,open,creat,mkdir,mkdirat,rename,renameat,renameat2,unlink,unlinkat,symlink,symlinkat,rmdir,truncate'
  const options = ['-f', '-qq', '-s', '4096', '-e', `trace=${calls}`, '-o', log]
  const token = { BOARDWRIGHT_TOKEN: sandbox.keys.admin, HOME: temporaryDirectory(), PATH: process.env['PATH'] ?? '' }
  const command = [...options, process.execPath, 'dist/cli/main.js', ...args, '-C', root]
  // The sandbox answers from this very process.
  await new Promise((resolve) => {
    spawn('strace', command, { env: token, stdio: 'ignore', timeout: LONGEST_MS }).on('close', resolve)
  })
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => !/ = -1 /.test(line))
    .flatMap((line) => [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, name = '']) => name))
}

test.runIf(hasStrace)(
  `by the account of the system, too (seed ${SEED})`,
  async () => {
    const start = filesIn('start')
    await layOut(start, undefined)
    const trees = fc.sample(fc.array(change, { minLength: 1, maxLength: 3 }), {
      seed: SEED,
      numRuns: isLong ? 20 : 1,
    })
    const plain = [['content/sales', link('~/content/sales'), 'link'] as Change]
    for (const changes of [plain, ...trees]) {
      const { root, outside } = await lay(changes, start)
      const what = changes.map(([at, , is]) => `${at}: ${is}`)
      for (const command of ['validate', 'plan']) {
        const touched = await touchedBy(root, [command])
        expect(touched.length).toBeGreaterThan(20)
        expect({ what, command, outside: touched.filter((name) => name.includes(outside)) }).toEqual({
          what,
          command,
          outside: [],
        })
        // A link that was followed leaves the root by a name that is below it.
        const real = realpathSync(root)
        const left = touched.filter(
          (name) => name.startsWith(`${root}/`) && existsSync(name) && !`${realpathSync(name)}/`.startsWith(`${real}/`),
        )
        expect({ what, command, left }).toEqual({ what, command, left: [] })
      }
    }
  },
  600_000,
)
