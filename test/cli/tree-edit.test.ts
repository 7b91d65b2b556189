import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commitAll, git, writeFiles } from '../support/directory.ts'
import { CONFIG, cliProject, differences, TREE } from './project.ts'

describe('new', () => {
  test('makes a sound workbook that is not published, with a report', async () => {
    const { run, files } = await cliProject()
    const made = await run(['new', 'workbook', 'Net revenue & more', '--in', 'content/sales'])
    expect(made).toEqual({
      code: 0,
      stdout:
        'created  content/sales/net-revenue-more/workbook.yaml\ncreated  content/sales/net-revenue-more/dashboard.yaml\n',
      stderr:
        'Next: boardwright new report NAME --in content/sales/net-revenue-more. Viewers see it once `publish: false` is gone\n',
    })
    const report = await run(['new', 'report', 'By month'], 'content/sales/net-revenue-more')
    expect(report.stdout).toBe('created  content/sales/net-revenue-more/reports/by-month.yaml\n')
    expect(report.stderr).toMatch(
      /^Next: write what it asks for into \S+, such as query: \{measures: \[\w+\.\w+\]\}, then/,
    )
    expect(differences(TREE, files())).toEqual({
      'content/sales/net-revenue-more/workbook.yaml':
        'slug: net-revenue-more\nname: Net revenue & more\npublish: false\n',
      'content/sales/net-revenue-more/dashboard.yaml': 'title: Net revenue & more\n',
      'content/sales/net-revenue-more/reports/by-month.yaml': expect.stringMatching(
        /^id: '?[0-9A-Za-z]{12}'?\nname: By month\n$/,
      ),
    })
    expect(await run(['validate'])).toMatchObject({ code: 0 })
    expect((await run(['fmt', '--check'])).code).toBe(0)
  })

  test('makes a folder at the root with a report, each with its own name', async () => {
    const { run, files } = await cliProject()
    expect((await run(['new', 'folder', 'CON'])).code).toBe(0)
    const [folder = ''] = Object.keys(differences(TREE, files()))
    expect(folder).toMatch(/^content\/con-[0-9a-f]{6}\/folder.yaml$/)
    await run(['new', 'report', 'Orders', '--in', 'finance'])
    await run(['new', 'report', 'Orders', '--in', 'finance'])
    const reports = Object.keys(files()).filter((file) => file.startsWith('content/finance/orders'))
    expect(reports).toEqual([
      expect.stringMatching(/orders-[0-9a-f]{6}.report.yaml/),
      'content/finance/orders.report.yaml',
    ])
  })

  test('makes a group of the tenant that is named, or of the only one that has a group, and rm removes it', async () => {
    const { root, run, files } = await cliProject()
    const refused = await run(['new', 'tenantGroup', 'Buyers'])
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('--in account/tenants/<tenant>')])
    await run(['new', 'tenantGroup', 'Buyers', '--in', 'account/tenants/initech'])
    await run(['new', 'tenantGroup', 'Writers'])
    const directory = 'account/tenants/initech/groups'
    expect(differences(TREE, files())).toEqual({
      [`${directory}/buyers.yaml`]: 'name: Buyers\n',
      [`${directory}/writers.yaml`]: 'name: Writers\n',
    })
    const strange = await run(['new', 'tenantGroup', 'Buyers', '--in', 'account/tenants/Initech'])
    expect(strange.code).toBe(1)
    await run(['new', 'tenantGroup', 'Buyers', '--in', 'account/tenants/globex-2'])
    expect((await run(['new', 'tenantGroup', 'Others'])).code).toBe(1)
    expect(files()).toHaveProperty(['account/tenants/globex-2/groups/buyers.yaml'])
    commitAll(root)
    expect((await run(['rm', `${directory}/buyers.yaml`])).code).toBe(0)
    expect(files()).not.toHaveProperty([`${directory}/buyers.yaml`])
  })

  test.each([
    [['folder', 'Sales'], 1, 'BW-E1204'],
    [['folder', ' '], 64, 'a folder needs a name'],
    [['report', 'x', '--in', 'content/slaes'], 1, 'Did you mean "content/sales"?'],
    [['workbook', 'x', '--in', 'content/sales/board'], 1, 'a workbook cannot sit in the workbook content/sales/board'],
    [['folder', 'x'.repeat(256)], 1, 'BW-E1201'],
    [['board', 'x'], 64, '<kind> does not take "board"'],
    [['workbook', 'x', '--from', 'sales'], 64, '--from is for a report or a dashboard, not a workbook'],
    [['folder', 'x', '--kind', 'bar'], 64, '--kind says how a report looks, not a folder'],
    [['dashboard', 'x', '--from', 'sales', '--kind', 'bar'], 64, '--kind says how a report looks, not a dashboard'],
    [['report', 'x', '--kind', 'bar'], 64, '--from is missing'],
    [['dashboard', 'x'], 64, '--from is missing'],
    [['dashboard', 'x', '--from', ' , '], 64, '--from names no measure'],
    [['report', 'x', '--from', 'nothing.at_all'], 1, 'the data model in this tree has no "nothing.at_all"'],
  ])('refuses %j', async (args, code, message) => {
    const { run, files } = await cliProject()
    const ended = await run(['new', ...args])
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: '' })
    expect(ended.stderr).toContain(message)
    expect(files()).toEqual(TREE)
  })
})

describe('rename of a path', () => {
  test('moves a report by a path as the shell completes it, with all references, one line for each file', async () => {
    const { run, files } = await cliProject()
    const { code, stdout, stderr } = await run(
      ['rename', 'reports/orders.sql', '../../finance/all'],
      'content/sales/board',
    )
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'Next: boardwright validate && git add -A && git commit -m Move\n',
    })
    expect(stdout).toBe(
      `moved    content/sales/board/reports/orders.sql -> content/finance/all.report.sql
moved    content/sales/board/reports/orders.yaml -> content/finance/all.report.yaml
edited   content/sales/board/dashboard.yaml
`,
    )
    expect(differences(TREE, files())).toEqual({
      'content/sales/board/reports/orders.sql': undefined,
      'content/sales/board/reports/orders.yaml': undefined,
      'content/finance/all.report.sql': TREE['content/sales/board/reports/orders.sql'],
      'content/finance/all.report.yaml': TREE['content/sales/board/reports/orders.yaml'],
      'content/sales/board/dashboard.yaml': TREE['content/sales/board/dashboard.yaml'].replace(
        'orders',
        '/finance/all',
      ),
    })
    expect((await run(['validate'])).code).toBe(0)
  })

  test('moves a workbook with its overlays, and everything else in its directory', async () => {
    const { root, run, files } = await cliProject({ ...TREE, '.gitignore': '.boardwright/\n.DS_Store\n' })
    writeFileSync(join(root, 'content/sales/board/.DS_Store'), 'x')
    expect((await run(['rename', 'content/sales/board', 'content/finance', '--json'])).stdout).toContain('"format":1')
    const all = Object.keys(files())
    expect(all.filter((file) => file.includes('sales/board'))).toEqual([])
    expect(all).toContain('content/finance/board/.DS_Store')
    expect(all).toContain('overlays/dev/content/finance/board/workbook.yaml')
    expect((await run(['validate'])).code).toBe(0)
  })

  test('touches nothing with uncommitted changes', async () => {
    const { root, run, files } = await cliProject()
    await writeFiles(root, {
      'content/sales/board/dashboard.yaml': `${TREE['content/sales/board/dashboard.yaml']}# mine\n`,
    })
    const before = files()
    const refused = await run(['rename', 'sales/board/orders', 'finance'])
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(
      /^error BW-E1412 {2}there are uncommitted changes in content\/sales\/board\/dashboard.yaml: nothing was done\n/,
    )
    expect(files()).toEqual(before)
    commitAll(root)
    expect((await run(['rename', 'sales/board/orders', 'finance'])).code).toBe(0)
    expect(files()['content/sales/board/dashboard.yaml']).toMatch(/\/finance\/orders\n.*# mine\n/s)
  })

  test('touches nothing that git ignores, since no commit has it', async () => {
    const ignored = 'content/sales/board/reports/orders.yaml'
    const { run, files } = await cliProject({ ...TREE, '.gitignore': `.boardwright/\n${ignored}\n` })
    const before = files()
    const refused = await run(['rename', 'sales/board', 'finance'])
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain(`there are uncommitted changes in ${ignored}: nothing was done`)
    expect(files()).toEqual(before)
  })

  test('works in a repository only', async () => {
    const { root, run } = await cliProject()
    rmSync(join(root, '.git'), { recursive: true })
    expect((await run(['rename', 'sales/board', 'finance'])).stderr).toContain('BW-E1402')
  })

  test('says which rules in boardwright.yaml now mean something else', async () => {
    const { run } = await cliProject({
      ...TREE,
      'boardwright.yaml': `${CONFIG}exclude: {paths: [finance/*]}\ninclude: {paths: ['**', sales/board]}\n`,
    })
    const { code, stderr } = await run(['rename', 'sales/board', 'finance'])
    expect(code).toBe(0)
    expect(stderr).toContain('Look at it: "exclude: finance/*" in boardwright.yaml now matches content/finance/board/')
    expect(stderr).toContain(
      'Look at it: "include: sales/board" in boardwright.yaml no longer matches content/finance/board/',
    )
  })

  test('does not break a sound tree, and needs files that can be read', async () => {
    const twins = { ...TREE, 'content/finance/sales/folder.yaml': 'name: Sales\n' }
    const { root, run, files } = await cliProject(twins)
    const clash = await run(['rename', 'content/finance/sales', 'content/other'])
    expect(clash.code).toBe(1)
    expect(clash.stderr).toContain(
      'content/sales/folder.yaml:1:7  BW-E1204  the folder "Sales" is in content/other/folder.yaml too',
    )
    expect(files()).toEqual(twins)
    await writeFiles(root, { 'content/finance/folder.yaml': 'name: [\n' })
    expect((await run(['rename', 'sales/board', 'finance'])).stderr).toContain('content/finance/folder.yaml:')
  })

  test.each([
    ['content/sales/bord', 'Did you mean "content/sales/board"?'],
    ['content/sales/board/dashboard.yaml', 'is part of the workbook content/sales/board'],
    ['../elsewhere', 'there is no folder, workbook or report at ../elsewhere'],
    ['content', 'or a path below content/'],
  ])('finds no object at %s', async (path, message) => {
    const { run } = await cliProject()
    const { code, stderr } = await run(['rename', path, 'content/finance'])
    expect(code).toBe(1)
    expect(stderr).toContain(message)
  })
})

describe('copy', () => {
  test('creates files and changes none', async () => {
    const { run, files } = await cliProject()
    const { code, stdout } = await run(['copy', 'sales/board', 'finance', '--name', 'Cash'])
    expect(code).toBe(0)
    expect(stdout.split('\n').filter((line) => line !== '')).toEqual([
      'created  content/finance/board/dashboard.yaml',
      'created  content/finance/board/reports/orders.sql',
      'created  content/finance/board/reports/orders.yaml',
      'created  content/finance/board/workbook.yaml',
      'created  overlays/dev/content/finance/board/workbook.yaml',
    ])
    const made = differences(TREE, files())
    expect(made['content/finance/board/workbook.yaml']).toMatch(/^slug: board-[0-9a-f]{6}\nname: Cash\n$/)
    expect(made['content/finance/board/reports/orders.yaml']).not.toContain('AAAAAAAAAAAA')
    expect((await run(['validate'])).code).toBe(0)
  })
})

describe('rm', () => {
  test('refuses what is still shown, and says where', async () => {
    const { run, files } = await cliProject()
    const { code, stdout, stderr } = await run(['rm', 'content/sales/board/reports/orders.yaml'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(
      'content/sales/board/dashboard.yaml:6:13  BW-E1416  the widget "a" shows content/sales/board/reports/orders.yaml',
    )
    expect(stderr).toContain('report: orders')
    expect(files()).toEqual(TREE)
  })

  test('removes a workbook with its reports and overlays', async () => {
    const { run, files } = await cliProject()
    expect(await run(['rm', 'sales/board'])).toEqual({
      code: 0,
      stdout: `removed  content/sales/board/dashboard.yaml
removed  content/sales/board/reports/orders.sql
removed  content/sales/board/reports/orders.yaml
removed  content/sales/board/workbook.yaml
removed  overlays/dev/content/sales/board/workbook.yaml
`,
      stderr: 'Next: git add -A && git commit -m Remove. What is live stays until an apply with --prune\n',
    })
    expect(Object.keys(files()).filter((file) => file.includes('board/'))).toEqual([])
  })

  test('in a folder without git, the next step makes a repository', async () => {
    const { root, run } = await cliProject()
    rmSync(join(root, '.git'), { recursive: true })
    const { stderr } = await run(['copy', 'sales/board', 'finance'])
    expect(stderr).toContain('Next: boardwright validate && git init && git add -A && git commit -m Copy\n')
  })

  test('removes a folder with its content only with the flag for that', async () => {
    const { root, run, files } = await cliProject()
    expect((await run(['rm', 'content/sales'])).stderr).toMatch(
      /BW-E1417 {2}content\/sales holds 5 more files, such as /,
    )
    expect((await run(['rm', 'content/finance'])).code).toBe(0)
    commitAll(root)
    expect((await run(['rm', '-r', 'content/sales'])).code).toBe(0)
    expect(Object.keys(files())).toEqual(['.gitignore', 'boardwright.yaml'])
  })

  test('leaves alone what is not in git', async () => {
    const { root, run, files } = await cliProject()
    const added = { 'content/finance/new.report.yaml': 'id: NNNNNNNNNNNN\nname: New\n' }
    await writeFiles(root, added)
    expect((await run(['rm', 'finance/new'])).stderr).toContain('BW-E1412')
    expect(files()).toMatchObject(added)
    git(root, 'add', '--all')
    expect((await run(['rm', 'finance/new'])).stderr).toContain('BW-E1412')
  })
})
