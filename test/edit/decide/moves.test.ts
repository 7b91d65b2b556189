import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { destinationFor } from '../../../src/edit/decide/destination.ts'
import { type Located, locate } from '../../../src/serialize/locate.ts'
import { parseTree } from '../../../src/serialize/parse.ts'
import { printTree } from '../../../src/serialize/print.ts'
import { content } from '../../serialize/content.ts'
import { bytesOf, codeOf, difference, move, TREE } from '../../serialize/tree-texts.ts'
import { contentIn, type Lists } from '../../support/lists.ts'
import { isLong } from '../../support/long.ts'
import { inWhole } from '../../support/whole.ts'

describe('moving', () => {
  test('a workbook: its files, its overlays, and the references to its reports', () => {
    const after = move(TREE, 'content/sales/board', 'content/finance')
    expect(Object.keys(after).filter((file) => file.includes('sales/board'))).toEqual([])
    expect(after['content/finance/board/dashboard.yaml']).toBe(TREE['content/sales/board/dashboard.yaml'])
    expect(after['content/finance/cash/dashboard.yaml']).toContain('report: /finance/board/orders,')
    expect(after['overlays/dev/content/finance/board/reports/orders.yaml']).toBe('sql: select 2\n')
    expect(parseTree(bytesOf(after)).problems).toEqual([])
  })

  test('a report to another workbook: its files, and references as short as possible', () => {
    const after = move(TREE, 'content/sales/board/reports/orders.sql', 'content/finance/cash/reports/all-orders')
    expect(difference(TREE, after)).toEqual({
      'content/sales/board/reports/orders.yaml': undefined,
      'content/sales/board/reports/orders.sql': undefined,
      'overlays/dev/content/sales/board/reports/orders.yaml': undefined,
      'content/finance/cash/reports/all-orders.yaml': TREE['content/sales/board/reports/orders.yaml'],
      'content/finance/cash/reports/all-orders.sql': 'select 1\n',
      'overlays/dev/content/finance/cash/reports/all-orders.yaml': 'sql: select 2\n',
      'content/finance/cash/dashboard.yaml': TREE['content/finance/cash/dashboard.yaml']?.replace(
        '/sales/board/orders',
        'all-orders',
      ),
      'content/sales/board/dashboard.yaml': TREE['content/sales/board/dashboard.yaml']
        ?.replace('orders # here', '/finance/cash/all-orders # here')
        .replace('[orders,', '[/finance/cash/all-orders,'),
    })
  })

  test('a report out of a workbook: it belongs to its new folder', () => {
    const after = move(TREE, 'content/sales/board/reports/orders', 'content/finance')
    expect(after['content/finance/orders.report.yaml']).toBe('id: AAAAAAAAAAAA\nname: Orders\n')
    expect(after['content/finance/orders.report.sql']).toBe('select 1\n')
    expect(after['content/finance/cash/dashboard.yaml']).toContain('report: /finance/orders,')
  })

  test('a report into a workbook, with the patch that names it', () => {
    const after = move(TREE, 'content/sales/loose', 'content/finance/cash')
    expect(after['content/finance/cash/reports/loose.yaml']).toBe('id: BBBBBBBBBBBB\nname: Loose\n')
    expect(after['content/finance/cash/reports/loose.html']).toBe('<p>\n')
    expect(after['overlays/dev/content/finance/cash/dashboard.yaml']).toBe(
      'widgets:\n  - id: a # dev\n    report: loose\n',
    )
  })

  test('a folder into another: reports that name it follow', () => {
    const after = move(TREE, 'content/sales', 'content/finance')
    expect(after['content/finance/sales/board/reports/orders.yaml']).toContain('folder: [Finance, Sales]')
    expect(after['content/finance/cash/dashboard.yaml']).toContain('report: /finance/sales/board/orders,')
    expect(parseTree(bytesOf(after)).problems).toEqual([])
  })

  test('renaming a directory changes no slug, name or id', () => {
    const after = move(TREE, 'content/sales', 'content/verkauf')
    expect(after['content/verkauf/folder.yaml']).toBe('name: Sales\n')
    expect(after['content/verkauf/board/workbook.yaml']).toBe(TREE['content/sales/board/workbook.yaml'])
    expect(after['content/verkauf/board/reports/orders.yaml']).toBe(TREE['content/sales/board/reports/orders.yaml'])
    expect(after['content/verkauf/board/dashboard.yaml']).toContain('/verkauf/loose')
  })

  test('a reference that is longer than needed stays as long as it is right', () => {
    const board = 'content/sales/board/dashboard.yaml'
    const tree = { ...TREE, [board]: TREE[board]?.replace('orders # here', '/sales/board/orders # here') ?? '' }
    expect(Object.keys(difference(tree, move(tree, 'content/finance/cash', 'content/sales')))).not.toContain(board)
    expect(move(tree, 'content/sales/board', 'content/finance')['content/finance/board/dashboard.yaml']).toContain(
      'report: orders # here',
    )
  })

  test('a name that changes only in case', () => {
    expect(Object.keys(move(TREE, 'content/sales', 'content/Sales'))).toContain('content/Sales/board/workbook.yaml')
  })

  test('references in the listed source files change, too', () => {
    const after = move(TREE, 'content/sales/board/reports/orders', 'content/finance', /\/app\//)
    expect(after['content/sales/board/app/main.js']).toBe("load('${report./finance/orders}', '$${report.orders}')")
    const unlisted = move(TREE, 'content/sales/board/reports/orders', 'content/finance')
    expect(unlisted['content/sales/board/app/main.js']).toBe(TREE['content/sales/board/app/main.js'])
  })

  test('an old overlay at the destination refuses the move', () => {
    const left = { ...TREE, 'overlays/dev/content/finance/board/dashboard.yaml': 'title: Old\n' }
    expect(codeOf(() => move(left, 'content/sales/board', 'content/finance'))).toBe(
      'PATH_TAKEN content/finance/board is taken: there is overlays/dev/content/finance/board/dashboard.yaml',
    )
    const text = { ...TREE, 'overlays/dev/content/finance/orders.report.sql': 'select 3\n' }
    expect(codeOf(() => move(text, 'content/sales/board/orders', 'content/finance'))).toContain('PATH_TAKEN')
  })

  test.each([
    ['content/sales/board', 'content/finance/cash', 'PLACE_REFUSED a workbook cannot sit in the workbook'],
    ['content/sales/board', 'content/finance/cash/x', 'PLACE_REFUSED a workbook cannot sit in the workbook'],
    ['content/sales', 'content/sales/board', 'PLACE_REFUSED'],
    ['content/sales', 'content/sales', 'PLACE_REFUSED content/sales cannot go into itself'],
    ['content/sales', 'content/sales/inner', 'PLACE_REFUSED content/sales cannot go into itself'],
    ['content/sales/board', 'content/sales', 'PATH_TAKEN content/sales/board already exists'],
    ['content/sales/board', 'content/none/x', 'OBJECT_UNKNOWN there is no folder content/none'],
    ['content/sales/board', 'elsewhere', 'OBJECT_UNKNOWN there is no folder elsewhere'],
    [
      'content/sales/board/reports/orders',
      'content/sales/LOOSE',
      'PATH_TAKEN content/sales/LOOSE.report.yaml is taken',
    ],
    ['content/sales/board', 'content/FINANCE', 'PATH_TAKEN content/FINANCE is taken'],
    ['content/sales/board', 'content/con', 'NAME_UNSAFE "con" is not a usable name for a workbook'],
    ['content/sales/board', 'content/.hidden', 'NAME_UNSAFE'],
    ['content/sales/board', 'content/a:b', 'NAME_UNSAFE'],
    ['content/sales/board', 'content/reports', 'NAME_UNSAFE'],
  ])('refuses %s -> %s', (from, to, expected) => {
    expect(codeOf(() => move(TREE, from, to))).toContain(expected)
  })
})

/** What an object is, without where it is. */
const withoutPlaces = ({ folders, workbooks, reports }: Lists) => ({
  folders: folders.map(({ path, ...rest }) => [path.at(-1), rest]).sort(),
  workbooks: new Map(workbooks.map(({ folder: _, ...rest }) => [rest.slug, rest])),
  reports: new Map(reports.map(({ place: _, ...rest }) => [rest.id, rest])),
})

test('for any move in any tree, everything still shows what it showed', () => {
  fc.assert(
    fc.property(content, fc.nat(), fc.nat(), (made, which, where) => {
      const texts = Object.fromEntries(printTree(contentIn(made)))
      const files = bytesOf(texts)
      const objects = [...new Set(Object.keys(texts).map((file) => JSON.stringify(locate(files, file))))]
        .map((text) => JSON.parse(text) as Located)
        .filter((object) => 'at' in object)
      const holders = ['content', ...objects.filter(({ kind }) => kind !== 'report').map(({ at }) => at)]
      const object = objects[which % objects.length]
      const holder = holders[where % holders.length]
      if (object === undefined || holder === undefined) return
      const to = where % 2 === 0 ? holder : `${holder}/elsewhere`
      const refused = codeOf(() => destinationFor(files, object, to, false))
      fc.pre(refused === 'nothing')
      const after = move(texts, object.at, to)
      const { content: now, problems } = inWhole(parseTree(bytesOf(after)))
      fc.pre(!problems.some(({ kind }) => kind === 'DUPLICATE'))
      expect(problems).toEqual([])
      expect(withoutPlaces(now)).toEqual(withoutPlaces(inWhole(parseTree(files)).content))
    }),
    { numRuns: isLong ? 100 : 8 },
  )
})
