import { addAll } from '@boardwright/common'
import type { Impact, ImpactCounts, ImpactFound } from '../check/impact.ts'
import type { whoSees } from '../check/who-sees.ts'
import { plural, someOf } from '../content/counted.ts'
import { printable, printableName } from '../content/printable.ts'
import { commandLine } from '../words/commands.ts'
import { FOUND } from '../words/paint.ts'
import { entryLines, RAILS, type TreePage } from '../words/tree.ts'
import { type Branch, type HowShown, madeOfTree, usedByTree } from './impact-tree.ts'

export type WhoSees = Awaited<ReturnType<typeof whoSees>>

export interface ImpactShown extends ImpactFound {
  readonly live: WhoSees | undefined
}

export interface ImpactPage extends TreePage {
  readonly isEveryPlaceShown: boolean
}

export function impactLines(found: ImpactShown, page: ImpactPage): string[] {
  const { impacts, counts, dashboards, owners, live } = found
  if (impacts.length === 0)
    return [
      'No member of the data model was changed or removed.',
      `To see what uses one, name it: ${commandLine('impact', 'CUBE.MEMBER')}`,
    ]
  const hasPlaces = page.isEveryPlaceShown
  const hasUses = impacts.some(({ madeOf, usedBy }) => madeOf.length + usedBy.length > 0)
  const shown = {
    ...{ hasPlaces, titles: titlesOf(found), isTerminal: Number.isFinite(page.width) },
    dashboards: new Set(dashboards.map(({ file }) => file)),
  }
  return [
    ...summaryOf(counts, live).map((line) => page.paint('strong', line)),
    ...(live ? seenLines(live, dashboards, page) : dashboards.length === 0 ? [] : ['--live says who sees them.']),
    ...(live || impacts.length === 1 ? [] : namesText(dashboards)),
    ...ownersText(owners).map(printable),
    ...impacts.flatMap((impact) => [...(impacts.length > 1 ? [''] : []), ...describe(impact, shown, page)]),
    ...(hasPlaces || !hasUses ? [] : ['-v shows how, and the place of each.']),
  ]
}

/** A dashboard whose workbook has no name is called by its file. */
const titlesOf = ({ dashboards, reports }: ImpactFound): HowShown['titles'] =>
  new Map([...dashboards, ...reports].flatMap(({ file, name }) => (name === file ? [] : [[file, name]])))

const MOST_NAMES = 10

const namesText = (dashboards: ImpactFound['dashboards']): string[] =>
  dashboards.length === 0
    ? []
    : [
        `dashboards: ${someOf(
          dashboards.map(({ name }) => printableName(name)),
          MOST_NAMES,
        )}`,
      ]

const MOST_OWNERS = 10

const ownersText = (owners: ImpactFound['owners']): string[] =>
  owners.length === 0
    ? []
    : [
        `owners: ${someOf(
          owners.map(({ owner, files }) => `${owner} (${plural(files, 'file')})`),
          MOST_OWNERS,
        )}`,
      ]

/** Whom it concerns, in one line. */
function summaryOf({ dashboards, reports, members }: ImpactCounts, live: WhoSees | undefined): string[] {
  const seenBy = (who: 'notifications' | 'tenants'): number =>
    (live?.seen ?? []).reduce((sum, each) => sum + (each[who] ?? 0), 0)
  const counts: readonly (readonly [number, string])[] = [
    [dashboards, 'dashboard'],
    [seenBy('notifications'), 'scheduled email'],
    [seenBy('tenants'), 'embedded tenant'],
    [reports, 'report'],
    [members, 'member'],
  ]
  const said = counts.flatMap(([count, noun]) => (count > 0 ? [plural(count, noun)] : []))
  return said.length > 0 ? [said.join(', ')] : []
}

function describe({ of, isGone, madeOf, usedBy }: Impact, shown: HowShown, page: ImpactPage): string[] {
  const branches: readonly (readonly [string, readonly Branch[]])[] = [
    ['  made of', madeOfTree(of, madeOf, shown)],
    ['  used by', usedByTree(of, usedBy, shown)],
  ]
  return [
    `${page.paint('strong', printable(of))}${isGone ? `  ${page.paint(FOUND.error, 'is gone')}` : ''}`,
    ...branches.flatMap(([title, tree]) => (tree.length === 0 ? [] : [title, ...drawn(tree, page)])),
    ...(usedBy.length === 0 ? ['  Nothing uses it.'] : []),
  ]
}

/** Nobody reads more lines than this. */
const MOST_LINES = 300

function drawn(tree: readonly Branch[], page: ImpactPage): string[] {
  const lines: string[] = []
  let more = 0
  const draw = (branches: readonly Branch[], rail: string): void => {
    for (const [index, { below, ...entry }] of branches.entries()) {
      const [at = '', under = ''] = RAILS[page.strokes][index === branches.length - 1 ? 1 : 0] ?? []
      const rails = { at: rail + at, under: rail + under }
      if (lines.length < MOST_LINES) addAll(lines, entryLines({ ...rails, ...entry, hasMore: below.length > 0 }, page))
      else more += 1
      draw(below, rails.under)
    }
  }
  draw(tree, '  ')
  return more > 0 ? [...lines, `    and ${plural(more, 'other use')}; --json lists them all`] : lines
}

function seenLines({ target, seen }: WhoSees, dashboards: ImpactFound['dashboards'], page: ImpactPage): string[] {
  const names = new Map(dashboards.map(({ file, name }) => [file, name]))
  const nameOf = (dashboard: string): string => names.get(dashboard) ?? dashboard
  if (seen.length === 0) return [`Nobody sees it in ${target}: none of it is on a published dashboard.`].map(printable)
  const isSent = ({ notifications, tenants }: WhoSees['seen'][number]): boolean => notifications !== 0 || tenants !== 0
  const others = seen.filter((each) => !isSent(each)).map(({ dashboard }) => nameOf(dashboard))
  const entry = { at: '  ', under: '' }
  const plainPage = { ...page, strokes: 'ascii' } as const
  return [
    page.paint('strong', printable(`Who sees it in ${target}`)),
    ...seen.filter(isSent).flatMap(({ dashboard, notifications, recipients, tenants }) => [
      ...entryLines(
        {
          ...{ ...entry, name: nameOf(dashboard) },
          told: [...counted(notifications, 'scheduled email'), ...counted(tenants, 'embedded tenant')],
        },
        plainPage,
      ),
      ...((recipients ?? []).length === 0
        ? []
        : entryLines({ at: '    ', under: '', name: 'emails to', told: reached(recipients ?? []) }, plainPage)),
    ]),
    ...(others.length === 0
      ? []
      : entryLines({ ...entry, name: 'in no email, not embedded:', told: [someOf(others, MOST_NAMES)] }, plainPage)),
  ]
}

const counted = (count: number | null, word: string): string[] =>
  count === null ? [`${word}s that this token cannot see`] : count === 0 ? [] : [plural(count, word)]

const MOST_PEOPLE = 10

const reached = (people: readonly string[]): readonly string[] => someOf(people, MOST_PEOPLE).split(', ')
