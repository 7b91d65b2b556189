import { oncePer } from '@boardwright/common'
import { type Content, ofKind } from '../content/entity.ts'
import { groupBy } from '../content/group-by.ts'
import { isKind } from '../content/kinds.ts'
import { type FolderPath, type Key, pathText } from '../content/model.ts'
import type { Members } from '../lint/members.ts'

/** What a field can look up besides the object that it is a field of. */
export interface RuleFacts {
  readonly members: Members
  readonly around: Around
  /** Whom a file belongs to, as CODEOWNERS says. */
  readonly ownersOf: (file: string) => readonly string[]
}

/** What other objects say about one. Plain, so that it can be remembered. */
export interface Around {
  /** The names of the dashboards that show a report, by its key. */
  readonly shownOn: Readonly<Record<string, readonly string[]>>
  /** How many objects of a kind have a name in a place, if more than one. */
  readonly twins: Readonly<Record<string, number>>
  /** The slugs of the schedules that send the dashboard of a workbook, by its slug. */
  readonly schedules: Readonly<Record<string, readonly string[]>>
}

export const NOTHING_AROUND: Around = { shownOn: {}, twins: {}, schedules: {} }

export function aroundIn(content: Content): Around {
  const said = saidAround(content)
  const shows = said.flatMap(({ name, shows }) => shows.map((key) => [key, name] as const))
  const counts = groupBy(said, ({ named }) => named)
  const sent = groupBy(ofKind(content, 'notification'), ({ own: { workbook } }) => workbook)
  return {
    shownOn: Object.fromEntries(
      [...groupBy(shows, ([key]) => key)].map(([key, all]) => [key, all.map(([, name]) => name)]),
    ),
    twins: Object.fromEntries([...counts].flatMap(([named, { length }]) => (length > 1 ? [[named, length]] : []))),
    schedules: Object.fromEntries([...sent].map(([slug, all]) => [slug, all.map(({ own }) => own.slug)])),
  }
}

interface Said {
  readonly key: Key
  readonly name: string
  /** Its kind, its place and its name. */
  readonly named: string
  readonly shows: readonly Key[]
}

/** What each object says that another one may look up. */
const saidAround = oncePer((content: Content): Said[] => [
  ...ofKind(content, 'workbook').map(({ key, own: { name, folder }, references }) => ({
    ...{ key, name, named: placed('workbook', name, pathText(folder)) },
    shows: references.filter((reference) => isKind(reference, 'report')) as readonly Key[],
  })),
  ...ofKind(content, 'report').map(({ key, own: { name, place } }) => ({
    ...{ key, name, named: placed('report', name, reportPlace(place)), shows: [] },
  })),
  ...ofKind(content, 'notification').map(({ key, own: { slug, workbook } }) => ({
    ...{ key, name: slug, named: placed('notification', slug, workbook), shows: [] },
  })),
])

/** The same as texts: while these stay as they are, so does what is around. */
export const factsAround = (content: Content): (readonly [Key, string])[] =>
  saidAround(content).map(({ key, named, shows }) => [key, [named, ...shows].join(' ')])

const placed = (kind: 'workbook' | 'report' | 'notification', name: string, place: string): string =>
  `${kind} ${place} ${name}`

const reportPlace = ({
  workbook,
  folder = [],
}: {
  readonly workbook?: string
  readonly folder?: FolderPath
}): string => (workbook === undefined ? pathText(folder) : `workbook ${workbook}`)

export const dashboardsThatShow = ({ shownOn }: Around, report: Key<'report'>): readonly string[] =>
  Object.hasOwn(shownOn, report) ? (shownOn[report] ?? []) : []

export const schedulesOf = ({ schedules }: Around, workbook: string): readonly string[] =>
  Object.hasOwn(schedules, workbook) ? (schedules[workbook] ?? []) : []

/** How many workbooks have this name in this folder. */
export const workbooksNamed = ({ twins }: Around, name: string, folder: FolderPath): number =>
  twinsOf(twins, placed('workbook', name, pathText(folder)))

/** How many reports have this name in this workbook or folder. */
export const reportsNamed = (
  { twins }: Around,
  name: string,
  place: { readonly workbook?: string; readonly folder?: FolderPath },
): number => twinsOf(twins, placed('report', name, reportPlace(place)))

const twinsOf = (twins: Around['twins'], name: string): number => (Object.hasOwn(twins, name) ? (twins[name] ?? 1) : 1)
