import { describe, expect, test } from 'vitest'
import { parseTree } from '../../../src/serialize/parse.ts'
import { bytesOf, copy, difference, TREE } from '../../serialize/tree-texts.ts'

describe('copying', () => {
  test('a workbook: another slug, other ids, and its own reports', () => {
    const after = copy(TREE, 'content/sales/board', 'content/finance/net-board')
    const files = Object.keys(difference(TREE, after)).sort()
    expect(files).toEqual([
      'content/finance/net-board/app/main.js',
      'content/finance/net-board/dashboard.yaml',
      'content/finance/net-board/reports/orders.sql',
      'content/finance/net-board/reports/orders.yaml',
      'content/finance/net-board/workbook.yaml',
      'overlays/dev/content/finance/net-board/reports/orders.yaml',
    ])
    expect(after['content/finance/net-board/workbook.yaml']).toBe('slug: net-board\nname: Board\n')
    expect(after['content/finance/net-board/reports/orders.yaml']).toMatch(/^id: New\d{9}\nname: Orders\n/)
    expect(after['content/finance/net-board/dashboard.yaml']).toBe(TREE['content/sales/board/dashboard.yaml'])
    expect(parseTree(bytesOf(after)).problems).toEqual([])
  })

  test('next to the original gets another name and path', () => {
    const once = copy(TREE, 'content/sales/board', 'content/sales')
    expect(once['content/sales/board-copy/workbook.yaml']).toBe('slug: board-copy\nname: Copy of Board\n')
    const twice = copy(once, 'content/sales/board', 'content/sales')
    expect(twice['content/sales/board-copy-2/workbook.yaml']).toBe('slug: board-copy-2\nname: Copy of Board\n')
    expect(
      copy(TREE, 'content/sales/board', 'content/sales', 'Mine')['content/sales/board-copy/workbook.yaml'],
    ).toContain('name: Mine')
  })

  test('does not reuse a slug', () => {
    expect(copy(TREE, 'content/sales/board', 'content/finance')['content/finance/board/workbook.yaml']).toMatch(
      /^slug: board-[0-9a-f]{6}\nname: Board\n$/,
    )
  })

  test('its schedules are paused, and called as their files are', () => {
    const weekly = 'slug: weekly\nschedule: 0 7 * * 1\ntimezone: UTC\nenabled: true\nrecipients: [a@acme.com]\n'
    const tree = { ...TREE, 'content/sales/board/notifications/weekly.yaml': weekly }
    const after = copy(tree, 'content/sales/board', 'content/finance/net-board')
    const copied = after['content/finance/net-board/notifications/weekly.yaml'] ?? ''
    expect(copied.replace(/-[0-9a-f]{6}$/m, '')).toBe(weekly.replace('enabled: true', 'enabled: false'))
    expect(parseTree(bytesOf(after)).problems).toEqual([])
  })

  test('a report, with its texts and patches, and nothing that belongs to the original alone', () => {
    const tree = {
      ...TREE,
      'content/sales/loose.report.yaml': 'id: BBBBBBBBBBBB # mine\nids: {dev: CCCCCCCCCCCC}\nname: Loose\n',
    }
    const after = copy(tree, 'content/sales/loose.report.html', 'content/finance/cash')
    expect(difference(tree, after)).toEqual({
      'content/finance/cash/reports/loose.yaml': expect.stringMatching(/^id: New\d{9} # mine\nname: Loose\n$/),
      'content/finance/cash/reports/loose.html': '<p>\n',
    })
  })

  test('a folder, with everything in it', () => {
    const after = copy(TREE, 'content/sales', 'content/sales-2')
    expect(after['content/sales-2/folder.yaml']).toBe('name: Copy of Sales\n')
    expect(after['content/sales-2/board/reports/orders.yaml']).toContain('folder: [Copy of Sales]')
    expect(after['content/sales-2/board/dashboard.yaml']).toContain('/sales-2/loose')
    expect(parseTree(bytesOf(after)).problems).toEqual([])
  })
})
