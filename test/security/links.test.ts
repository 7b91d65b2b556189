// Slow: it puts links into every place.
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesIn } from '../scenarios/scenario.ts'
import { atSandbox, layOut, openStage, printedBy, sandbox } from '../scenarios/stage.ts'
import { commitFirst, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { isLong } from '../support/long.ts'

openStage()

const SECRET = 'what-only-this-machine-may-know'

/** A directory that is nobody's business, with files that a project could hold. */
async function outsideOf(root: string): Promise<string> {
  const outside = temporaryDirectory()
  for (const part of ['content', 'data-model', 'overlays', '.boardwright'])
    if (existsSync(join(root, part))) execFileSync('cp', ['-r', join(root, part), outside])
  await writeFiles(outside, {
    secret: SECRET,
    'folder.yaml': `name: ${SECRET}\n`,
    'content/sales/folder.yaml': `name: ${SECRET}\n`,
    'data-model/model/cubes/orders.yml': `# ${SECRET}\n`,
    'data-model/model/cubes/more.yml': `# ${SECRET}\n`,
    'boardwright.yaml': `# ${SECRET}\n${readFileSync(join(root, 'boardwright.yaml'), 'utf8')}`,
  })
  return outside
}

/** Everything below a directory, with its bytes. */
const inventory = (directory: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [file, readFileSync(file, 'utf8')]),
  )

async function project(): Promise<{ readonly root: string; readonly outside: string }> {
  const root = temporaryDirectory()
  const start = filesIn('start')
  await writeFiles(root, { ...atSandbox(start), '.gitignore': '.boardwright/\n' })
  const commit = commitFirst(root)
  await layOut(start, commit)
  return { root, outside: await outsideOf(root) }
}

/** Puts a link, or something stranger, where a file or directory of the project is. */
function replace(root: string, path: string, make: (place: string) => void): void {
  const place = join(root, path)
  rmSync(place, { recursive: true, force: true })
  mkdirSync(dirname(place), { recursive: true })
  make(place)
}

type Place = readonly [path: string, to: string]

/** Where a pull request could put a link, and where to. `~` is a directory outside. */
const LINKS: readonly Place[] = [
  ['data-model', '~/data-model'],
  ['data-model', '/proc/self'],
  ['content', '~/content'],
  ['overlays', '~/overlays'],
  ['targets', '~'],
  ['boardwright.yaml', '~/boardwright.yaml'],
  ['boardwright.yaml', '~/nowhere'],
  ['content/sales', '~/content/sales'],
  ['content/sales/folder.yaml', '~/folder.yaml'],
  ['content/sales/revenue', '~/content/sales/revenue'],
  ['content/sales/revenue/reports', '~/content/sales/revenue/reports'],
  ['content/sales/revenue/reports/by-month.sql', '~/secret'],
  ['content/sales/revenue/app', '~'],
  ['data-model/model', '~/data-model/model'],
  ['data-model/model/cubes/orders.yml', '~/secret'],
  ['overlays/production', '~/content'],
  ['.boardwright', '~'],
  ['.boardwright/cache', '~'],
  ['.boardwright/runs', '~'],
  ['.boardwright/ci', '~'],
]

const COMMANDS = [
  'validate',
  'plan --json',
  'export --new',
  'export --mirror',
  'fmt',
  'status --ui-edits',
  'apply --yes --accept uncommitted',
]

/** Every command in long runs, three for each link else: others for the next one. */
const commandsFor = (place: Place): readonly string[] => {
  const first = 3 * LINKS.indexOf(place)
  const isSome = (index: number): boolean => (index + first) % COMMANDS.length < 3
  return isLong ? COMMANDS : COMMANDS.filter((_, index) => isSome(index))
}

const NAMED = /link|outside the project|not a directory|named pipe|no boardwright\.yaml/

describe('nothing is read or written outside of the project', () => {
  test.for(LINKS)('%s is a link to %s', async (place) => {
    const [path, to] = place
    const { root, outside } = await project()
    replace(root, path, (at) => symlinkSync(to.replace('~', outside), at))
    const before = inventory(outside)
    sandbox.controls.clearRequests()
    for (const command of commandsFor(place)) {
      const printed = await printedBy([...command.split(' '), '-C', root])
      expect({ command, printed }).toEqual({ command, printed: expect.stringMatching(NAMED) })
      expect({ command, printed }).toEqual({ command, printed: expect.not.stringMatching(/this is a bug|Exit 70/) })
      expect(printed).not.toContain(SECRET)
      expect(inventory(outside)).toEqual(before)
    }
    expect(sandbox.controls.requests().filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test.for(['content/pipe.report.yaml', 'data-model/model/pipe.yml', 'data-model', 'overlays'])(
    'a named pipe at %s is refused by its name, without waiting for it',
    async (path) => {
      const { root } = await project()
      replace(root, path, (place) => execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', place]))
      for (const command of ['validate', 'plan', 'export']) {
        expect(await printedBy([...command.split(' '), '-C', root])).toMatch(/named pipe/)
      }
    },
  )

  test.for([
    'plan --out out/plan.json',
    'plan --pictures out/pictures',
    'export --snapshot out/live.json',
    'render --target production --out out/tree',
  ])('%s does not write through a committed link', async (command) => {
    const { root, outside } = await project()
    replace(root, 'out', (place) => symlinkSync(outside, place))
    const before = inventory(outside)
    const words = command.split(' ').map((word) => (word.startsWith('out/') ? join(root, word) : word))
    const printed = await printedBy([...words, '-C', root])
    expect(printed).toMatch(NAMED)
    expect(inventory(outside)).toEqual(before)
  })

  test.for(['apply out/plan.json', 'adopt --match out/matches.yaml --yes', 'ci comment out/plan.json --out -'])(
    '%s does not read through one',
    async (command) => {
      const { root, outside } = await project()
      writeFileSync(join(outside, 'plan.json'), SECRET)
      writeFileSync(join(outside, 'matches.yaml'), SECRET)
      replace(root, 'out', (place) => symlinkSync(outside, place))
      const words = command.split(' ').map((word) => (word.startsWith('out/') ? join(root, word) : word))
      const printed = await printedBy([...words, '-C', root])
      expect(printed).toMatch(NAMED)
      expect(printed).not.toContain(SECRET)
    },
  )

  test('a project that the user reaches through a link is read and written as usual', async () => {
    const { root } = await project()
    const elsewhere = join(temporaryDirectory(), 'moved')
    renameSync(root, elsewhere)
    symlinkSync(elsewhere, root)
    expect(await printedBy(['plan', '-C', root, '--out', join(root, 'plan.json')])).toContain('No changes.')
    expect(existsSync(join(elsewhere, 'plan.json'))).toBe(true)
  })
})
