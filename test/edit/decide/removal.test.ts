import { describe, expect, test } from 'vitest'
import { removeObject } from '../../../src/edit/decide/removal.ts'
import { changed, contextOf, difference, objectAt, TREE } from '../../serialize/tree-texts.ts'

describe('removing', () => {
  const remove = (path: string, tree = TREE, interpolate?: RegExp) => {
    const removal = removeObject(contextOf(tree, interpolate), objectAt(tree, path))
    const uses = removal.uses.map(({ at, message }) => `${at.file}:${at.line} ${message}`)
    return { files: difference(tree, changed(tree, removal)), uses }
  }

  test('names every place that still shows a report', () => {
    expect(remove('content/sales/board/reports/orders').uses).toEqual([
      'content/finance/cash/dashboard.yaml:2 the widget "a" shows content/sales/board/reports/orders.yaml',
      'content/sales/board/dashboard.yaml:6 the widget "a" shows content/sales/board/reports/orders.yaml',
      'content/sales/board/dashboard.yaml:10 the widget "b" shows content/sales/board/reports/orders.yaml',
    ])
    expect(remove('content/sales/loose').uses).toEqual([
      expect.stringContaining('content/sales/board/dashboard.yaml:10'),
      'overlays/dev/content/finance/cash/dashboard.yaml:3 the widget "a" shows content/sales/loose.report.yaml',
    ])
  })

  test('also places that use its public id, listed source files, and for a folder', () => {
    const board = 'content/finance/cash/dashboard.yaml'
    const byId = { ...TREE, [board]: TREE[board]?.replace('/sales/board/orders', 'id:AAAAAAAAAAAA') ?? '' }
    expect(remove('content/sales/board', byId).uses).toEqual([expect.stringContaining(`${board}:2`)])
    const listed = remove('content/sales/board/reports/orders', TREE, /\/app\//).uses
    expect(listed).toContain('content/sales/board/app/main.js:1 names content/sales/board/reports/orders.yaml')
    const inFolder = {
      ...TREE,
      'content/finance/cash/reports/x.yaml': 'id: XXXXXXXXXXXX\nname: X\nfolder: [Sales, Inner]\n',
    }
    expect(remove('content/sales', inFolder).uses).toContain(
      'content/finance/cash/reports/x.yaml:3 sits in content/sales as well',
    )
  })

  test('also the code of an app that uses its public id, in any target', () => {
    const app = {
      ...TREE,
      'content/app/workbook.yaml': 'slug: app\nname: App\n',
      'content/app/dashboard.yaml': "kind: APP\napp:\n  files:\n    a.ts: |\n      export const id = 'ZZZZZZZZZZZZ'\n",
      'content/app/app/b.ts': "\nuseReport('YYYYYYYYYYYY')\n",
      'overlays/dev/content/app/app/c.ts': "useReport('YYYYYYYYYYYY')\n",
      'content/sales/asked.report.yaml': 'id: ZZZZZZZZZZZZ\nids: {dev: YYYYYYYYYYYY}\nname: Asked for\n',
    }
    expect(remove('content/sales/asked', app).uses).toEqual([
      'content/app/dashboard.yaml:5 the code asks for content/sales/asked.report.yaml by its id',
      'content/app/app/b.ts:2 the code asks for content/sales/asked.report.yaml by its id',
      'overlays/dev/content/app/app/c.ts:1 the code asks for content/sales/asked.report.yaml by its id',
    ])
    expect(remove('content/app', app).uses).toEqual([])
  })

  test('takes its files and its patches', () => {
    expect(remove('content/finance/cash')).toEqual({
      files: {
        'content/finance/cash/workbook.yaml': undefined,
        'content/finance/cash/dashboard.yaml': undefined,
        'overlays/dev/content/finance/cash/dashboard.yaml': undefined,
      },
      uses: [],
    })
  })
})
