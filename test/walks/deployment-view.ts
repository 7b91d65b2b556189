import { join } from 'node:path'
import type { Sandbox } from '../../packages/sandbox/index.ts'
import { type Row, type Rows, readRows } from '../invariants/rows.ts'
import { git } from '../support/directory.ts'

/** Everything written on a walk carries its own mark, which says who wrote it. */
const MARK = /(?:ui|repo)-\d+/g

/** The time of a schedule has no place for a text: its minute says in which step somebody set it, and its hour who. */
const TIME = /\b(\d+) ([35]) \* \* \*/g
const HOURS: Readonly<Record<string, string>> = { 3: 'ui', 5: 'repo' }

export type Marks = ReadonlySet<string>

export const marksIn = (...texts: readonly string[]): Marks =>
  new Set(
    texts.flatMap((text) => [
      ...(text.match(MARK) ?? []),
      ...[...text.matchAll(TIME)].map(([, minute, hour = '']) => `${HOURS[hour]}-${minute}`),
    ]),
  )

/** How a mark is written in files, as a pattern of git. */
export const writtenAs = (mark: string): string => {
  const [who, nth] = mark.split('-')
  return `${mark}([^0-9]|$)|[^0-9]${nth} ${who === 'ui' ? 3 : 5} \\* \\* \\*`
}
export const isOfPerson = (mark: string): boolean => mark.startsWith('ui-')

/** The content of a deployment, as the platform itself reports it. */
export interface View {
  readonly rows: Rows
  /** The marks in the files of the data model, by path. */
  readonly model: ReadonlyMap<string, Marks>
}

export async function viewDeployment(sandbox: Sandbox, deployment: number): Promise<View> {
  return { rows: await readRows(sandbox, deployment), model: modelMarks(sandbox, deployment) }
}

function modelMarks({ directory }: Sandbox, deployment: number): ReadonlyMap<string, Marks> {
  const files = new Map<string, Marks>()
  const text = gitText(
    join(directory, 'models', `${deployment}.git`),
    'grep',
    '-E',
    '(ui|repo)-[0-9]',
    'main',
    '--',
    'model',
  )
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const [, path = '', found = ''] = /^main:([^:]+):(.*)$/.exec(line) ?? []
    files.set(path, new Set([...(files.get(path) ?? []), ...marksIn(found)]))
  }
  return files
}

/** The output of git; empty if it fails. */
export function gitText(root: string, ...args: string[]): string {
  try {
    return git(root, ...args)
  } catch {
    return ''
  }
}

export const isSeen = (cell: string): boolean => /^(published|shown|publication)[. ]/.test(cell)
const marksOf = (row: Row | undefined, isWanted: (cell: string) => boolean): Marks =>
  marksIn(...[...(row?.cells ?? [])].flatMap(([cell, text]) => (isWanted(cell) ? [cell, text] : [])))

/** The marks that viewers of a dashboard see. */
export const seenMarks = (row: Row | undefined): Marks => marksOf(row, isSeen)

/** The marks that an editor of it sees: those of the draft, if there is one. */
export const keptMarks = (row: Row): Marks => {
  const hasDraft = [...row.cells.keys()].some((cell) => cell.startsWith('draft.'))
  return marksOf(row, (cell) => (isSeen(cell) ? !hasDraft && cell.startsWith('published.') : true))
}

export const allMarks = (row: Row | undefined): Marks => marksOf(row, () => true)
/** Without the drafts of published dashboards. */
export const shownMarks = (row: Row | undefined): Marks =>
  row?.version === undefined ? allMarks(row) : marksOf(row, (cell) => !cell.startsWith('draft.'))

/** Identifies an object whatever its name and place: a copy has the birth of its original. */
export function birthOf({ kind, name, cells }: Row): string | undefined {
  // A folder made in the UI has no position.
  if (kind === 'notification') return cells.has('filters') ? `notification ${name}` : undefined
  if (kind === 'folder')
    return Number(cells.get('position') ?? 0) > 0 ? `folder ${Number(cells.get('position'))}` : undefined
  const text =
    kind === 'report' ? cells.get('meta.born') : (cells.get('draft.description') ?? cells.get('published.description'))
  return text === undefined ? undefined : `${kind} ${text}`
}
