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
})
