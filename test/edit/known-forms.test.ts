// Slow: it formats trees from disk again after every kind of change.
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { randomFrom } from '../../packages/common/test/yaml/noisy.ts'
import { mendAndFormat } from '../../src/edit/mend.ts'
import { openProject, openProjectOnDemand } from '../../src/project/local/project.ts'
import { printTree } from '../../src/serialize/print.ts'
import { noisyTree } from '../project/noisy-tree.ts'
import { type Tree, treeAt } from '../project/tree-at.ts'
import { content } from '../serialize/content.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { contentIn } from '../support/lists.ts'
import { isLong } from '../support/long.ts'

const TODAY = '2026-11-20'
/** Files that are this old count as settled. */
const LATER = 10_000
const SALES = 'content/sales/revenue-overview'
const REPORT = `${SALES}/reports/orders.yaml`
const SQL = 'content/finance/cash/reports/cash-forecast.sql'
const DASHBOARD = `${SALES}/dashboard.yaml`

const NOTES = 'content/sales/weekly-sales-meeting/reports/notes-from-the-floor.yaml'

type Answer = ReturnType<typeof mendAndFormat> & { readonly read: number }

/** What `fmt --check` finds with what earlier runs remembered, and how often it read a file of content. */
async function remembering(root: string, paths: readonly string[] = []): Promise<Answer> {
  const project = await openProjectOnDemand(root, TODAY, { keepsAll: true, now: () => Date.now() + LATER })
  const get = vi.spyOn(project.files, 'get')
  const found = mendAndFormat(project, paths, TODAY)
  await project.known?.save()
  return { ...found, read: get.mock.calls.filter(([file]) => file.startsWith('content/')).length }
}

const afresh = async (root: string, paths: readonly string[] = []) =>
  mendAndFormat(await openProject(root, TODAY), paths, TODAY)

async function expectSame(root: string, paths: readonly string[] = []): Promise<number> {
  const { read, ...found } = await remembering(root, paths)
  expect(found).toEqual(await afresh(root, paths))
  return read
}

/** Changes letters of a file, and nothing that a listing shows of it. */
function retype(root: string, file: string, from: string, to: string): void {
  const { atime, mtime } = statSync(join(root, file))
  const text = readFileSync(join(root, file), 'utf8')
  expect([text.includes(from), from.length]).toEqual([true, to.length])
  writeFileSync(join(root, file), text.replace(from, to))
  utimesSync(join(root, file), atime, mtime)
}

const CACHE = '.boardwright/cache'
const corrupted = (root: string, change: (bytes: Buffer) => Uint8Array): void => {
  for (const name of readdirSync(join(root, CACHE)))
    writeFileSync(join(root, CACHE, name), change(readFileSync(join(root, CACHE, name))))
}

const EDITS: Readonly<Record<string, (tree: Tree, root: string) => void>> = {
  nothing: () => {},
  'a comment in a report': ({ add }) => add(REPORT, '# looked at\n'),
  'a report that is not canonical': ({ add }) => add(REPORT, '\n\n\ndescription:   "x"\n'),
  'two letters of the same size and time': (_, root) => retype(root, DASHBOARD, 'kind: ', 'kind:\t'),
  'a misspelt key of the same size and time': (_, root) => retype(root, REPORT, '\nname: ', '\nnmae: '),
  'spaces at the end of a text beside a report': ({ add }) => add(SQL, '\r\n'),
  'a widget without an id': ({ replace }) => replace(DASHBOARD, /^ +- id: .*\n( +)/m, '  - '),
  'a name that is not the shortest': ({ replace }) =>
    replace(DASHBOARD, /report: (\w[\w-]*)/, 'report: /sales/revenue-overview/$1'),
  'a report that moved away': ({ at }) => renameSync(at(REPORT), at(`${SALES}/reports/all-orders.yaml`)),
  'a report that is gone': ({ at }) => rmSync(at(REPORT)),
  'a workbook that is none any more': ({ at }) => rmSync(at(`${SALES}/workbook.yaml`)),
  'a patch that lies over a report': ({ add }) => add(`overlays/dev/${REPORT}`, 'title:   "x"\n'),
  'a patch that lies over a report drawn from HTML': ({ add }) =>
    add(`overlays/dev/${NOTES}`, 'spec: |\n  <p>one</p>\n  <p>two</p>\n'),
  'a patch with nothing below it': ({ add }) => add('overlays/dev/content/none/workbook.yaml', 'name: x\n'),
  'a variable that no target has': ({ replace }) => replace(DASHBOARD, /^title: .*$/m, 'title: ${var.none}'),
  'an id that another report has': ({ replace, at }) => {
    const [, id = ''] = /^id: (.*)$/m.exec(readFileSync(at('content/sales/pipeline.report.yaml'), 'utf8')) ?? []
    replace(REPORT, /^id: .*$/m, `id: ${id}`)
  },
  'another configuration': ({ add }) => add('boardwright.yaml', 'rules: [\n'),
  'Windows line ends': ({ replace }) => replace(REPORT, '\n', '\r\n'),
  'a cache that is cut': (_, root) => corrupted(root, (bytes) => bytes.subarray(0, bytes.length / 2)),
  'a cache of nonsense': (_, root) => corrupted(root, (bytes) => bytes.fill(0x7b, Math.floor(bytes.length / 2))),
  'no cache': ({ at }) => rmSync(at(CACHE), { recursive: true }),
}

describe('the form of a tree is found to be the same whatever is remembered, after', () => {
  test.for(Object.entries(EDITS))('%s', async ([, edit]) => {
    const root = temporaryDirectory()
    cpSync('examples/acme', root, { recursive: true, filter: (path) => !path.includes('.boardwright') })
    await expectSame(root)
    edit(treeAt(root), root)
    await expectSame(root, [SALES])
    await expectSame(root)
    await expectSame(root)
  })
})

test('no document that was in canonical form is read again, and only those around one that changed are printed', async () => {
  const root = temporaryDirectory()
  cpSync('examples/acme', root, { recursive: true, filter: (path) => !path.includes('.boardwright') })
  const first = await expectSame(root)
  expect(await expectSame(root)).toBe(0)
  treeAt(root).add(REPORT, '# looked at\n')
  expect(await expectSame(root)).toBeLessThan(first)
  expect(await expectSame(root)).toBe(0)
})

test('generated trees and their handwritten forms are judged the same with what is remembered of each other', async () => {
  await fc.assert(
    fc.asyncProperty(content, fc.integer(), async (made, seed) => {
      const root = temporaryDirectory()
      const printed = printTree(contentIn(made))
      for (const texts of [printed, noisyTree(printed, randomFrom(seed)), printed]) {
        for (const [file, text] of texts) {
          mkdirSync(dirname(join(root, file)), { recursive: true })
          writeFileSync(join(root, file), text)
        }
        writeFileSync(join(root, 'boardwright.yaml'), 'version: 1\nproject: made\nprojectId: 7f3kQ2m9\n')
        await expectSame(root)
        await expectSame(root)
      }
    }),
    { numRuns: isLong ? 60 : 5 },
  )
})
