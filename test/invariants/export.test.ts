import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validateProject } from '../../src/check/validate.ts'
import { selectTarget } from '../../src/config/targets.ts'
import { formatProject } from '../../src/edit/format.ts'
import { requireConfig, type SoundProject } from '../../src/project/local/project.ts'
import { readTreeAsWritten, readTreeFor } from '../../src/project/local/render.ts'
import type { TreeFiles } from '../../src/serialize/documents.ts'
import { caseTwins, isSafePath } from '../../src/serialize/names.ts'
import { parseTree } from '../../src/serialize/parse.ts'
import { documentsOf, printDocument, printTree } from '../../src/serialize/print.ts'
import { currentPlaces } from '../../src/serialize/update.ts'
import { listsOf } from '../support/lists.ts'
import { isLong } from '../support/long.ts'
import { bytesBelow, RAW, textOf } from './files.ts'
import { CHECKED_ROWS, expectSameContent, expectSurvival, TREE_ROWS } from './survival.ts'
import { switches } from './switches.ts'
import { tenant, withLists } from './tenants.ts'
import { holds, holdsModel, open, openWorld } from './world.ts'

const world = openWorld()

test('every field that the field table exports has a row here', () => {
  expect(CHECKED_ROWS.toSorted(), 'the rows of test/invariants/survival.ts').toEqual(TREE_ROWS.toSorted())
})

describe('the export of any tenant', () => {
  test('loses nothing; repeated, changes no byte; writes nothing to the platform; is a valid, canonical tree of safe files', async () => {
    const survived = new Map<string, number>()
    await holds(
      fc.asyncProperty(tenant, holdsModel, switches, switches, async (made, withModel, changes, others) => {
        const seed = withLists(made)
        await world.lay(seed, changes)
        const root = await world.project(withModel)
        const first = await world.export(root)
        const before = bytesBelow(root)
        world.sandbox().controls.setSwitches(others)
        const second = await world.export(root)
        expect(bytesBelow(root)).toEqual(before)
        expect([second.written, second.removed]).toEqual([[], []])
        expect([first.writeRequests, second.writeRequests, world.writes()]).toEqual([0, 0, []])

        expectSafeFiles(before)
        const project = requireConfig(await open(root))
        const { problems } = validateProject(project, undefined)
        // A tenant may hold queries that the platform refuses, and the tree keeps them.
        expect(problems.filter(({ warning, fault }) => !warning && fault === undefined)).toEqual([])
        const { tree } = readTreeFor(project, project.config, selectTarget(project.config, undefined))
        expectSurvival(seed, listsOf(tree.content), { counts: survived })
        expectPrintedAndParsed(project, before)
      }),
      { part: isLong ? 1 : 0.2 },
    )
    expect(CHECKED_ROWS.filter((row) => !survived.has(row))).toEqual([])
  })
})

/** App files and data-model files are kept byte for byte. All other files are written by us. */
function expectSafeFiles(files: Readonly<Record<string, string>>): void {
  const inContent = Object.keys(files).filter((path) => /^(content|account)\//.test(path))
  expect(inContent.filter((path) => !isSafePath(path))).toEqual([])
  expect([...caseTwins(inContent)]).toEqual([])
  expect(inContent.filter((path) => !path.includes('/app/') && RAW.test(textOf(files[path])))).toEqual([])
}

/** print(parse(file)) = file, parse(print(x)) = x, and `fmt` has nothing to do. */
function expectPrintedAndParsed(project: SoundProject, files: Readonly<Record<string, string>>): void {
  const written = readTreeAsWritten(project)
  const { content } = written
  const documents = documentsOf(content, currentPlaces(written))
  const printed = new Map(documents.flatMap(({ file, document }) => [...printDocument(file, document)]))
  const inContent = Object.entries(files).filter(([path]) => /^(content|account)\//.test(path))
  expect(Object.fromEntries([...printed].sort(([a], [b]) => (a < b ? -1 : 1)))).toEqual(
    Object.fromEntries(inContent.map(([path, bytes]) => [path, textOf(bytes)])),
  )
  const anew: TreeFiles = new Map([...printTree(content)].map(([path, text]) => [path, Buffer.from(text)]))
  const parsed = parseTree(anew)
  expect(parsed.problems).toEqual([])
  expectSameContent(listsOf(parsed.content), { ...listsOf(content), model: [] })
  expect([...formatProject(project, []).changes.keys()]).toEqual([])
}
