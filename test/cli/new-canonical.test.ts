import { expect, test } from 'vitest'
import { CONFIG, cliProject } from './project.ts'

const MODEL = `cubes:
  - name: orders
    sql_table: orders
    measures:
      - {name: count, type: count}
      - {name: revenue, type: sum, sql: amount, format: currency}
    dimensions:
      - {name: status, type: string, sql: status}
      - {name: created_at, type: time, sql: created_at}
`

test.each([
  [['folder', 'New York']],
  [['workbook', 'Churn: by week']],
  [['report', 'Orders #1', '--in', 'sales/board']],
  [['report', 'Orders', '--in', 'sales/board', '--from', 'orders']],
  [['report', 'Orders', '--in', 'sales/board', '--from', 'orders.revenue,orders.created_at,orders.status']],
  [['dashboard', 'Orders', '--from', 'orders']],
  [['tenantGroup', 'yes', '--in', 'account/tenants/initech']],
  [['dashboard', 'yes', '--from', 'orders.count,orders.created_at']],
] as const)('what new writes is laid out as fmt would: %s', async (args) => {
  const { run } = await cliProject({
    'boardwright.yaml': CONFIG,
    'data-model/model/orders.yml': MODEL,
    'content/sales/folder.yaml': 'name: Sales\n',
    'content/sales/board/workbook.yaml': 'slug: board\nname: Board\n',
  })
  expect((await run(['new', ...args])).stderr).not.toContain('error')
  expect(await run(['fmt', '--check'])).toMatchObject({ code: 0, stdout: '' })
})
