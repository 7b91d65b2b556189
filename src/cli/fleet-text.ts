import { counted, plural } from '../content/counted.ts'
import { printable, printableName, shortCommit } from '../content/printable.ts'
import type { FleetStatus } from '../fleet/fleet.ts'
import type { Miss } from '../fleet/judge.ts'
import { STATES, type Standing } from '../fleet/standing.ts'
import { type Paint, plain, type Style } from '../words/paint.ts'
import { aligned, paintHead } from '../words/table.ts'

/** How many targets are listed one by one. */
const MOST_TOLD = 20

/** How many targets are in which state: `4 there, 1 failed`. */
export function countStates(standings: readonly Standing[]): string {
  const counts = STATES.map((state) => [standings.filter((each) => each.state === state).length, state] as const)
  return counts.flatMap(([count, state]) => (count === 0 ? [] : [`${count} ${state}`])).join(', ')
}

export function describeStanding({ state, changes, held, failed, error }: Standing): string {
  if (error) return `${error.message}${error.code === '' ? '' : `  ${error.code}`}`
  const parts = [
    ...(failed > 0 ? [`${plural(failed, 'object')} not written to the end`] : []),
    ...(changes > 0 ? [plural(changes, 'change')] : []),
    ...(held ? [`${counted(held)} held`] : []),
    ...(state === 'ahead' ? ['has a later commit'] : []),
  ]
  return parts.join(', ') || (state === 'there' ? 'nothing to do' : 'only its record is to be written')
}

/** The targets of each wave, then those in no wave. */
export function groupsIn({
  waves,
  targets,
}: FleetStatus): (readonly [title: string, standings: readonly Standing[]])[] {
  const inWaves = new Set(waves.flatMap((wave) => wave.targets))
  const groups = waves.map(({ number, name, targets: names }) => {
    const title = name === `wave ${number}` ? name : `wave ${number} (${name})`
    return [title, targets.filter(({ target }) => names.includes(target))] as const
  })
  const others = targets.filter(({ target }) => !inWaves.has(target))
  return others.length === 0 ? groups : [...groups, ['no wave', others] as const]
}

/** Commits with how many targets have them: first the one that is checked out, then the most frequent. */
export function commitsText({ commit, targets }: FleetStatus): (readonly [commit: string, count: number])[] {
  const counts = new Map<string, number>()
  const answered = targets.filter(({ error }) => error === undefined)
  for (const { commit: has } of answered) counts.set(has ?? 'none', (counts.get(has ?? 'none') ?? 0) + 1)
  return [...counts].sort(
    ([a, one], [b, other]) => Number(b === commit) - Number(a === commit) || other - one || (a < b ? -1 : 1),
  )
}

export function* statusLines(
  status: FleetStatus,
  { all, paint }: { readonly all: boolean; readonly paint: Paint },
): Generator<string> {
  const { commit, targets } = status
  yield paint('strong', `${plural(targets.length, 'target')} at ${shortCommit(commit)}: ${countStates(targets)}`)
  const states = STATES.filter((state) => targets.some((each) => each.state === state))
  yield* waveTable(groupsIn(status), states, paint)
  const commits = commitsText(status)
  if (commits.length > 0) yield 'Commits'
  for (const [has, count] of commits) {
    const name = has === 'none' ? 'none   ' : shortCommit(has)
    yield `  ${name}  ${plural(count, 'target')}${has === commit ? ', the one that is checked out' : ''}`
  }
  yield* standingLines(
    targets.filter(({ state }) => state !== 'there'),
    all,
    paint,
  )
}

/** How many targets of each wave are in which state. */
function* waveTable(
  groups: ReturnType<typeof groupsIn>,
  states: readonly Standing['state'][],
  paint: Paint,
): Generator<string> {
  const rows = groups.map(([title, standings]) => [
    ...[printableName(title), counted(standings.length)],
    ...states.map((state) => counted(standings.filter((each) => each.state === state).length)),
  ])
  const table = aligned([['', 'targets', ...states], ...rows], new Set(states.map((_, index) => index + 2)).add(1))
  for (const [row, cells] of table.entries()) {
    const shown = cells.map((cell, column) => {
      const state = states[column - 2]
      if (row === 0) return paintHead(paint, cell)
      return state === undefined || cell.trim() === '0' ? cell : paintState(state, cell, paint)
    })
    yield `  ${shown.join('  ').trimEnd()}`
  }
}

const paintState = (state: Standing['state'], text: string, paint: Paint): string => {
  const style = STATE_STYLES[state]
  return style === undefined ? text : paint(style, text)
}

/** As what happens to an object: what is done, what is to do, what is held, what failed. */
export const STATE_STYLES: Readonly<Partial<Record<Standing['state'], Style>>> = {
  there: 'added',
  'to apply': 'changed',
  held: 'held',
  failed: 'removed',
  unreachable: 'removed',
}

function* standingLines(standings: readonly Standing[], all: boolean, paint: Paint): Generator<string> {
  const unreachable = standings.filter(({ state }) => state === 'unreachable')
  const others = standings.filter(({ state }) => state !== 'unreachable')
  yield* listed('To look at', others, all, (each) => [each.state, describeStanding(each)], paint)
  yield* listed('Could not be read', unreachable, all, (each) => [describeStanding(each)], paint)
}

function* listed(
  title: string,
  standings: readonly Standing[],
  all: boolean,
  describe: (standing: Standing) => readonly string[],
  paint: Paint,
): Generator<string> {
  if (standings.length === 0) return
  yield title
  const shown = all ? standings : standings.slice(0, MOST_TOLD)
  const table = aligned(shown.map((each) => [each.target, ...describe(each)].map(printable)))
  for (const [row, [name = '', ...cells]] of table.entries()) {
    const state = shown[row]?.state ?? 'there'
    const told = cells.map((cell, column) => (column < cells.length - 1 ? paintState(state, cell, paint) : cell))
    yield `  ${[name, ...told].join('  ').trimEnd()}`
  }
  if (shown.length < standings.length) yield `  and ${counted(standings.length - shown.length)} more (-v lists them)`
}

/** Why a wave is not done, on which targets, and what to run. */
export function* missLines(
  misses: readonly Miss[],
  status: FleetStatus,
  isLast: boolean,
  paint: Paint = plain,
): Generator<string> {
  for (const { message } of misses) yield `  ${message}`
  const named = new Set(misses.flatMap(({ targets }) => targets))
  const standings = status.targets.filter(({ target }) => named.has(target))
  yield* standingLines(standings, false, paint)
  const names = standings.map(({ target }) => target)
  if (names.length === 0) return
  const list = names.join(',')
  yield `${isLast ? '' : 'Later waves wait for these targets. '}Look at what stopped them:`
  yield `  boardwright plan --target ${list}`
  yield `Once that is fixed, give them the commit again:  boardwright apply --target ${list} --commit ${shortCommit(status.commit)} --yes`
}
