import { describe, expect, test } from 'vitest'
import { validateTree } from '../../src/sync/validate-tree.ts'
import { commitAll, git, temporaryDirectory, writeFiles } from '../support/directory.ts'

const CUBE = `cubes:
  - name: orders
    sql_table: orders
    measures:
      - name: count
        type: count
      - name: profit
        type: sum
        sql: profit
`
const report = (id: string, query: string): string => `id: ${id}\nname: ${id}\nquery:\n${query}`
const asking = (id: string, member: string): string => report(id, `  measures:\n    - ${member}\n`)

const START = {
  'boardwright.yaml':
    'version: 1\nproject: p\nprojectId: 7f3kQ2m9\nhome: dev\ntargets:\n  dev:\n    url: https://acme.example\n    deployment: 1\n',
  'data-model/model/cubes/orders.yml': CUBE,
  'content/sales/folder.yaml': 'name: Sales\n',
  'content/sales/right.report.yaml': asking('aaaaaaaaaaaa', 'orders.count'),
  'content/sales/gone.report.yaml': asking('bbbbbbbbbbbb', 'orders.gone'),
  'content/sales/refused.report.yaml': report('cccccccccccc', '  measures:\n    - orders.count\n  limit: ten\n'),
}

const found = async (root: string): Promise<string[]> => {
  const { problems } = await validateTree(root, { today: '2026-11-23' })
  return problems
    .filter(({ kind }) => kind === 'MEMBER_UNKNOWN' || kind === 'QUERY_REFUSED')
    .map(({ warning, at, message }) => `${warning ? 'old' : 'NEW'} ${at.file}:${at.line}  ${message}`)
}

const OLD = [
  'old content/sales/gone.report.yaml:5  the data model has no member "orders.gone"',
  'old content/sales/refused.report.yaml:6  "limit" must be a number, not a text',
]

type Files = Readonly<Record<string, string>>

async function project(files: Files = START): Promise<string> {
  const root = temporaryDirectory()
  await writeFiles(root, { '.gitignore': '.boardwright/\n', ...files })
  return root
}

async function committed(files?: Files): Promise<string> {
  const root = await project(files)
  commitAll(root)
  return root
}

describe('a mistake in a query', () => {
  test('is old where the first commit has it', async () => {
    expect(await found(await committed())).toEqual(OLD)
  })

  test('weighs what the project says, also when that is all that changed', async () => {
    const root = await committed()
    expect(await found(root)).toEqual(OLD)
    const rules = (...list: string[]) =>
      writeFiles(root, { 'boardwright.yaml': `${START['boardwright.yaml']}rules:\n${list.join('')}` })
    await rules('  - {rule: member-unknown, severity: error}\n')
    expect(await found(root)).toEqual([OLD[0]?.replace('old', 'NEW'), OLD[1]])
    await rules(
      '  - {rule: member-unknown, severity: "off"}\n',
      '  - {rule: query-refused, severity: error, path: content/sales}\n',
    )
    expect(await found(root)).toEqual([OLD[1]?.replace('old', 'NEW')])
  })

  test('is new where nothing says that it was there before', async () => {
    expect(await found(await project())).toEqual(OLD.map((line) => line.replace('old', 'NEW')))
  })

  const CHANGES: readonly (readonly [what: string, files: Files, expected: readonly string[]])[] = [
    [
      'a new report',
      { 'content/sales/new.report.yaml': asking('dddddddddddd', 'orders.cuont') },
      [OLD[0] ?? '', 'NEW content/sales/new.report.yaml:5  the data model has no member "orders.cuont"', OLD[1] ?? ''],
    ],
    [
      'the same member in another report',
      { 'content/sales/right.report.yaml': asking('aaaaaaaaaaaa', 'orders.gone') },
      [...OLD, 'NEW content/sales/right.report.yaml:5  the data model has no member "orders.gone"'],
    ],
    [
      'another mistake beside an old one',
      {
        'content/sales/gone.report.yaml': report(
          'bbbbbbbbbbbb',
          '  measures:\n    - orders.gone\n  order:\n    orders.nix: asc\n',
        ),
      },
      [OLD[0] ?? '', 'NEW content/sales/gone.report.yaml:7  the data model has no member "orders.nix"', OLD[1] ?? ''],
    ],
    [
      'a member that leaves the model',
      {
        'data-model/model/cubes/orders.yml': CUBE.replace('name: count', 'name: number'),
      },
      [
        OLD[0] ?? '',
        'NEW content/sales/refused.report.yaml:5  the data model has no member "orders.count"',
        OLD[1] ?? '',
        'NEW content/sales/right.report.yaml:5  the data model has no member "orders.count"',
      ],
    ],
  ]

  test.each(CHANGES)('%s: uncommitted, as a commit, and on a branch', async (_, files, expected) => {
    const root = await committed()
    await writeFiles(root, files)
    expect(await found(root)).toEqual(expected)
    commitAll(root)
    expect(await found(root)).toEqual(expected)
    // A later commit on the line that everybody shares is compared with this one.
    await writeFiles(root, { 'content/sales/folder.yaml': 'name: Selling\n' })
    expect(await found(root)).toEqual(expected.map((line) => line.replace('NEW', 'old')))
    git(root, 'checkout', '--quiet', '-b', 'work', 'HEAD~1')
    await writeFiles(root, files)
    commitAll(root)
    await writeFiles(root, { 'content/sales/folder.yaml': 'name: Sold\n' })
    commitAll(root)
    git(root, 'branch', '--quiet', '--force', 'main', 'HEAD~2')
    expect(await found(root)).toEqual(expected)
  })

  test('is counted as a warning only in a file that stayed as it was', async () => {
    const unused = `${START['boardwright.yaml']}    variables:\n      region: emea\n`
    const warnings = async (root: string): Promise<string[]> => {
      const { problems } = await validateTree(root, { today: '2026-11-23' })
      return problems.flatMap(({ kind, before }) =>
        kind === 'VARIABLE_UNUSED' ? [`${kind} ${before ? 'before' : 'new'}`] : [],
      )
    }
    const root = await committed({ ...START, 'boardwright.yaml': unused })
    expect(await warnings(root)).toEqual(['VARIABLE_UNUSED before'])
    await writeFiles(root, { 'boardwright.yaml': `# Changed.\n${unused}` })
    expect(await warnings(root)).toEqual(['VARIABLE_UNUSED new'])
    expect(await warnings(await project({ ...START, 'boardwright.yaml': unused }))).toEqual(['VARIABLE_UNUSED new'])
  })

  test('stays old in a file that is renamed', async () => {
    const root = await committed()
    git(root, 'mv', 'content/sales/gone.report.yaml', 'content/sales/lost.report.yaml')
    expect(await found(root)).toEqual([OLD[0]?.replace('gone.report', 'lost.report'), OLD[1]].sort())
  })

  test.each<[string, Files]>([
    ['no project', { 'readme.md': 'Hello.\n' }],
    ['no content', { 'boardwright.yaml': START['boardwright.yaml'] }],
  ])('is old where the line that everybody shares has %s yet', async (_, files) => {
    const root = await committed(files)
    git(root, 'checkout', '--quiet', '-b', 'work')
    await writeFiles(root, START)
    commitAll(root)
    expect(await found(root)).toEqual(OLD)
  })
})
