import { describe, expect, test } from 'vitest'
import { locate } from '../../src/serialize/locate.ts'
import { bytesOf, TREE } from './tree-texts.ts'

describe('locate', () => {
  test.each([
    ['content/sales', 'folder content/sales'],
    ['content/sales/folder.yaml', 'folder content/sales'],
    ['content/sales/board', 'workbook content/sales/board'],
    ['content/sales/board/workbook.yaml', 'workbook content/sales/board'],
    ['content/sales/board/reports/orders', 'report content/sales/board/reports/orders.yaml'],
    ['content/sales/board/reports/orders.yaml', 'report content/sales/board/reports/orders.yaml'],
    ['content/sales/board/reports/orders.sql', 'report content/sales/board/reports/orders.yaml'],
    ['content/sales/board/orders', 'report content/sales/board/reports/orders.yaml'],
    ['content/sales/loose', 'report content/sales/loose.report.yaml'],
    ['content/sales/loose.report.html', 'report content/sales/loose.report.yaml'],
    ['content/sales/board/dashboard.yaml', 'part content/sales/board'],
    ['content/sales/board/app/main.js', 'part content/sales/board'],
    ['content', 'nothing '],
    ['content/sales/board/reports', 'nothing '],
    ['overlays/dev/content/finance/cash/dashboard.yaml', 'nothing '],
    ['', 'nothing '],
  ])('%s is %s', (path, expected) => {
    const found = locate(bytesOf(TREE), path)
    expect(`${found.kind} ${'at' in found ? found.at : 'of' in found ? found.of : ''}`).toBe(expected)
  })

  test.each([
    ['account/groups/board', 'account/groups/board.yaml'],
    ['account/groups/board.yaml', 'account/groups/board.yaml'],
    ['content/sales/board/notifications/board', 'content/sales/board/notifications/board.yaml'],
    ['sales/board/notifications/board', ''],
    ['content/finance/board', ''],
    ['account/board', ''],
    ['board', ''],
  ])('%s is what is there, and nothing of the account that is called the same: %s', (path, expected) => {
    const same = {
      ...TREE,
      'account/groups/board.yaml': 'name: Board\n',
      'content/sales/board/notifications/board.yaml': 'slug: board\nschedule: 0 7 * * 1\ntimezone: UTC\n',
    }
    const found = locate(bytesOf(same), path)
    expect('at' in found ? found.at : '').toBe(expected)
  })
})
