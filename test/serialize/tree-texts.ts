import { BoardwrightError } from '../../packages/common/errors.ts'
import { destinationFor } from '../../src/edit/decide/destination.ts'
import { copyObject, type MoveContext, moveObject, type TreeChange } from '../../src/edit/decide/moves.ts'
import { type Located, locate } from '../../src/serialize/locate.ts'

/** A tree as texts by path, and what becomes of it. */

export type Texts = Readonly<Record<string, string>>

export const bytesOf = (texts: Texts): Map<string, Uint8Array> =>
  new Map(Object.entries(texts).map(([file, text]) => [file, Buffer.from(text)]))

export const contextOf = (texts: Texts, interpolate = /^$/): MoveContext => ({
  files: bytesOf(texts),
  namesReports: (file) => interpolate.test(file),
})

export function changed(texts: Texts, { moved, written, removed }: TreeChange): Record<string, string> {
  const files = Object.entries(texts)
    .filter(([file]) => !removed.includes(file))
    .map(([file, text]) => [moved.get(file) ?? file, text] as const)
  const anew = [...written].map(([file, content]) => [file, Buffer.from(content).toString()] as const)
  return Object.fromEntries([...files, ...anew])
}

export function objectAt(texts: Texts, path: string): Located {
  const found = locate(bytesOf(texts), path)
  if (found.kind === 'part' || found.kind === 'nothing') throw new Error(`${path} is ${found.kind}`)
  return found
}

export function move(texts: Texts, from: string, to: string, interpolate?: RegExp): Record<string, string> {
  const context = contextOf(texts, interpolate)
  const object = objectAt(texts, from)
  return changed(texts, moveObject(context, object, destinationFor(context.files, object, to, false)))
}

let minted = 0
export function copy(texts: Texts, from: string, to: string, name?: string): Record<string, string> {
  const context = contextOf(texts)
  const object = objectAt(texts, from)
  const place = destinationFor(context.files, object, to, true)
  const mintId = (): string => {
    minted += 1
    return `New${String(minted).padStart(9, '0')}`
  }
  return changed(texts, copyObject(context, object, place, { name, mintId }))
}

/** What is different, and what is gone. */
export const difference = (before: Texts, after: Texts): Record<string, string | undefined> =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((file) => before[file] !== after[file])
      .map((file) => [file, after[file]]),
  )

export const codeOf = (run: () => unknown): string => {
  try {
    run()
  } catch (cause) {
    if (cause instanceof BoardwrightError) return `${cause.kind} ${cause.message}`
    throw cause
  }
  return 'nothing'
}

export const TREE: Texts = {
  'content/sales/folder.yaml': 'name: Sales\n',
  'content/sales/board/workbook.yaml': 'slug: board\nname: Board\n',
  'content/sales/board/dashboard.yaml': `widgets:
  # the chart
  - id: a
    type: CHART
    report: orders # here
  - id: b
    type: AI
    reports: [orders, /sales/loose]
`.replaceAll('type: ', 'position: {x: 0, y: 0, w: 1, h: 1}\n    type: '),
  'content/sales/board/reports/orders.yaml': 'id: AAAAAAAAAAAA\nname: Orders\nfolder: [Sales]\n',
  'content/sales/board/reports/orders.sql': 'select 1\n',
  'content/sales/board/app/main.js': "load('${report.orders}', '$${report.orders}')",
  'content/sales/loose.report.yaml': 'id: BBBBBBBBBBBB\nname: Loose\n',
  'content/sales/loose.report.html': '<p>\n',
  'content/finance/folder.yaml': 'name: Finance\n',
  'content/finance/cash/workbook.yaml': 'slug: cash\nname: Cash\n',
  'content/finance/cash/dashboard.yaml':
    'widgets:\n  - {id: a, type: CHART, report: /sales/board/orders, position: {x: 0, y: 0, w: 1, h: 1}}\n',
  'overlays/dev/content/finance/cash/dashboard.yaml': 'widgets:\n  - id: a # dev\n    report: /sales/loose\n',
  'overlays/dev/content/sales/board/reports/orders.yaml': 'sql: select 2\n',
}
