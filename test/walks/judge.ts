import { parseJson } from '../../packages/common/json.ts'
import type { Plan, PlannedObject } from '../../src/plan/plan-file.ts'
import { changedCells, type Row } from '../invariants/rows.ts'
import {
  allMarks,
  birthOf,
  gitText,
  isOfPerson,
  isSeen,
  keptMarks,
  type Marks,
  seenMarks,
  shownMarks,
  type View,
  writtenAs,
} from './deployment-view.ts'
import type { TreeObject } from './tree.ts'

/** A run that writes, as seen from outside. */
export interface Writing {
  readonly before: View
  readonly after: View
  /** Undefined if the run started nothing. */
  readonly plan: Plan | undefined
  readonly named: Named
  readonly root: string
  /** The commit whose content it writes. */
  readonly commit: string
  readonly tree: readonly TreeObject[]
  readonly isOverwriting: boolean
  /** Whether it leaves alone what it was not asked to write. */
  readonly isSelecting: boolean
  /** Whether we made a row or took it over. */
  readonly isOurs: (id: string) => boolean
  /** Whether `try` made a row. */
  readonly isCopy: (id: string) => boolean
  /** Rows that used to exist, by kind and name. */
  readonly gone: ReadonlySet<string>
  /** All names that a row has ever had. */
  readonly namesOf: (id: string) => readonly string[]
  /** Whether the files contain the target's own public ids. */
  readonly isHome: boolean
}

/** What a run itself says that it could not see in time, and what it says that it deleted. */
export interface Named {
  /** Dashboards that were published with something that the plan did not name. */
  readonly slipped: ReadonlySet<string>
  /** Reports that somebody put on a dashboard right before they were deleted. */
  readonly shown: ReadonlySet<string>
  readonly deleted: ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()
export const NOTHING_NAMED: Named = { slipped: NONE, shown: NONE, deleted: NONE }

export const nameOf = ({ kind, name }: Row): string => `${kind}/${name}`

/** Every promise that the run broke. */
export function judgeWriting(run: Writing): string[] {
  return [
    ...draftsShown(run),
    ...editsLost(run),
    ...unnamed(run),
    ...deletedOfOthers(run),
    ...deletedInUse(run, run.named.shown, isMovedBy(run)),
    ...writtenOfOthers(run),
    ...twins(run),
    ...replaced(run),
    ...renamed(run),
    ...comeBack(run),
  ]
}

const rowsOf = (view: View): [string, Row][] => [...view.rows]
const without = (marks: Marks, others: Marks): string[] => [...marks].filter((mark) => !others.has(mark))

/** Viewers see a draft that no person published and no commit contains. */
function draftsShown({ before, after, commit, root, isOverwriting, named }: Writing): string[] {
  if (isOverwriting) return []
  return rowsOf(after).flatMap(([id, row]) =>
    named.slipped.has(nameOf(row))
      ? []
      : without(seenMarks(row), seenMarks(before.rows.get(id)))
          .filter((mark) => isOfPerson(mark) && !isIn(root, commit, mark))
          .map((mark) => `a draft was published: viewers of ${nameOf(row)} see ${mark}`),
  )
}

/** What a person wrote is gone, although no commit so far contained it. */
export function editsLost({
  before,
  after,
  commit,
  root,
  isOverwriting,
}: Seen & { readonly isOverwriting: boolean }): string[] {
  if (isOverwriting) return []
  const lost = rowsOf(before).flatMap(([id, row]) =>
    without(keptMarks(row), allMarks(after.rows.get(id))).map((mark) => [nameOf(row), mark] as const),
  )
  const inModel = [...before.model].flatMap(([path, marks]) =>
    without(marks, after.model.get(path) ?? new Set()).map((mark) => [`model/${path}`, mark] as const),
  )
  return [...lost, ...inModel]
    .filter(([, mark]) => isOfPerson(mark) && !wasEverIn(root, commit, mark))
    .map(([name, mark]) => `an edit was lost: ${mark} of ${name}`)
}

/** Where a tree has what people write. */
const ROOTS = ['content', 'data-model', 'account']

const isIn = (root: string, commit: string, mark: string): boolean =>
  gitText(root, 'grep', '-E', '-l', writtenAs(mark), commit, '--', ...ROOTS) !== ''
const wasEverIn = (root: string, commit: string, mark: string): boolean =>
  gitText(root, 'log', '-1', '--format=%h', '--pickaxe-regex', `-S${writtenAs(mark)}`, commit, '--', ...ROOTS) !== ''

/** Something was written that the plan does not name, or viewers see another change. */
function unnamed({ before, after, plan, isHome, namesOf, named: said }: Writing): string[] {
  const named = new Map<string, PlannedObject>(plan?.objects.map((object) => [object.key, object]))
  return rowsOf(after).flatMap(([id, row]) => {
    const was = before.rows.get(id)
    if (row.kind === 'folder' || (row.kind === 'report' && !isHome)) return []
    const cells = was ? changedCells(was, row) : ['made']
    const names = [nameOf(row), ...namesOf(id), ...(was ? [] : namesInRecord(row))]
    const [object] = names.flatMap((name) => named.get(name) ?? [])
    return cells
      .filter((cell) => !(said.slipped.has(nameOf(row)) && isSeen(cell)))
      .filter((cell) => !object || !isNamed(cell, object, named, { before, after, isHome, was }))
      .map((cell) => `no plan named it: ${nameOf(row)}, ${cell}`)
  })
}

/** A new object has its record before it has its slug. */
function namesInRecord({ wire }: Row): string[] {
  const { boardwright } = (wire['meta'] ?? {}) as { boardwright?: unknown }
  if (typeof boardwright !== 'string') return []
  return Object.keys((parseJson(boardwright) as { o: object }).o).filter((key) => key.startsWith('workbook/'))
}

type Around = Pick<Writing, 'before' | 'after' | 'isHome'> & { readonly was: Row | undefined }

function isNamed(
  cell: string,
  object: PlannedObject,
  named: ReadonlyMap<string, PlannedObject>,
  around: Around,
): boolean {
  const [, number] = /^shown (\d+)\./.exec(cell) ?? []
  const { publish } = object
  if (number !== undefined) {
    const report = around.after.rows.get(`report/${number}`) ?? around.before.rows.get(`report/${number}`)
    const isNew = !around.was?.cells.has(`shown ${number}.name`)
    return (
      publish !== undefined &&
      (publish.dashboard || isNew || !around.isHome || !report || isOf(publish.reports, nameOf(report)))
    )
  }
  const [, part] = /^published\.(.*)$/s.exec(cell) ?? []
  if (part === undefined) return true
  return publish !== undefined && (publish.dashboard || (named.size > 0 && hasUnit(object, part)))
}

const isOf = (keys: readonly string[], key: string): boolean => keys.includes(key)
const hasUnit = ({ units }: PlannedObject, part: string): boolean =>
  units.some(({ unit }) => unit === (part === 'order' ? 'layout' : part))

function deletedOfOthers({ before, after, plan, isOurs }: Writing): string[] {
  const deleted = plan?.objects.filter(({ action }) => action === 'delete').length ?? 0
  const gone = rowsOf(before).filter(([id]) => !after.rows.has(id))
  return [
    ...gone.filter(([id]) => !isOurs(id)).map(([, row]) => `deleted, and not ours: ${nameOf(row)}`),
    ...(gone.length > 0 && deleted === 0 ? gone.map(([, row]) => `deleted by no plan: ${nameOf(row)}`) : []),
  ]
}

/** What a run does to the rows of a target. */
export type Seen = Pick<Writing, 'before' | 'after' | 'root' | 'commit'>

/** Deleted although somebody shows it or keeps something in it, and goes on with that afterwards. */
export function deletedInUse(
  { before, after }: Pick<Writing, 'before' | 'after'>,
  named: ReadonlySet<string>,
  isMoved: (row: Row) => boolean = () => false,
): string[] {
  const staying = rowsOf(before).filter(([id]) => after.rows.has(id))
  return rowsOf(before).flatMap(([id, row]) => {
    if (after.rows.has(id) || named.has(nameOf(row))) return []
    const users = staying.filter(
      ([user, was]) => (uses(was, row) && uses(after.rows.get(user), row)) || (holds(row, was) && !isMoved(was)),
    )
    return users.map(([, user]) => `deleted, and in use: ${nameOf(row)}, by ${nameOf(user)}`)
  })
}

/** Whether the plan takes it out of where it was. Only at home are reports called there as in the tree. */
const isMovedBy =
  ({ plan, isHome }: Writing) =>
  (row: Row): boolean =>
    plan?.objects.some(
      ({ key, units }) =>
        (key === nameOf(row) || (!isHome && row.kind === 'report' && key.startsWith('report/'))) &&
        units.some(({ unit }) => unit === 'folder' || unit === 'workbook'),
    ) ?? false

/** Whether a dashboard shows a report, to editors or to viewers. */
function uses(user: Row | undefined, { kind, id }: Row): boolean {
  if (kind !== 'report' || user?.kind !== 'workbook') return false
  const widgets = [...user.cells].flatMap(([cell, text]) => (/^(?:draft|published)\.widget /.test(cell) ? [text] : []))
  return widgets.some((text) => new RegExp(`"reportId":${id}\\b`).test(text))
}

/** Whether something is in a folder or a workbook. */
const holds = (home: Row, { wire }: Row): boolean =>
  (home.kind === 'folder' && (wire['folderId'] === home.id || wire['parentId'] === home.id)) ||
  (home.kind === 'workbook' && wire['workbookId'] === home.id)

/** Said to be deleted, and still there. */
export const deletedInWords = (after: View, { deleted }: Named): string[] =>
  rowsOf(after).flatMap(([, row]) =>
    deleted.has(nameOf(row)) ? [`said to be deleted, and still there: ${nameOf(row)}`] : [],
  )

function writtenOfOthers({ before, after, isOurs }: Writing): string[] {
  return rowsOf(before).flatMap(([id, row]) => {
    const is = after.rows.get(id)
    if (!is || isOurs(id) || row.kind === 'folder') return []
    return changedCells(row, is).map((cell) => `written, and not ours: ${nameOf(row)}, ${cell}`)
  })
}

/**
 * Apply made a twin: more objects of one birth than the tree has or live had. A folder that moved is there twice while
 * what is in it moves one by one.
 */
function twins({ before, after, tree, gone, isCopy, isSelecting }: Writing): string[] {
  const count = (births: readonly (string | undefined)[], birth: string): number =>
    births.filter((each) => each === birth).length
  const [wereBorn, inTree] = [birthsIn(before, isCopy), tree.map(({ birth }) => birth)]
  const nowBorn = birthsIn(after, isCopy)
  return rowsOf(after).flatMap(([id, row]) => {
    const birth = birthOf(row)
    if (before.rows.has(id) || birth === undefined || gone.has(nameOf(row))) return []
    if (isSelecting && row.kind === 'folder') return []
    const most = Math.max(count(wereBorn, birth), count(inTree, birth))
    return count(nowBorn, birth) > most ? [`a twin was made: ${nameOf(row)}, born as ${birth}`] : []
  })
}

/** Nothing identifies an empty folder: it has only a name, and no owner. */
function birthsIn(view: View, isCopy: Writing['isCopy']): (string | undefined)[] {
  const rows = rowsOf(view).flatMap(([id, row]) => (isCopy(id) ? [] : [row]))
  const holders = new Set(rows.map(({ wire }) => wire['folderId']))
  const isUsed = ({ id, name, kind }: Row): boolean =>
    kind !== 'folder' ||
    holders.has(id) ||
    rows.some((other) => other.kind === 'folder' && other.name.startsWith(`${name}/`) && holders.has(other.id))
  return rows.filter(isUsed).map(birthOf)
}

/** Something was deleted and made again: it would lose its address, its schedules and its rights. */
function replaced({ before, after }: Writing): string[] {
  const lost = rowsOf(before).filter(([id, { kind }]) => !after.rows.has(id) && kind !== 'folder')
  const made = new Map(
    rowsOf(after).flatMap(([id, row]) => (before.rows.has(id) ? [] : [[birthOf(row), row] as const])),
  )
  return lost.flatMap(([, row]) => {
    const birth = birthOf(row)
    const again = birth === undefined ? undefined : made.get(birth)
    return again ? [`deleted, and made again: ${nameOf(row)} as ${nameOf(again)}`] : []
  })
}

/** A name that bookmarks and embedders use has changed. */
function renamed({ before, after, plan }: Writing): string[] {
  const wanted = new Set<string>(
    plan?.objects.filter(({ units }) => units.some(({ unit }) => unit === 'slug')).map(({ key }) => key),
  )
  return rowsOf(before).flatMap(([id, row]) => {
    const is = after.rows.get(id)
    if (!is) return []
    const names = ({ wire, cells }: Row) => [wire['publicId'], cells.get('publication.publicId'), wire['slug']]
    const isChanged = names(row).some((name, index) => {
      const now = names(is)[index]
      if (name === undefined || name === null || name === now) return false
      return index < 2 || !wanted.has(nameOf(is))
    })
    return isChanged ? [`renamed: ${nameOf(row)} is ${nameOf(is)}`] : []
  })
}

/** Something that people deleted is there again, although no commit removed it and added it back. */
function comeBack({ before, after, gone, root, commit, isOverwriting, isHome }: Writing): string[] {
  if (isOverwriting || !isHome || !hasRecords(before)) return []
  return rowsOf(after)
    .filter(([id, row]) => row.kind !== 'folder' && !before.rows.has(id) && gone.has(nameOf(row)))
    .filter(([, row]) => timesIn(root, commit, row.name) < 3)
    .map(([, row]) => `deleted by a person, and there again: ${nameOf(row)}`)
}

/** Without any record of ours, we cannot know what used to exist. */
const hasRecords = (view: View): boolean =>
  rowsOf(view).some(
    ([, { wire }]) => typeof (wire['meta'] as Record<string, unknown> | null)?.['boardwright'] === 'string',
  )

const timesIn = (root: string, commit: string, name: string): number =>
  gitText(root, 'log', '--format=%h', '-m', '--first-parent', `-S: ${name}`, commit, '--', ...ROOTS).split('\n')
    .length - 1

/** Whatever differs between tree and live must be in the plan, under one of its headings. */
export function forgotten(plan: Plan, tree: readonly TreeObject[], view: View, namesOf: Writing['namesOf']): string[] {
  const named = new Set<string>([...plan.objects, ...plan.held, ...plan.left].map(({ key }) => key))
  const former = rowsOf(view).flatMap(([id, row]) => namesOf(id).map((name) => [name, row] as const))
  const rows = new Map([...former, ...rowsOf(view).map(([, row]) => [nameOf(row), row] as const)])
  // A duplicate made in the UI has no slug: the tree finds it by its name, whatever slug the tree gives it.
  const nameless = new Set(rowsOf(view).flatMap(([, row]) => (row.cells.has('slug') ? [] : [...allMarks(row)])))
  return tree.flatMap(({ key, marks, isPublished }) => {
    if (key.startsWith('folder/') || named.has(key)) return []
    const row = rows.get(key)
    const missing = without(marks, nameless).filter((mark) => key !== `workbook/${mark}`)
    if (!row && key.startsWith('workbook/') && missing.length === 0) return []
    const live = key.startsWith('model/')
      ? (view.model.get(key.slice('model/'.length)) ?? new Set<string>())
      : isPublished
        ? shownMarks(row)
        : allMarks(row)
    return without(marks, live).map((mark) => `in the tree, not live, and in no plan: ${mark} of ${key}`)
  })
}

/** The plan must not attribute changes to people who did nothing in the UI. */
export function accused(plan: Plan, isTouched: (key: string) => boolean): string[] {
  const said = [...plan.held, ...plan.left].filter(({ reason }) => OF_PEOPLE.has(reason))
  return said.flatMap(({ key, reason, message }) =>
    isTouched(key) || message.endsWith(' is held') ? [] : [`said to be done by people: ${reason} ${key}`],
  )
}

const OF_PEOPLE: ReadonlySet<string> = new Set(['ui-edit', 'conflict', 'deleted-live', 'edited-orphan'])
