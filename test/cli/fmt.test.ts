import { describe, expect, test } from 'vitest'
import { writeFiles } from '../support/directory.ts'
import { cliProject, differences, TREE } from './project.ts'

const MESSY = {
  ...TREE,
  'content/sales/folder.yaml': '# the team\n"name":   Sales # for all\n',
  'content/sales/board/reports/orders.yaml': 'name: Orders\nid: AAAAAAAAAAAA\n',
  'content/sales/board/reports/orders.sql': 'select * from ${var.schema}.orders',
  'overlays/dev/content/sales/board/workbook.yaml': '"name": "Board (dev)" # dev\n',
}

describe('fmt', () => {
  test('removes a byte order mark and Windows line ends, even where they make a file unreadable', async () => {
    const windows = (text: string): string => `\ufeff${text.replaceAll('\n', '\r\n')}`
    const { root, run, files } = await cliProject({ ...TREE, 'data-model/a.yml': 'cubes: []\r\n' })
    const before = files()
    const texts = Object.entries(TREE).filter(([file]) => /^(boardwright|content|overlays)/.test(file))
    await writeFiles(root, Object.fromEntries(texts.map(([file, text]) => [file, windows(text)])))
    const { code, stderr, stdout } = await run(['validate'])
    expect(code).toBe(1)
    const seen = texts.filter(([file]) => !file.startsWith('overlays'))
    for (const [file] of seen) expect(stdout + stderr).toContain(`${file}:1:1  BW-E1101  starts with a byte order mark`)
    expect((stdout + stderr).match(/Next: boardwright fmt takes it out\./g)).toHaveLength(2 * seen.length)
    expect((await run(['fmt', 'content/finance'])).stdout).toBe('formatted  content/finance/folder.yaml\n')
    expect((await run(['fmt'])).code).toBe(0)
    expect(files()).toEqual(before)
    expect((await run(['validate'])).code).toBe(0)
  })

  test('leaves a file alone when a colour in it became a comment', async () => {
    const { root, run, files } = await cliProject()
    const dashboard = 'content/sales/board/dashboard.yaml'
    await writeFiles(root, { [dashboard]: 'widgets: []\ntheme: {}\ntitle:   #ff0000\n' })
    const before = files()
    const { code, stderr, stdout } = await run(['fmt'])
    expect(code).toBe(1)
    expect(stdout + stderr).toContain(`${dashboard}:3:10  BW-E1103  a # begins a comment`)
    expect(files()).toEqual(before)
  })

  test('leaves a canonical tree alone, committed or not', async () => {
    const { run, files } = await cliProject()
    expect(await run(['fmt'])).toEqual({ code: 0, stdout: '', stderr: '6 documents checked: nothing to change.\n' })
    expect(await run(['fmt', '--check'])).toMatchObject({ code: 0, stdout: '' })
    expect(files()).toEqual(TREE)
  })

  test('formats the tree and its overlays, and keeps comments; --check only reports', async () => {
    const { run, files } = await cliProject(MESSY)
    const list = Object.keys(differences(TREE, MESSY)).sort()
    const check = await run(['fmt', '--check'])
    expect(check).toEqual({
      code: 1,
      stdout: list.map((file) => `would change  ${file}\n`).join(''),
      stderr: '4 files would change. Next: boardwright fmt\n',
    })
    expect(files()).toEqual(MESSY)
    const done = await run(['fmt'])
    expect(done).toEqual({
      code: 0,
      stdout: list.map((file) => `formatted  ${file}\n`).join(''),
      stderr: '4 files changed, of 6 documents. Next: boardwright validate\n',
    })
    expect(files()).toEqual({
      ...TREE,
      'content/sales/folder.yaml': '# the team\nname: Sales # for all\n',
      'overlays/dev/content/sales/board/workbook.yaml': 'name: Board (dev) # dev\n',
    })
    expect((await run(['fmt'])).stdout).toBe('')
  })

  test('formats only files at or below the given paths, relative to the current directory', async () => {
    const { run, files } = await cliProject(MESSY)
    expect((await run(['fmt', 'folder.yaml', 'board/reports/orders.sql'], 'content/sales')).code).toBe(0)
    const changed = Object.keys(differences(MESSY, files())).sort()
    expect(changed).toEqual(
      Object.keys(MESSY)
        .filter((file) => /orders|sales\/folder/.test(file))
        .sort(),
    )
    expect((await run(['fmt', 'overlays'])).stdout).toBe('formatted  overlays/dev/content/sales/board/workbook.yaml\n')
    expect((await run(['fmt', 'nowhere'])).stderr).toContain('there is nothing at nowhere')
    expect((await run(['fmt', '..'])).stderr).toContain('is outside the project')
    expect((await run(['fmt', '.gitignore'])).code).toBe(0)
  })

  test('reports a file with problems, and formats all others', async () => {
    const broken = { ...MESSY, 'content/finance/folder.yaml': '"nmae": Finance\n', 'content/x.report.yaml': 'a: [\n' }
    const { run, files } = await cliProject(broken)
    const { code, stdout, stderr } = await run(['fmt'])
    expect(code).toBe(1)
    expect(stdout.split('\n').length).toBe(5)
    expect(stderr).toContain('content/finance/folder.yaml:1:1  BW-E1201')
    expect(stderr).toContain('content/x.report.yaml:')
    expect(stderr).toMatch(/3 problems in 2 files. These files were left alone.\n4 files changed/)
    expect(files()).toMatchObject({
      'content/finance/folder.yaml': '"nmae": Finance\n',
      'content/x.report.yaml': 'a: [\n',
    })
    const json = JSON.parse((await run(['fmt', '--json'])).stdout)
    expect(json).toMatchObject({ format: 1, written: true, files: [], problems: [{}, {}, {}] })
  })

  test('reads a variable in an id or a reference with the values of the targets', async () => {
    const { run } = await cliProject({
      ...TREE,
      'content/finance/x.report.yaml': 'name: X\nid: XXXXXXXX${var.schema}\n',
    })
    expect((await run(['fmt'])).stdout).toBe('formatted  content/finance/x.report.yaml\n')
  })

  test('skips a change that would make an overlay mean something else', async () => {
    const board = 'content/sales/board/dashboard.yaml'
    const { run, files } = await cliProject({
      ...TREE,
      [board]: 'widgets:\n  - {id: a, type: TABS_CONTAINER, position: {x: 0, y: 0, w: 1, h: 1}, config: {a: 1}}\n',
      'overlays/dev/content/sales/board/dashboard.yaml': 'widgets:\n  - id: a\n    config:\n      layout: rows\n',
    })
    const { code, stdout, stderr } = await run(['fmt'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toContain(`${board}  BW-E1411  warning: would say something else in dev if it were formatted`)
    expect(files()[board]).toContain('TABS_CONTAINER')
  })
})

test('fmt --dry-run points to fmt --check', async () => {
  const { run } = await cliProject()
  const { code, stderr } = await run(['fmt', '--dry-run'])
  expect([code, stderr]).toEqual([64, expect.stringContaining('Use --check: it lists what would change')])
})
