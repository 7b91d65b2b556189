// Slow: it validates a tree again after every kind of change.
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { validateProject } from '../../src/check/validate.ts'
import { validateTree } from '../../src/check/validate-tree.ts'
import type { Problem } from '../../src/content/problem.ts'
import { openProject } from '../../src/project/local/project.ts'
import { type Tree, treeAt } from '../project/tree-at.ts'
import { temporaryDirectory } from '../support/directory.ts'

const TODAY = '2026-11-20'
/** No repository says what is new. */
const STRICT = { today: TODAY, isStrict: true }
const REMEMBERED = '.boardwright/cache/validated-10.txt'

const SALES = 'content/sales/revenue-overview'
const REPORT = `${SALES}/reports/orders.yaml`
const DASHBOARD = `${SALES}/dashboard.yaml`
const OVERLAY = `overlays/dev/${SALES}/workbook.yaml`

interface Edit {
  readonly edit: (tree: Tree) => void
  /** Whether only changed files are read. */
  readonly quick: boolean
}

/** Without what rules of the house find. */
const ours = (problems: readonly Problem[]): string[] => problems.flatMap(({ kind }) => (kind === 'RULE' ? [] : [kind]))

const acme = (): string => treeIn(temporaryDirectory())

function treeIn(root: string): string {
  cpSync('examples/acme', root, { recursive: true, filter: (path) => !/\.boardwright|\/rules/.test(path) })
  const { add, replace } = treeAt(root)
  replace('boardwright.yaml', /^# An example[\s\S]*/m, '')
  replace(
    'boardwright.yaml',
    'version: 1\n',
    'version: 1\nrules: {use: [recommended]}\nvariables:\n  title: Revenue\n  unused: 1\n',
  )
  replace(DASHBOARD, /^title: .*$/m, 'title: ${var.title}')
  add(OVERLAY, 'name: Revenue in dev\nmeta: {x: 1}\n')
  add('rules/shown.yaml', SHOWN)
  return root
}

/** A rule that looks at other objects too. */
const SHOWN = `on: {kind: report}
must: {shownOn: present, sameName: {max: 1}}
message: "{name} is on {shownOn}, {sameName} of them"
`

/** A rule that looks into a file that is not in the project. */
const OWNED =
  'on: {kind: dashboard, path: content/sales/revenue-overview}\nmust: {owner: present}\nmessage: "{name} has no owner"\n'

const EDITS: Readonly<Record<string, Edit>> = {
  nothing: { edit: () => {}, quick: true },
  'another owner': { edit: ({ replace }) => replace('CODEOWNERS', ' sales', ' @acme/sales'), quick: false },
  'a comment in a report': { edit: ({ add }) => add(REPORT, '# looked at\n'), quick: true },
  'a comment in a folder': { edit: ({ add }) => add('content/sales/folder.yaml', '# looked at\n'), quick: true },
  'another text beside a report': {
    edit: ({ add }) => add('content/finance/cash/reports/cash-forecast.sql', '-- x\n'),
    quick: true,
  },
  'a warning more': {
    edit: ({ replace }) => replace(DASHBOARD, /position: \{x: \d+/, 'position: {x: 50'),
    quick: true,
  },
  'the id of a report elsewhere in an app': {
    edit: ({ add }) => add('content/product/order-explorer/app/src/App.tsx', '// h4Kq9ZtB2wLm\n'),
    quick: true,
  },
  'an overlay that says something else': { edit: ({ replace }) => replace(OVERLAY, 'x: 1', 'x: 2'), quick: true },
  'an overlay with another name, which rules look up': {
    edit: ({ replace }) => replace(OVERLAY, 'dev', 'development'),
    quick: false,
  },
  'a widget without a title': { edit: ({ replace }) => replace(DASHBOARD, /title: Orders$/m, 'note: x'), quick: true },
  'a rule that asks for something else': {
    edit: ({ replace }) => replace('rules/shown.yaml', 'max: 1', 'max: 0'),
    quick: false,
  },
  'a report that is not shown any more': {
    edit: ({ replace }) => replace(DASHBOARD, /report: orders$/m, 'report: net-revenue'),
    quick: false,
  },
  'a report with the name of another': {
    edit: ({ replace }) => replace(REPORT, /^name: .*$/m, 'name: Net revenue'),
    quick: false,
  },
  'an overlay with a mistake': { edit: ({ add }) => add(OVERLAY, 'nmae: x\n'), quick: false },
  'an overlay of nothing': {
    edit: ({ add }) => add('overlays/dev/content/none/workbook.yaml', 'name: x\n'),
    quick: false,
  },
  'a report with a mistake': { edit: ({ add }) => add(REPORT, 'nmae: x\n'), quick: false },
  'a report that cannot be read': { edit: ({ add }) => add(REPORT, '\t: [\n'), quick: false },
  'an id that another report has': {
    edit: ({ replace, at }) => {
      const [, id = ''] = /^id: (.*)$/m.exec(readFileSync(at('content/sales/pipeline.report.yaml'), 'utf8')) ?? []
      replace(REPORT, /^id: .*$/m, `id: ${id}`)
    },
    quick: false,
  },
  'a slug that another workbook has': {
    edit: ({ replace }) => replace('content/finance/cash/workbook.yaml', /^slug: .*$/m, 'slug: revenue-overview'),
    quick: false,
  },
  'another name of a folder': {
    edit: ({ replace }) => replace('content/sales/folder.yaml', /^name: .*$/m, 'name: Vente'),
    quick: false,
  },
  'a reference to no report': {
    edit: ({ replace }) => replace(DASHBOARD, /report: .*$/m, 'report: none'),
    quick: false,
  },
  'a member that the model does not have': {
    edit: ({ replace }) => replace(REPORT, /- sales\.\w+/, '- sales.none'),
    quick: true,
  },
  'a variable that nothing uses any more': {
    edit: ({ replace }) => replace(DASHBOARD, '${var.title}', 'Revenue'),
    quick: false,
  },
  'another file': { edit: ({ add }) => add(`${SALES}/notes.txt`, 'x'), quick: false },
  'a file that is gone': { edit: ({ at }) => rmSync(at('content/sales/pipeline.report.sql')), quick: false },
  'a file with another name': {
    edit: ({ at }) => renameSync(at(REPORT), at(`${SALES}/reports/all-orders.yaml`)),
    quick: false,
  },
  'a directory that is gone': { edit: ({ at }) => rmSync(at('content/finance'), { recursive: true }), quick: false },
  'another configuration': { edit: ({ replace }) => replace('boardwright.yaml', '  unused: 1\n', ''), quick: false },
  'another data model': { edit: ({ add }) => add('data-model/model/cubes/more.js', 'cube()'), quick: false },
  'a symbolic link': { edit: ({ at }) => symlinkSync(at(REPORT), at(`${SALES}/reports/link.yaml`)), quick: false },
  'a cache that is cut': {
    edit: ({ at }) => writeFileSync(at(REMEMBERED), readFileSync(at(REMEMBERED)).subarray(0, 500)),
    quick: false,
  },
  'a cache that says something else': { edit: ({ replace }) => replace(REMEMBERED, 'unused', 'unusex'), quick: false },
  'no cache': { edit: ({ at }) => rmSync(at('.boardwright'), { recursive: true }), quick: false },
}

describe('validating a tree again gives the same as validating all of it, after', () => {
  const remembered = mkdtempSync(join(tmpdir(), 'boardwright-test-'))
  afterAll(() => rmSync(remembered, { recursive: true }))
  let all: Awaited<ReturnType<typeof validateTree>>
  beforeAll(async () => {
    const { add } = treeAt(treeIn(remembered))
    add('rules/owned.yaml', OWNED)
    add('CODEOWNERS', '/content/finance/ @acme/finance\n/content/sales/ sales\n')
    all = await validateTree(remembered, STRICT)
    expect(ours(all.problems)).toEqual([
      ...['OWNERS_UNREAD', 'VARIABLE_UNUSED', 'SQL_UNCHECKED', 'PLAIN_ID', 'PLAIN_ID'],
    ])
    expect(all.problems.filter(({ rule }) => rule === 'shown').length).toBeGreaterThan(1)
  })

  test.for(Object.entries(EDITS))('%s', async ([, { edit, quick }]) => {
    const root = temporaryDirectory()
    cpSync(remembered, root, { recursive: true })
    edit(treeAt(root))
    const { files, comparedWith: _base, ...again } = await validateTree(root, STRICT)
    expect(again).toEqual({ ...validateProject(await openProject(root, TODAY), undefined), waived: [] })
    expect(files.size < all.files.size * 0.6).toBe(quick)
    expect([...files.keys()]).toEqual(
      expect.arrayContaining(
        again.problems.flatMap(({ at }) => (at.line && at.file !== 'CODEOWNERS' ? [at.file] : [])),
      ),
    )

    const { files: _files, comparedWith: _same, ...third } = await validateTree(root, STRICT)
    expect(third).toEqual(again)
  })
})

test('a mistake that was fixed is not remembered', async () => {
  const root = acme()
  const before = readFileSync(join(root, REPORT), 'utf8')
  const { problems } = await validateTree(root, { today: TODAY })
  writeFileSync(join(root, REPORT), `${before}nmae: x\n`)
  const wrong = await validateTree(root, { today: TODAY })
  expect(wrong.problems).toHaveLength(problems.length + 1)
  writeFileSync(join(root, REPORT), before)
  expect((await validateTree(root, { today: TODAY })).problems).toEqual(problems)
})

test('results after small changes are remembered too, and computed again if they are lost', async () => {
  const root = acme()
  const tree = treeAt(root)
  await validateTree(root, { today: TODAY })
  /** Whether only changed files are read, with the same result as for all files. */
  const isQuick = async (): Promise<boolean> => {
    const { files, comparedWith: _base, ...said } = await validateTree(root, STRICT)
    const all = await openProject(root, TODAY)
    expect(said).toEqual({ ...validateProject(all, undefined), waived: [] })
    return files.size < all.files.size / 2
  }
  tree.replace(DASHBOARD, /position: \{x: \d+/, 'position: {x: 50')
  expect(await isQuick()).toBe(true)
  expect(readFileSync(tree.at(REMEMBERED), 'utf8')).toContain('LAYOUT_INVALID')
  for (const file of [REPORT, 'content/sales/folder.yaml', 'content/finance/cash/workbook.yaml']) {
    tree.add(file, '# looked at\n')
    expect(await isQuick()).toBe(true)
  }
  tree.replace(DASHBOARD, 'position: {x: 50', 'position: {x: 0')
  expect(await isQuick()).toBe(true)
  rmSync(tree.at(REMEMBERED))
  expect(await isQuick()).toBe(false)
  expect(await isQuick()).toBe(true)
})

test('another day and another target are validated separately', async () => {
  const root = acme()
  const { problems } = await validateTree(root, { today: TODAY })
  const days = await validateTree(root, { today: '2026-11-21' })
  expect([days.problems, days.files.size > 10]).toEqual([problems, true])
  const kinds = async (target: string) => ours((await validateTree(root, { today: TODAY, target })).problems)
  expect(await kinds('dev')).toEqual(['SQL_UNCHECKED', 'PLAIN_ID', 'PLAIN_ID'])
})

/** A mistake in an overlay, and the text that is marked. */
const IN_OVERLAYS: Readonly<Record<string, readonly [file: string, text: string, marked: string]>> = {
  'a value of another type': [DASHBOARD, '# of dev\ndescription: 7\n', '7'],
  'words that the platform refuses': [REPORT, '# of dev\nquery:\n  measures: [orders.none]\n', 'orders.none'],
  'a report that is not there': [DASHBOARD, 'widgets:\n  - id: wk3ZmQ81\n    report: nowhere\n', 'nowhere'],
  'a place outside the grid': [
    DASHBOARD,
    'widgets:\n  - id: wk3ZmQ81\n    position: {x: 50, y: 0, w: 1, h: 1}\n',
    '{x: 50, y: 0, w: 1, h: 1}',
  ],
}

test.each(Object.entries(IN_OVERLAYS))('%s is named where the overlay has it', async (_, [base, text, marked]) => {
  const root = acme()
  const tree = treeAt(root)
  const file = `overlays/dev/${base}`
  tree.add(file, text)
  const { problems } = await validateTree(root, { today: TODAY, target: 'dev' })
  const lines = text.split('\n')
  const found = problems
    .filter(({ at }) => at.file === file)
    .map(({ at: { line = 0, column = 0 }, length = 0 }) => lines[line - 1]?.slice(column - 1, column - 1 + length))
  expect(found).toEqual([marked])
})
