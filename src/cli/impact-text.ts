import { addAll } from '@boardwright/common'
import type { Edge, Impact, ImpactCounts, ImpactFound } from '../check/impact.ts'
import type { whoSees } from '../check/who-sees.ts'
import { plural, someOf } from '../content/counted.ts'
import { groupBy } from '../content/group-by.ts'
import { printable, printableName } from '../content/printable.ts'
import { FOUND } from '../words/paint.ts'
import { entryLines, RAILS, type TreePage } from '../words/tree.ts'

export type WhoSees = Awaited<ReturnType<typeof whoSees>>

export interface ImpactShown extends ImpactFound {
  readonly live: WhoSees | undefined
}

export interface ImpactPage extends TreePage {
  readonly isEveryPlaceShown: boolean
}

export function impactLines({ impacts, counts, dashboards, owners, live }: ImpactShown, page: ImpactPage): string[] {
  if (impacts.length === 0) return ['No member of the data model was changed or removed.']
  const hasPlaces = page.isEveryPlaceShown
  const hasUses = impacts.some(({ madeOf, usedBy }) => madeOf.length + usedBy.length > 0)
  const shown = { hasPlaces, titles: titlesOf(dashboards) }
  return [
    ...summaryOf(counts, live).map((line) => page.paint('strong', line)),
    ...(live ? seenLines(live, dashboards, page) : namesText(dashboards)),
    ...ownersText(owners).map(printable),
    ...impacts.flatMap((impact) => [...(impacts.length > 1 ? [''] : []), ...describe(impact, shown, page)]),
    ...(hasPlaces || !hasUses ? [] : ['-v shows the place of each.']),
    ...(live || dashboards.length === 0 ? [] : ['--live says who sees them.']),
  ]
}

/** A dashboard whose workbook has no name is called by its file. */
const titlesOf = (dashboards: ImpactFound['dashboards']): Titles =>
  new Map(dashboards.flatMap(({ file, name }) => (name === file ? [] : [[file, name]])))

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

function describe({ of, isGone, madeOf, usedBy }: Impact, shown: Shown, page: ImpactPage): string[] {
  const branches: readonly (readonly [string, readonly Edge[], End, End])[] = [
    ['  made of', madeOf, ({ by }) => by, ({ uses }) => uses],
    ['  used by', usedBy, ({ uses }) => uses, ({ by }) => by],
  ]
  return [
    `${page.paint('strong', printable(of))}${isGone ? `  ${page.paint(FOUND.error, 'is gone')}` : ''}`,
    ...branches.flatMap(([title, edges, above, below]) =>
      edges.length === 0 ? [] : [title, ...tree(of, { edges, above, below, ...shown }, page)],
    ),
    ...(usedBy.length === 0 ? ['  Nothing uses it.'] : []),
  ]
}

type End = (edge: Edge) => string

/** What people call a dashboard, by its file. */
type Titles = ReadonlyMap<string, string>

interface Shown {
  readonly hasPlaces: boolean
  readonly titles: Titles
}

interface Branch extends Shown {
  readonly edges: readonly Edge[]
  readonly above: End
  readonly below: End
}

/** Nobody reads more lines than this. */
const MOST_LINES = 300

type Use = readonly [name: string, edges: readonly Edge[]]

/** A folder with several uses in it, or one use, whose name leaves out the folder that it stands in. */
type Row = { readonly folder: string; readonly uses: readonly Use[] } | { readonly use: Use; readonly inside: string }

/** A tree in which each name is expanded only the first time it occurs. */
function tree(start: string, { edges, above, below, hasPlaces, titles }: Branch, page: ImpactPage): string[] {
  const groups = groupBy(edges, above)
  const shown = new Set<string>()
  const lines: string[] = []
  let more = 0
  const draw = (rows: readonly Row[], rail: string): void => {
    for (const [index, row] of rows.entries()) {
      const [at = '', under = ''] = RAILS[page.strokes][index === rows.length - 1 ? 1 : 0] ?? []
      const rails = { at: rail + at, under: rail + under }
      const entry = 'use' in row ? used(row) : { name: row.folder, told: [], hasMore: true }
      if (lines.length < MOST_LINES) addAll(lines, entryLines({ ...rails, ...entry }, page))
      else if ('use' in row) more += 1
      if ('use' in row) show(row.use[0], rails.under)
      else
        draw(
          row.uses.map((use) => ({ use, inside: row.folder })),
          rails.under,
        )
    }
  }
  const used = ({ use: [name, those], inside }: Extract<Row, { readonly use: Use }>) => {
    const told = toldOf(name, those, hasPlaces)
    const hasMore = groups.has(name) && !shown.has(name)
    return { name: told.name.slice(inside.length), told: [...titled(name), ...told.told], hasMore }
  }
  const titled = (name: string): string[] => (titles.has(name) ? [printableName(titles.get(name) ?? '')] : [])
  const show = (name: string, rail: string): void => {
    if (shown.has(name)) return
    shown.add(name)
    const uses = [...groupBy(groups.get(name) ?? [], below)]
    draw(Number.isFinite(page.width) ? rowsIn(uses, folderOf(name)) : uses.map((use) => ({ use, inside: '' })), rail)
  }
  show(start, '  ')
  return more > 0 ? [...lines, `    and ${plural(more, 'other use')}; --json lists them all`] : lines
}

/** A terminal has no room for the same folders again and again. Elsewhere each path is whole, and can be searched for. */
const rowsIn = (uses: readonly Use[], inside: string): Row[] =>
  [...groupBy(uses, ([name]) => folderOf(name))].flatMap(([folder, own]): Row[] =>
    own.length === 1 || folder === '' || folder === inside
      ? own.map((use) => ({ use, inside: folder === inside ? folder : '' }))
      : [{ folder, uses: own }],
  )

/** The folder of a dashboard has its reports below it. */
const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1).replace(/(?<=\/)reports\/$/, '')

interface Used {
  readonly name: string
  readonly told: readonly string[]
}

/** How a name is used, and where: a place is in what uses it, and goes on where its path ends. */
function toldOf(name: string, edges: readonly Edge[], hasPlaces: boolean): Used {
  if (!hasPlaces) return { name, told: [...new Set(edges.map(({ how }) => how))] }
  const places = edges.map(({ by, how, at, widget }) => ({
    place: at === undefined ? '' : `${fileBeside(by, at.file)}:${at.line}:${at.column}`,
    used: widget === undefined ? how : `${how} in widget ${widget}`,
  }))
  const [first] = places
  if (places.length === 1 && name === edges[0]?.by && first?.place.startsWith(':'))
    return { name: `${name}${first.place}`, told: [first.used] }
  return { name, told: places.map(({ place, used }) => `${place} ${used}`.trim()) }
}

/** Seen from a file, nothing for itself, and what is below its directory without that. */
function fileBeside(name: string, file: string): string {
  const directory = name.slice(0, name.lastIndexOf('/') + 1)
  return file === name ? '' : file.startsWith(directory) ? file.slice(directory.length) : file
}

function seenLines({ target, seen }: WhoSees, dashboards: ImpactFound['dashboards'], page: ImpactPage): string[] {
  const names = new Map(dashboards.map(({ file, name }) => [file, name]))
  if (seen.length === 0) return [`Nobody sees it in ${target}: none of it is on a published dashboard.`].map(printable)
  return [
    page.paint('strong', printable(`Who sees it in ${target}`)),
    ...seen.flatMap(({ dashboard, notifications, recipients, tenants }) => {
      const emails = counted(notifications, 'scheduled email', 'no scheduled emails')
      const [first, ...others] = reached(recipients)
      const told = [first === undefined ? emails : `${emails} to ${first}`, ...others]
      const entry = { at: '  ', under: '', name: names.get(dashboard) ?? dashboard }
      return entryLines(
        { ...entry, told: [...told, counted(tenants, 'embedded tenant', 'not embedded')] },
        { ...page, strokes: 'ascii' },
      )
    }),
  ]
}

const counted = (count: number | null, word: string, none: string): string =>
  count === null ? `${word}s that this token cannot see` : count === 0 ? none : plural(count, word)

const MOST_PEOPLE = 10

const reached = (people: readonly string[] | null): readonly string[] =>
  people === null || people.length === 0 ? [] : someOf(people, MOST_PEOPLE).split(', ')
