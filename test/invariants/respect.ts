import { expect } from 'vitest'
import { stringifyJson } from '../../packages/common/json.ts'
import type { Plan } from '../../src/project/plan.ts'
import { changedCells, type Row, type Rows } from './rows.ts'

export interface Course {
  /** Before the first apply. */
  readonly before: Rows
  /** After the first apply. */
  readonly applied: Rows
  /** After people's edits. */
  readonly edited: Rows
  /** After the second apply. */
  readonly now: Rows
}

/** Whatever the repo changed, people's edits are still there, and what is not ours is unchanged. */
export function expectRespect(course: Course, plan: Plan): void {
  const planned = new Set<string>(plan.objects.map(({ key }) => key))
  const agreed = agreedDrafts(course, plan)
  expect(lostEdits(course, agreed)).toEqual([])
  expect(shownEarly(course, agreed)).toEqual([])
  expect(comeBack(course)).toEqual([])
  expect(touched(course)).toEqual([])
  expect(renamed(course, (key) => planned.has(key))).toEqual([])
}

const labelOf = ({ kind, name }: Row, cell: string): string => `${kind} ${name}: ${cell}`

/** A draft that was published is no longer looked at: the next one is another draft. */
const isPast = (cell: string, applied: Row, edited: Row): boolean =>
  cell.startsWith('draft.') && edited.version !== applied.version

/** Publishing something for the first time changes nothing in it. */
function withDraftShown(was: Row): Row {
  if (was.version !== undefined) return was
  const shown = [...was.cells].map(([cell, text]) => [cell.replace(/^draft\./, 'published.'), text] as const)
  return { ...was, cells: new Map([...was.cells, ...shown]) }
}

/** Workbooks whose draft differs from live only by what the repo published. */
function agreedDrafts({ edited, now }: Course, plan: Plan): ReadonlySet<string> {
  const written = new Map(plan.objects.map(({ key, units }) => [key, new Set(units.map(({ unit }) => unit))]))
  const isAgreed = ([id, row]: readonly [string, Row]): boolean => {
    const [is, units] = [now.get(id), written.get(`workbook/${row.wire['slug']}`)]
    if (row.kind !== 'workbook' || !is || !units) return false
    const parts = [...row.cells.keys()].flatMap((cell) => /^(?:draft|published)\.(.*)$/s.exec(cell)?.[1] ?? [])
    const drafted = parts.filter((part) => row.cells.get(`draft.${part}`) !== row.cells.get(`published.${part}`))
    return drafted.every(
      (part) =>
        units.has(part === 'order' ? 'layout' : part) &&
        is.cells.get(`published.${part}`) === row.cells.get(`draft.${part}`),
    )
  }
  return new Set([...edited].filter(isAgreed).map(([id]) => id))
}

/** Cells that people changed, and that have another value now. */
function lostEdits({ applied, edited, now }: Course, agreed: ReadonlySet<string>): string[] {
  return [...edited].flatMap(([id, row]) => {
    const [before, is] = [applied.get(id), now.get(id)]
    if (!before) return []
    const was = row.version === undefined ? before : withDraftShown(before)
    // Viewers first see a report when its dashboard is first published: nobody wrote that.
    const isFirst = before.version === undefined
    const cells = changedCells(was, row).filter(
      (cell) => !isPast(cell, was, row) && !(isFirst && cell.startsWith('shown ')),
    )
    // Who joined a list goes with it: the plan counts them.
    if (!is)
      return cells.filter((cell) => !/^(member|recipient) /.test(cell)).map((cell) => `${labelOf(row, cell)} is gone`)
    // If there was only a draft, viewers see it once the repo publishes it.
    const isShownFirst = agreed.has(id) || (row.version === undefined && is.version !== undefined)
    const nowIn = (cell: string): string | undefined =>
      is.cells.get(isShownFirst ? cell.replace(/^draft\./, 'published.') : cell)
    return cells
      .filter((cell) => nowIn(cell) !== row.cells.get(cell) && !(cell.startsWith('shown ') && !is.cells.has(cell)))
      .map((cell) => `${labelOf(row, cell)} is ${nowIn(cell)}, and somebody wrote ${row.cells.get(cell)}`)
  })
}

/** Drafts that people did not publish, and viewers see. */
function shownEarly({ applied, edited, now }: Course, agreed: ReadonlySet<string>): string[] {
  return [...edited].flatMap(([id, row]) => {
    const [was, is] = [applied.get(id), now.get(id)]
    if (!was || !is || row.kind !== 'workbook') return []
    const drafted = changedCells(was, row).filter((cell) => cell.startsWith('draft.') && !isPast(cell, was, row))
    const isDraft = row.version !== undefined && drafted.length > 0 && !agreed.has(id)
    const early = isDraft && is.version !== row.version ? [`${labelOf(row, 'draft')} was published`] : []
    const reports = changedCells(row, is).filter((cell) => {
      const [, number, field = ''] = /^shown (\d+)\.(.*)$/.exec(cell) ?? []
      const [before, after] = [applied.get(`report/${number}`), edited.get(`report/${number}`)]
      if (!before || !after || !row.cells.has(`shown ${number}.name`)) return false
      const isEdited = before.cells.get(field) !== after.cells.get(field)
      return isEdited && row.cells.get(cell) !== after.cells.get(field) && is.cells.get(cell) === after.cells.get(field)
    })
    return [...early, ...reports.map((cell) => `${labelOf(row, cell)} was published`)]
  })
}

/** What people deleted, and exists again. */
function comeBack({ applied, edited, now }: Course): string[] {
  const names = new Set([...now.values()].filter(({ id, kind }) => !edited.has(`${kind}/${id}`)).map(keyOf))
  return [...applied.entries()]
    .filter(([id, row]) => row.kind !== 'folder' && !edited.has(id) && names.has(keyOf(row)))
    .filter(([id]) => !isForgotten(id, applied, edited))
    .map(([, row]) => `${keyOf(row)} is there again`)
}

/**
 * People may also wipe the only other ledger that names the applied commit: some platforms drop `meta` when a page is
 * saved.
 */
function isForgotten(id: string, applied: Rows, edited: Rows): boolean {
  const knows = ({ wire }: Row): boolean => stringifyJson(wire['meta'] ?? {}).includes('\\"applied\\":[')
  return [...applied].some(([other, row]) => other !== id && knows(row)) && ![...edited.values()].some(knows)
}

const keyOf = ({ kind, name }: Row): string => `${kind} ${name}`

/** Rows that the first apply did not make, and the second one changed or deleted. */
function touched({ before, applied, edited, now }: Course): string[] {
  const isOurs = (id: string): boolean => applied.has(id) && !before.has(id)
  return [...edited].flatMap(([id, row]) => {
    if (isOurs(id) || row.kind === 'folder') return []
    const is = now.get(id)
    if (!is) return [`${keyOf(row)} is gone`]
    return stringifyJson(own(is)) === stringifyJson(own(row)) ? [] : [`${keyOf(row)} was written`]
  })
}

/** Everything except the paths of its folders and who its users are. */
const own = ({ wire: { folderPath: _path, user: _user, refreshedByUser: _refreshed, ...rest } }: Row) => rest

/** The names that bookmarks and embedders use. */
function renamed({ applied, edited, now }: Course, isRenamed: (key: string) => boolean): string[] {
  return [...edited].flatMap(([id, row]) => {
    const is = now.get(id)
    if (!is || !applied.has(id)) return []
    const names = ({ wire, cells }: Row) => [wire['publicId'], wire['slug'], cells.get('publication.publicId')]
    const [before, after] = [names(row), names(is)]
    const isWanted = String(after[1]).startsWith('repo-') && isRenamed(`workbook/${after[1]}`)
    return before.every((name, index) => name === undefined || name === after[index] || (index === 1 && isWanted))
      ? []
      : [`${keyOf(row)} is called ${after.join(' ')}`]
  })
}
