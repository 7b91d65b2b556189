// Slow: it changes a copy of the sources and runs that.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '../../packages/sandbox/index.ts'
import { commitAll, readFiles, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { type Run, runHere } from '../support/in-process.ts'
import { isLong } from '../support/long.ts'
import { FILES, ROWS, type StubPlatform } from './badge.ts'
import { addRow, compile, copyWithKind, load } from './copy.ts'

const MOST_ROWS = 10

test('a new kind is a row in ten tables at most; with these it is planned, applied, exported and pruned', async () => {
  const copy = copyWithKind()
  const missing = await compile(copy)
  expect(missing.filter(({ message }) => !message.startsWith("Property 'badge' is missing in type"))).toEqual([])
  const tables = missing.map(({ file }) => file)
  expect(tables.toSorted()).toEqual(Object.keys(ROWS).toSorted())
  expect(tables.length).toBeLessThanOrEqual(MOST_ROWS)
  expect(tablesInRecipe().toSorted()).toEqual(tables.toSorted())

  for (const each of missing) addRow(copy, each, ROWS[each.file] ?? { row: '' })
  await writeFiles(copy, FILES)
  // In the short form the program shows of the rows that they fit: it does all of the following with them.
  if (isLong) expect(await compile(copy)).toEqual([])

  const { platform, run } = await load<{ platform: StubPlatform; run: Run }>(copy, {
    ...{ platform: 'src/live/badges.ts', run: 'src/cli/run.ts' },
  })
  const { root, says, commit } = await openProject(run)

  const badges = () => [...platform.values()].map(({ code, colour }) => `${colour} ${code}`)

  expect(await says('plan')).toContain('+ create  badge Awards / gold')
  expect(await says('apply', '--yes')).toContain('4 applied')
  expect(badges()).toEqual(['brown bronze', 'yellow gold'])
  expect(await says('plan')).toContain('No changes. 4 objects match the repo.')

  await commit({ 'content/awards/gold.badge.yaml': 'code: gold\ncolour: orange\n' })
  expect(await says('plan')).toContain('~ update  badge Awards / gold')
  expect(await says('apply', '--yes')).toContain('1 applied')
  expect(badges()).toEqual(['brown bronze', 'orange gold'])

  for (const [id, badge] of platform) if (badge.code === 'gold') platform.set(id, { ...badge, colour: 'red' })
  platform.set(7, { id: 7, folderId: null, code: 'silver', colour: 'grey' })
  expect(await says('plan')).toContain('1 UI edit left alone')
  expect(await says('export', '--new')).toContain('3 badges')
  const { 'content/awards/gold.badge.yaml': gold, 'content/silver.badge.yaml': silver } = readFiles(root)
  expect([gold, silver]).toEqual(['code: gold\ncolour: red\n', 'code: silver\ncolour: grey\n'])

  rmSync(join(root, 'content/awards/bronze.badge.yaml'))
  await commit({})
  expect(await says('plan')).toContain('--prune deletes it')
  expect(await says('apply', '--yes', '--prune')).toContain('1 applied')
  expect(badges()).toEqual(['red gold', 'grey silver'])
})

/** What the page of its room says that a new kind needs. */
function tablesInRecipe(): string[] {
  const [, recipe = ''] = readFileSync('src/content/README.md', 'utf8').split('**A new kind**')
  return [...recipe.matchAll(/^- `(src[^`]+)`/gm)].map(([, file = '']) => file)
}

/** A project on disk, and an empty sandbox for everything that is not a badge. */
async function openProject(program: Run) {
  const sandbox = await startSandbox({ seed: 'empty' })
  onTestFinished(() => sandbox.close())
  const root = temporaryDirectory()
  const env = { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: sandbox.keys.admin }
  const commit = async (files: Readonly<Record<string, string>>): Promise<void> => {
    await writeFiles(root, files)
    commitAll(root)
  }
  await commit({
    '.gitignore': '.boardwright/\n',
    'boardwright.yaml': `version: 1
project: acme
projectId: abcd1234
home: dev
targets:
  dev: {url: ${sandbox.url}, deployment: 1}
`,
    'content/awards/folder.yaml': 'name: Awards\n',
    // What was applied is recorded in a workbook.
    'content/awards/board/workbook.yaml': 'slug: board\nname: Board\npublish: false\n',
    'content/awards/bronze.badge.yaml': 'code: bronze\ncolour: brown\n',
    'content/awards/gold.badge.yaml': 'code: gold\ncolour: yellow\n',
  })
  const says = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await runHere([...args, '-C', root], { env, program })
    return `${stdout}${stderr}Exit ${code}.`
  }
  return { root, commit, says }
}
