import process from 'node:process'
import { BoardwrightError } from '@boardwright/common'
import { Command, Option } from 'commander'
import type { Edge, Impact, ImpactCounts, ImpactFound } from '../../check/impact.ts'
import type { whoSees } from '../../check/who-sees.ts'
import { comparedText } from '../../content/compared.ts'
import { plural, someOf } from '../../content/counted.ts'
import { groupBy } from '../../content/group-by.ts'
import { printable } from '../../content/printable.ts'
import type { Project } from '../../project/local/project.ts'
import { FOUND, type Paint } from '../../words/paint.ts'
import { paintFor } from '../colors.ts'
import { openHere, startDirectory } from '../options.ts'
import { note, result } from '../output.ts'
import { connectOptions, settings } from '../settings.ts'

type WhoSees = Awaited<ReturnType<typeof whoSees>>
type Mermaid = typeof import('../../words/mermaid.ts').mermaid

interface Options {
  readonly base?: string
  readonly format: 'text' | 'mermaid'
  readonly json?: true
  readonly live?: true
  readonly target?: string
}

export function impactCommand(): Command {
  return new Command('impact')
    .description('what uses a member, a cube, a view or a report, and what it is made of; offline without --live')
    .argument('[what...]', 'names, or files; without any, the members that this branch changes')
    .option('--base <rev>', 'the branch or commit to compare with (default: the branch that this one is merged into)')
    .addOption(new Option('--format <format>', 'how to print it').choices(['text', 'mermaid']).default('text'))
    .option('--json', 'print it as JSON')
    .option('--live', 'also look up who sees it: published dashboards, scheduled emails, embeds; needs a token')
    .option('-t, --target <name>', 'where to look with --live')
    .action(async (asked: string[], options: Options, command: Command) => {
      const { base, format, json } = options
      if (options.target !== undefined && !options.live)
        throw new BoardwrightError('USAGE', '--target says where --live looks, and --live is missing', {
          hint: 'Add --live, or leave --target out.',
        })
      const [{ findImpact }, { mermaid }] = await Promise.all([
        import('../../check/impact.ts'),
        import('../../words/mermaid.ts'),
      ])
      const directory = startDirectory(command)
      const project = await openHere(command)
      const found = await findImpact(project, directory, { asked, compare: { asked: base, env: process.env } })
      if (found.comparedWith) note(printable(comparedText(found.comparedWith)))
      const live = options.live ? await lookAtLive(project, found, options) : undefined
      const isEveryPlaceShown = settings().verbose
      const paint = paintFor(process.stdout)
      for (const line of PRINT[json ? 'json' : format]({ ...found, live }, { mermaid, isEveryPlaceShown, paint }))
        result(line)
      for (const because of found.notChecked) note(printable(`Not checked: ${because}`))
    })
}

interface Found extends ImpactFound {
  readonly live: WhoSees | undefined
}

async function lookAtLive(project: Project, { impacts }: ImpactFound, { target }: Options): Promise<WhoSees> {
  const [{ requireConfig }, { whoSees }] = await Promise.all([
    import('../../project/local/project.ts'),
    import('../../check/who-sees.ts'),
  ])
  const edges = impacts.flatMap(({ usedBy }) => usedBy)
  return whoSees(requireConfig(project), edges, { ...connectOptions(), target })
}

const counted = (count: number | null, word: string, none: string): string =>
  count === null ? `${word}s that this token cannot see` : count === 0 ? none : plural(count, word)

function seenLines({ target, seen }: WhoSees): string[] {
  if (seen.length === 0) return [`Nobody sees it in ${target}: none of it is on a published dashboard.`]
  return [
    `Who sees it in ${target}`,
    ...seen.map(
      ({ dashboard, notifications, recipients, tenants }) =>
        `  ${dashboard}  ${counted(notifications, 'scheduled email', 'no scheduled emails')}${reached(recipients)}, ${counted(tenants, 'embedded tenant', 'not embedded')}`,
    ),
  ]
}

const MOST_PEOPLE = 10

const reached = (people: readonly string[] | null): string =>
  people === null || people.length === 0 ? '' : ` to ${someOf(people, MOST_PEOPLE)}`

interface Printing {
  readonly mermaid: Mermaid
  readonly isEveryPlaceShown: boolean
  readonly paint: Paint
}

const PRINT: Readonly<Record<Options['format'] | 'json', (found: Found, printing: Printing) => string[]>> = {
  json: (found) => printable(JSON.stringify({ format: 1, ...found }, null, 2)).split('\n'),
  text: ({ impacts, counts, owners, live }, { isEveryPlaceShown, paint }) => {
    if (impacts.length === 0) return ['No member of the data model was changed or removed.']
    const uses = impacts.flatMap(({ madeOf, usedBy }) => [...madeOf, ...usedBy]).length
    const hasPlaces = isEveryPlaceShown || uses <= MOST_PLACES
    return [
      ...summaryOf(counts, live).map((line) => paint('strong', line)),
      ...ownersText(owners).map(printable),
      ...impacts.flatMap((impact) => describe(impact, hasPlaces, paint)),
      ...(live ? seenLines(live).map(printable) : []),
      ...(hasPlaces ? [] : ['-v shows the place of each.']),
    ]
  },
  mermaid: ({ impacts }, { mermaid }) => {
    const edges = impacts.flatMap(({ madeOf, usedBy }) => [...madeOf, ...usedBy])
    const names = [...new Set([...impacts.map(({ of }) => of), ...edges.flatMap(({ by, uses }) => [uses, by])])]
    const at = new Map(names.map((name, index) => [name, index]))
    const between = new Map(
      edges.map(({ by, uses }) => [`${uses} ${by}`, [at.get(uses) ?? 0, at.get(by) ?? 0] as const]),
    )
    return mermaid(names, [...between.values()]).map(printable)
  },
}

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

function describe({ of, isGone, madeOf, usedBy }: Impact, hasPlaces: boolean, paint: Paint): string[] {
  const branches: readonly (readonly [string, readonly Edge[], End, End])[] = [
    ['  made of', madeOf, ({ by }) => by, ({ uses }) => uses],
    ['  used by', usedBy, ({ uses }) => uses, ({ by }) => by],
  ]
  return [
    `${printable(of)}${isGone ? `  ${paint(FOUND.error, 'is gone')}` : ''}`,
    ...branches.flatMap(([title, edges, above, below]) =>
      edges.length === 0
        ? []
        : [title, ...tree(of, edges, above, below, hasPlaces).map((line) => paintHow(printable(line), paint))],
    ),
    ...(usedBy.length === 0 ? ['  Nothing uses it.'] : []),
  ]
}

type End = (edge: Edge) => string

/** How a name is used is beside the point of who uses it. */
const paintHow = (line: string, paint: Paint): string =>
  line.replace(/(?<= {2})\([^()]*\)$/, (how) => paint('faint', how))

/** Above this, only what uses a name is listed, and not each place. */
const MOST_PLACES = 30

/** Nobody reads more lines than this. */
const MOST_LINES = 300

/** A tree in which each name is expanded only the first time it occurs. */
function tree(start: string, edges: readonly Edge[], above: End, below: End, hasPlaces: boolean): string[] {
  const groups = groupBy(edges, above)
  const shown = new Set<string>()
  const lines: string[] = []
  let more = 0
  const show = (name: string, indent: string): void => {
    if (shown.has(name)) return
    shown.add(name)
    for (const [end, those] of groupBy(groups.get(name) ?? [], below)) {
      for (const line of hasPlaces ? those.map((edge) => lineOf(edge, end)) : [lineOfAll(those, end)]) {
        if (lines.length < MOST_LINES) lines.push(`${indent}${line}`)
        else more += 1
      }
      show(end, `${indent}  `)
    }
  }
  show(start, '    ')
  return more > 0 ? [...lines, `    and ${plural(more, 'other use')}; --json lists them all`] : lines
}

const lineOfAll = (edges: readonly Edge[], name: string): string =>
  `${name}  (${[...new Set(edges.map(({ how }) => how))].join(', ')})`

function lineOf({ how, at, widget }: Edge, name: string): string {
  const place =
    at === undefined ? '' : name === at.file ? `:${at.line}:${at.column}` : `  ${at.file}:${at.line}:${at.column}`
  return `${name}${place}  (${how}${widget === undefined ? '' : `, widget ${widget}`})`
}
