// Slow: it reads a tree again after every kind of change.
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { stringifyJson } from '../../packages/common/json.ts'
import { selectTarget } from '../../src/config/targets.ts'
import { digestsIn, ofKind } from '../../src/content/entity.ts'
import { KINDS } from '../../src/content/kinds.ts'
import { digestsOf, unitsOfReport, unitsOfWorkbook } from '../../src/content/units.ts'
import { checkTree } from '../../src/lint/check.ts'
import { readMembers } from '../../src/lint/members.ts'
import { openProject, openProjectOnDemand, requireConfig, type SoundProject } from '../../src/project/local/project.ts'
import { readTreeFor, type TargetTree } from '../../src/project/local/render.ts'
import { readTreeModel } from '../../src/serialize/model/read.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { listsOf } from '../support/lists.ts'
import { inWhole } from '../support/whole.ts'
import { type Tree, treeAt } from './tree-at.ts'

const TODAY = '2026-11-20'
const SALES = 'content/sales/revenue-overview'
const ORDERS = `${SALES}/reports/orders.yaml`
const EXPLORER = 'content/product/order-explorer'
/** Its app has files in other directories. */
const APP = `${EXPLORER}/dashboard.yaml`
const PLAIN = 'content/con-1143da/workbook.yaml'

/** A moment at which everything that was written is old enough to be known by its looks. */
const later = (): number => Date.now() + 10_000

function acme(): string {
  const root = temporaryDirectory()
  cpSync('examples/acme', root, { recursive: true, filter: (path) => !path.includes('.boardwright') })
  const { replace } = treeAt(root)
  replace('boardwright.yaml', 'version: 1\n', 'version: 1\nvariables:\n  title: Revenue\n')
  replace(`${SALES}/dashboard.yaml`, /^title: .*$/m, 'title: ${var.title}')
  return root
}

const TARGET = 'production'

function read(project: SoundProject): TargetTree {
  const target = selectTarget(project.config, TARGET)
  const tree = readTreeFor(project, project.config, target)
  project.memory?.keep(target, tree, [])
  return tree
}

/** A reading of what is on disk that reads no more than it must. */
async function glance(root: string) {
  const project = requireConfig(await openProjectOnDemand(root, TODAY, { now: later }))
  const reads = vi.spyOn(project.files, 'get')
  const tree = read(project)
  const files = reads.mock.calls.map(([file]) => file)
  const again = new Set(files.filter((file) => /^content\/.*\.yaml$/.test(file)))
  return { project, tree, read: [...again].sort() }
}

async function remembered(): Promise<string> {
  const root = acme()
  const { project } = await glance(root)
  await project.memory?.save()
  return root
}

function rememberedFile(root: string): string {
  const cache = join(root, '.boardwright/cache')
  return join(cache, readdirSync(cache).find((name) => name.startsWith('tree-')) ?? '')
}

/** All that a tree says, and all that is wrong with it. */
function sayings({ tree, problems, usedIn }: TargetTree, project: SoundProject) {
  const { folders, workbooks, reports, model } = inWhole(tree).content
  const checked = checkTree(tree, project.files, () => readMembers(readTreeModel(project.files)))
  return {
    units: {
      workbooks: workbooks.map((workbook) => [...digestsOf(unitsOfWorkbook(workbook))]),
      reports: reports.map((report) => [...digestsOf(unitsOfReport(report))]),
    },
    errors: [...problems, ...checked].filter(({ warning }) => !warning),
    used: [...usedIn].filter(([, names]) => names.size > 0).sort(),
    content: stringifyJson({ folders, workbooks, reports, model }),
  }
}

const inDirectory = (files: readonly string[], directory: string): string[] =>
  files.filter((file) => dirname(file) === directory)

interface Case {
  readonly edit: (tree: Tree) => void
  /** Of all documents those that are read again, beside the one whose app has directories of its own. */
  readonly reads: (all: readonly string[]) => readonly string[]
}

const NOTHING = (): readonly string[] => []
const namesMembers = (file: string): boolean => /\/reports\/[^/]+\.yaml$|\.report\.yaml$|\/dashboard\.yaml$/.test(file)

const CASES: Readonly<Record<string, Case>> = {
  nothing: { edit: () => {}, reads: NOTHING },
  'a comment in a report': {
    edit: ({ add }) => add(ORDERS, '# looked at\n'),
    reads: (all) => inDirectory(all, `${SALES}/reports`),
  },
  'a text beside a report': {
    edit: ({ add }) => add('content/finance/cash/reports/cash-forecast.sql', '-- x\n'),
    reads: (all) => inDirectory(all, 'content/finance/cash/reports'),
  },
  'another name for a folder': {
    edit: ({ replace }) => replace('content/sales/folder.yaml', /^name: .*$/m, 'name: Sold'),
    reads: (all) => inDirectory(all, 'content/sales'),
  },
  'another slug for a workbook': {
    edit: ({ replace }) => replace(`${SALES}/workbook.yaml`, /^slug: .*$/m, 'slug: revenue-now'),
    reads: (all) => inDirectory(all, SALES),
  },
  'a report with another file': {
    edit: ({ at }) => renameSync(at(ORDERS), at(ORDERS.replace('orders', 'all-orders'))),
    // The dashboard names what is not there now.
    reads: (all) => [...inDirectory(all, `${SALES}/reports`), `${SALES}/dashboard.yaml`],
  },
  'two reports that change places': {
    edit: ({ at }) => {
      renameSync(at(ORDERS), at(`${ORDERS}.other`))
      renameSync(at(`${SALES}/reports/top-customers.yaml`), at(ORDERS))
      renameSync(at(`${ORDERS}.other`), at(`${SALES}/reports/top-customers.yaml`))
    },
    // The names in the dashboard mean others now.
    reads: (all) => [...inDirectory(all, `${SALES}/reports`), `${SALES}/dashboard.yaml`],
  },
  'a second report of one id': {
    edit: ({ at, add }) => add(`${SALES}/reports/copy.yaml`, readFileSync(at(ORDERS), 'utf8')),
    reads: (all) => [...inDirectory(all, `${SALES}/reports`), `${SALES}/dashboard.yaml`],
  },
  'no dashboard': {
    edit: ({ at }) => rmSync(at(`${SALES}/dashboard.yaml`)),
    reads: (all) => inDirectory(all, SALES),
  },
  'an overlay over a report': {
    edit: ({ add }) => add(`overlays/${TARGET}/${ORDERS}`, 'name: Orders here\n'),
    reads: () => [ORDERS],
  },
  'another variable': {
    edit: ({ replace }) => replace('boardwright.yaml', 'title: Revenue', 'title: Income'),
    reads: (all) => all,
  },
  'a member that leaves the data model': {
    edit: ({ replace }) => replace('data-model/model/cubes/orders.yml', 'name: count', 'name: number'),
    reads: (all) => all.filter(namesMembers),
  },
  'a member that leaves the data model and that a control names': {
    edit: ({ replace }) => replace('data-model/model/views/sales.yml', /^ +- ordered_at\n/m, ''),
    reads: (all) => all.filter(namesMembers),
  },
  'a file more in the data model': {
    edit: ({ add }) => add('data-model/model/cubes/more.yml', 'cubes: []\n'),
    reads: (all) => all.filter(namesMembers),
  },
  'an error in a report': {
    edit: ({ add }) => add(ORDERS, 'nonsense: 1\n'),
    reads: (all) => [...inDirectory(all, `${SALES}/reports`), `${SALES}/dashboard.yaml`],
  },
  'a first file of an app': {
    edit: ({ add }) => add(`${SALES}/app/main.js`, 'x\n'),
    reads: () => [`${SALES}/dashboard.yaml`],
  },
  'a folder that becomes a workbook': {
    edit: ({ at, add }) => {
      rmSync(at('content/product/experiments/folder.yaml'))
      add('content/product/experiments/workbook.yaml', 'slug: experiments\nname: Experiments\n')
    },
    reads: (all) => [...inDirectory(all, 'content/product/experiments')],
  },
  'a file that nobody names': {
    edit: ({ add }) => add('content/sales/notes.txt', 'x\n'),
    reads: (all) => inDirectory(all, 'content/sales'),
  },
}

describe('a tree that was read before', () => {
  test.each(Object.entries(CASES))('after %s gives the same as reading all of it', async (_, { edit, reads }) => {
    const root = await remembered()
    edit(treeAt(root))
    const whole = requireConfig(await openProject(root, TODAY))
    const all = [...whole.files.keys()].filter((file) => /^content\/.*\.yaml$/.test(file))
    const quick = await glance(root)
    const expected = new Set([...reads(all), APP])
    expect(quick.read).toEqual([...expected].sort())
    expect(sayings(quick.tree, quick.project)).toEqual(sayings(read(whole), whole))
  })

  test.each([
    ['is lost', (file: string) => rmSync(file)],
    ['is cut', (file: string) => writeFileSync(file, readFileSync(file, 'utf8').slice(0, -20))],
    ['was edited', (file: string) => writeFileSync(file, readFileSync(file, 'utf8').replace(ORDERS, 'content/x.yaml'))],
  ])('is read as a whole if the memory %s', async (_, spoil) => {
    const root = await remembered()
    spoil(rememberedFile(root))
    const quick = await glance(root)
    expect(quick.read).toContain(ORDERS)
    const whole = requireConfig(await openProject(root, TODAY))
    expect(sayings(quick.tree, quick.project)).toEqual(sayings(read(whole), whole))
  })

  test('is saved again if something was read, and not written otherwise', async () => {
    const root = await remembered()
    treeAt(root).add(ORDERS, '# looked at\n')
    await (await glance(root)).project.memory?.save()
    const written = statSync(rememberedFile(root)).mtimeMs
    const second = await glance(root)
    expect(second.read).toEqual([APP])
    await second.project.memory?.save()
    expect(statSync(rememberedFile(root)).mtimeMs).toBe(written)
  })

  test('is saved again only once more than a few of very many documents were read', async () => {
    const root = acme()
    const names = Array.from({ length: 250 }, (_, index) => `content/many/${index}/folder.yaml`)
    for (const file of ['content/many/folder.yaml', ...names]) treeAt(root).add(file, `name: ${file}\n`)
    await (await glance(root)).project.memory?.save()
    const read = async (changed: readonly string[]): Promise<readonly string[]> => {
      for (const file of changed) treeAt(root).add(file, '# looked at\n')
      const { project, read } = await glance(root)
      await project.memory?.save()
      return read.filter((file) => file !== APP)
    }
    const [few, others] = [names.slice(0, 4).sort(), names.slice(4, 8).sort()]
    expect(await read(few)).toEqual(few)
    expect(await read([])).toEqual(few)
    expect(await read(others)).toEqual([...few, ...others].sort())
    expect(await read([])).toEqual([])
  })

  test('gives the summary of each object, and reads the object on request', async () => {
    const root = await remembered()
    const { tree } = (await glance(root)).tree
    const reports = ofKind(tree.content, 'report').map(({ key }) => tree.sources.get(key)?.summary?.kind)
    expect(new Set(reports)).toEqual(new Set(['report']))
    const { content } = read(requireConfig(await openProject(root, TODAY))).tree
    for (const kind of KINDS) expect(digestsIn(kind, tree.content)).toEqual(digestsIn(kind, content))
    expect(listsOf(tree.content)).toEqual(listsOf(content))
  })

  test('keeps numbers that JSON cannot express, and the order of keys that look like numbers', async () => {
    const root = acme()
    const meta = 'meta: {"10": a, "2": b, big: 12345678901234567890, none: -0, small: 1e-400}\n'
    treeAt(root).add(PLAIN, meta)
    await (await glance(root)).project.memory?.save()
    const quick = await glance(root)
    expect(quick.read).toEqual([PLAIN, APP])
    treeAt(root).replace(PLAIN, ', none: -0', '')
    await (await glance(root)).project.memory?.save()
    const third = await glance(root)
    expect(third.read).toEqual([APP])
    const whole = requireConfig(await openProject(root, TODAY))
    expect(sayings(third.tree, third.project)).toEqual(sayings(read(whole), whole))
  })

  test('is not reused for a file that became something else', async () => {
    const root = acme()
    const { add, at } = treeAt(root)
    add('content/zed/folder.yaml', 'name: Zed\n')
    add('content/zed/reports/folder.yaml', 'name: Reports\n')
    await (await glance(root)).project.memory?.save()
    rmSync(at('content/zed/folder.yaml'))
    add('content/zed/workbook.yaml', 'slug: zed\nname: Zed\npublish: false\n')
    const quick = await glance(root)
    const whole = requireConfig(await openProject(root, TODAY))
    expect(sayings(quick.tree, quick.project).errors).toMatchObject([{ kind: 'SCHEMA' }])
    expect(sayings(quick.tree, quick.project)).toEqual(sayings(read(whole), whole))
  })

  test('sees by its bytes that the data model changed, where timestamps cannot tell', async () => {
    const root = acme()
    const { at, replace } = treeAt(root)
    const orders = 'data-model/model/cubes/orders.yml'
    const soon = (later() + 3_600_000) / 1000
    utimesSync(at(orders), soon, soon)
    await (await glance(root)).project.memory?.save()
    replace(orders, 'name: count', 'name: cuont')
    utimesSync(at(orders), soon, soon)
    const quick = await glance(root)
    const whole = requireConfig(await openProject(root, TODAY))
    expect(sayings(quick.tree, quick.project).errors).not.toEqual([])
    expect(sayings(quick.tree, quick.project)).toEqual(sayings(read(whole), whole))
  })

  test('counts for files that have other times and the same bytes', async () => {
    const root = await remembered()
    const known = ({ tree }: { readonly tree: TargetTree }): number =>
      [...tree.tree.sources.values()].filter(({ summary }) => summary).length
    const before = known(await glance(root))
    const { files } = await openProject(root, TODAY)
    for (const file of files.keys()) utimesSync(join(root, file), 1, 1)
    expect([before > 10, known(await glance(root))]).toEqual([true, before])
  })

  test('is not read if the configuration changed since the start', async () => {
    const root = await remembered()
    const begin = async (): Promise<void> => treeAt(root).add('boardwright.yaml', '# looked at\n')
    const glanced = openProjectOnDemand(root, TODAY, { now: later, begin })
    await expect(glanced).rejects.toThrow('boardwright.yaml changed while it was read')
  })

  test('is read all the same if nothing can be stored', async () => {
    const root = acme()
    treeAt(root).add('.boardwright/cache', 'not a directory')
    const { project, read: documents } = await glance(root)
    await project.memory?.save()
    expect(documents).toContain(ORDERS)
  })
})
