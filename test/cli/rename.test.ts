import { describe, expect, test } from 'vitest'
import { commitAll, git, writeFiles } from '../support/directory.ts'
import { cliProject, differences, TREE } from './project.ts'

const MODEL = 'data-model/model/orders.yml'
const REPORT = 'content/sales/board/reports/orders.yaml'
const FILES = {
  ...TREE,
  [MODEL]: `cubes:
  - name: orders
    measures:
      - {name: count, type: count} # all of them
      - {name: double, type: number, sql: "2 * {count}"}
    sql_table: orders
`,
  [REPORT]: 'id: AAAAAAAAAAAA\nname: Orders\nquery:\n  measures: ["orders.count"] # all\n',
}

describe('rename', () => {
  test('shows what it would do, and does it only with --yes', async () => {
    const { run, root, files } = await cliProject(FILES)
    const shown = `orders.count -> orders.total
  ${MODEL}:4:16  count -> total  (definition)
  ${MODEL}:5:49  count -> total  (sql)
  ${REPORT}:4:15  orders.count -> orders.total  (query)
`
    expect(await run(['rename', 'orders.count', 'total', '--dry-run'])).toEqual({
      code: 0,
      stdout: shown,
      stderr: 'Nothing was written.\n',
    })
    const asked = await run(['rename', 'orders.count', 'total'])
    expect(asked).toMatchObject({ code: 64, stderr: expect.stringContaining('--yes is missing') })
    expect(files()).toEqual(FILES)

    expect(await run(['rename', 'orders.count', 'orders.total', '--yes'])).toMatchObject({ code: 0, stdout: shown })
    expect(differences(FILES, files())).toEqual({
      [MODEL]: FILES[MODEL].replace('name: count', 'name: total').replace('{count}', '{total}'),
      [REPORT]: FILES[REPORT].replace('orders.count', 'orders.total'),
    })
    const dirty = await run(['rename', 'orders.total', 'count', '--yes'])
    expect(dirty).toMatchObject({ code: 1, stderr: expect.stringContaining('BW-E1412') })
    commitAll(root)
    expect((await run(['rename', 'orders.total', 'count', '--yes'])).code).toBe(0)
    expect(files()).toEqual(FILES)
  })

  test('takes a path, too, and with --dry-run only says what would move', async () => {
    const { run, files } = await cliProject(FILES)
    const moved = `moved    ${REPORT} -> content/sales/board/reports/all.yaml`
    const shown = await run(['rename', 'sales/board/orders', 'sales/board/all', '--dry-run'])
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining(moved), stderr: 'Nothing was written.\n' })
    const json = await run(['rename', 'sales/board/orders', 'sales/board/all', '--dry-run', '--json'])
    expect(JSON.parse(json.stdout)).toMatchObject({ written: false, object: { kind: 'report' } })
    expect(files()).toEqual(FILES)
    expect((await run(['rename', 'sales/board/orders', 'sales/board/all'])).stdout).toBe(shown.stdout)
    const refused = await run(['rename', 'sales/board', 'finance', '--alias'])
    expect(refused).toMatchObject({ code: 64, stderr: expect.stringContaining('sales/board is a path') })
  })

  test('refuses a word that is a path and a name of the data model, until it is said which', async () => {
    const twins = { ...FILES, 'content/orders/folder.yaml': 'name: Orders\n' }
    const { run, root } = await cliProject(twins)
    const refused = await run(['rename', 'orders', 'purchases', '--dry-run'])
    expect(refused.code).toBe(64)
    expect(refused.stderr).toContain('"orders" is content/orders, and a name of the data model, too')
    expect(refused.stderr).toContain('Write content/orders for the content, or model:orders for the data model.')
    const path = await run(['rename', 'content/orders', 'purchases', '--dry-run'])
    expect(path.stdout).toContain('content/orders/folder.yaml -> content/purchases/folder.yaml')
    const model = await run(['rename', 'model:orders', 'purchases', '--dry-run'])
    expect(model.stdout).toContain('orders -> purchases')
    expect((await run(['rename', 'orders.count', 'total', '--dry-run'])).stdout).toContain(
      'orders.count -> orders.total',
    )
    commitAll(root)
  })

  test.each([
    ['orders.cuont', 'BW-E1209  the data model has no "orders.cuont"', 'Did you mean "orders.count"?'],
    ['nix', 'BW-E1209  the data model has no "nix"', 'Name a member, a cube or a view'],
  ])('does not find %s', async (name, message, hint) => {
    const { run } = await cliProject(FILES)
    const { code, stderr } = await run(['rename', name, 'total', '--yes'])
    expect(code).toBe(1)
    expect(stderr).toContain(message)
    expect(stderr).toContain(hint)
  })

  test('refuses a name that stands nowhere, also if part of the model is code', async () => {
    const code = 'cube(`sums`, {sql: `select 1`, measures: {all: {sql: `orders.all`, type: `sum`}}})\n'
    const { run } = await cliProject({ ...FILES, 'data-model/model/sums.js': code })
    const typo = await run(['rename', 'typo', 'total', '--yes'])
    expect(typo).toMatchObject({ code: 1, stderr: expect.stringContaining('the data model has no "typo"') })
    const shown = await run(['rename', 'sums.all', 'total', '--dry-run'])
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('Not changed, look at it:') })
    expect(shown.stdout).not.toContain('Nothing names it.')
  })

  test('changes the rest if the data model already has the new name', async () => {
    const { run, files } = await cliProject({ ...FILES, [MODEL]: FILES[MODEL].replaceAll('count', 'total') })
    expect((await run(['rename', 'orders.count', 'total', '--yes'])).code).toBe(0)
    expect(files()[REPORT]).toBe(FILES[REPORT].replace('orders.count', 'orders.total'))
  })
})

describe('impact', () => {
  test('names the files that cannot be read, since they may use the member, too', async () => {
    const { run } = await cliProject({ ...FILES, [REPORT]: `${FILES[REPORT]}x: [` })
    const { code, stdout, stderr } = await run(['impact', 'orders.count'])
    expect([code, stdout]).toEqual([0, expect.not.stringContaining(REPORT)])
    expect(stderr).toContain(`Not checked: ${REPORT} cannot be read`)
  })

  test('of a member lists what uses it and what it is made of', async () => {
    const { run } = await cliProject(FILES)
    expect(await run(['impact', 'orders.count'])).toMatchObject({
      code: 0,
      stdout: `1 dashboard, 1 report, 1 member
--live says who sees them.
orders.count
  used by
    orders.double  sql
    Board  content/sales/board/dashboard.yaml
      Orders  ${REPORT}
-v shows how, and the place of each.
`,
    })
    expect((await run(['impact', 'orders.double'])).stdout).toBe(`orders.double
  made of
    orders.count  sql
  Nothing uses it.
-v shows how, and the place of each.
`)
    expect((await run(['impact', 'content/sales/board'])).stdout).toContain('orders.count')
    const ofFolder = await run(['impact', 'content/sales'])
    expect(ofFolder.stdout).toContain('content/sales/board/dashboard.yaml\n')
    expect(ofFolder.stdout).toContain('orders.count')
    const nowhere = await run(['impact', 'content/salse'])
    expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining('Did you mean "content/sales"?')])
    expect((await run(['impact', 'orders.count', '--format', 'mermaid'])).stdout).toContain('n0 --> n1')
    const { format, impacts } = JSON.parse((await run(['impact', 'orders', '--json'])).stdout)
    expect({ format, of: impacts[0].of }).toEqual({ format: 1, of: 'orders' })
  })

  test('shows places with -v only, however much there is', async () => {
    const reports = Array.from({ length: 30 }, (_, nth) => [
      `content/sales/board/reports/r${nth}.yaml`,
      FILES[REPORT].replace(/^id: .*/m, `id: r${String(nth).padStart(11, '0')}`),
    ])
    const { run } = await cliProject({ ...FILES, ...Object.fromEntries(reports) })
    const { stdout } = await run(['impact', 'orders.count'])
    expect(stdout).toMatch(
      /^1 dashboard, 31 reports, 1 member\n--live says who sees them\.\norders.count\n {2}used by\n/,
    )
    expect(stdout).toContain('    Orders  content/sales/board/reports/r7.yaml\n')
    expect(stdout).toContain('\n-v shows how, and the place of each.\n')
    expect(stdout).not.toMatch(/:\d+:\d+/)
    const everything = (await run(['impact', 'orders.count', '-v'])).stdout
    expect(everything).toContain('    Orders  content/sales/board/reports/r7.yaml:4:15 query\n')
    const { counts, impacts } = JSON.parse((await run(['impact', 'orders.count', '--json'])).stdout)
    expect(counts).toEqual({ dashboards: 1, reports: 31, members: 1 })
    expect(impacts[0].usedBy.every(({ at }: { at?: unknown }) => at !== undefined)).toBe(true)
  })

  test('without a name covers the members that a branch changed or removed', async () => {
    const { run, root } = await cliProject(FILES)
    expect((await run(['impact'])).stderr).toContain('BW-E1428')
    expect((await run(['impact', '--base', 'main'])).stdout).toBe(
      'No member of the data model was changed or removed.\nTo see what uses one, name it: boardwright impact CUBE.MEMBER\n',
    )
    git(root, 'checkout', '--quiet', '-b', 'work')
    await writeFiles(root, { [MODEL]: FILES[MODEL].replace('name: count', 'name: total') })
    commitAll(root)
    const { stdout, stderr } = await run(['impact', '--base', 'main'])
    expect(stderr).toMatch(/^Compared with main, which HEAD left at [0-9a-f]{7}\.\n/)
    expect(stdout).toContain('orders.count  is gone\n  used by\n')
    expect(stdout).toContain(`Orders  ${REPORT}\n`)
    expect(stdout).not.toContain('orders.double\n')
    expect((await run(['impact', '--base', 'HEAD'])).stdout).toBe(
      'No member of the data model was changed or removed.\nTo see what uses one, name it: boardwright impact CUBE.MEMBER\n',
    )
    expect((await run(['impact', '--base', 'nix'])).code).toBe(64)
  })
})
