import { counted } from '../content/counted.ts'
import { type FileValueRead, type Marked, type Problem, problemData } from '../content/problem.ts'
import type { ConfigFile, WaiverFile } from './schema.ts'
import { isBelowAny, matchesAny } from './scope.ts'
import { ruleOf } from './severity.ts'

/** The rule whose waivers say which differences between repo and live nobody wants to hear of. */
export const DIFFERENCE = 'difference'

/** An exception from a rule, until a day. */
export interface Waiver extends WaiverFile {
  readonly at: Marked
}

/** Longer ones are no exceptions. */
const MOST_DAYS = 180

export interface WaiversRead {
  /** Those that apply today. */
  readonly waivers: readonly Waiver[]
  readonly problems: readonly Problem[]
}

/** `today` is a date such as 2027-01-31. The last day of a waiver is a day on which it applies. */
export function readWaivers(
  document: FileValueRead,
  said: NonNullable<ConfigFile['waivers']>,
  { today, mostDays = MOST_DAYS }: { readonly today: string; readonly mostDays?: number | undefined },
): WaiversRead {
  const last = dayAfter(today, mostDays)
  const placed = said.map((each, index) => ({
    each,
    index,
    because: whyEnded(each.expires, { today, last, mostDays }),
  }))
  return {
    waivers: placed.flatMap(({ each, index, because }) =>
      because === undefined ? [{ ...each, at: document.placeOf(['waivers', index]) }] : [],
    ),
    problems: placed.flatMap(({ index, because: message }): Problem[] =>
      message === undefined
        ? []
        : [{ kind: 'WAIVER_ENDED', ...document.placeOf(['waivers', index, 'expires']), message, warning: true }],
    ),
  }
}

interface Bounds {
  readonly today: string
  readonly last: string
  readonly mostDays: number
}

function whyEnded(expires: string, { today, last, mostDays }: Bounds): string | undefined {
  if (expires < today) return `the waiver ended on ${expires}: what it covered is reported again`
  if (expires <= last) return undefined
  return `the waiver would last more than ${counted(mostDays)} days, so it covers nothing: its last day is ${last} at most`
}

const DAY_MS = 86_400_000
const YEAR_9999 = Date.UTC(9999, 11, 31)

const dayAfter = (day: string, days: number): string =>
  new Date(Math.min(YEAR_9999, Date.parse(`${day}T00:00:00Z`) + days * DAY_MS)).toISOString().slice(0, 10)

export interface Waived {
  /** What is reported all the same. */
  readonly problems: readonly Problem[]
  readonly waived: readonly WaivedProblem[]
}

export interface WaivedProblem {
  readonly problem: Problem
  readonly waiver: Waiver
}

/** A problem that a waiver covers, as JSON output shows it. */
export const waivedData = ({ problem, waiver: { reason, owner, expires } }: WaivedProblem) => ({
  ...problemData(problem),
  waiver: { reason, owner, expires },
})

/** Takes out what a waiver covers. `target` is left out for problems of every target. */
export function waive(problems: readonly Problem[], waivers: readonly Waiver[], target?: string): Waived {
  if (waivers.length === 0) return { problems, waived: [] }
  const applying = waivers.filter(({ targets }) => !targets || (target !== undefined && matchesAny(targets, target)))
  const judged = problems.map((problem) => ({ problem, waiver: applying.find((each) => covers(each, problem)) }))
  return {
    problems: judged.flatMap(({ problem, waiver }) => (waiver ? [] : [problem])),
    waived: judged.flatMap(({ problem, waiver }) => (waiver ? [{ problem, waiver }] : [])),
  }
}

/** What an overlay says is where the file is that it is laid over. */
const OVERLAY = /^overlays\/[^/]+\//

function covers({ rule, path, units }: Waiver, problem: Problem): boolean {
  if (ruleOf(problem) !== rule || !isBelowAny([path], problem.at.file.replace(OVERLAY, ''))) return false
  // What a waiver does not name, it does not cover.
  return (
    !units ||
    (problem.units !== undefined && problem.units.length > 0 && problem.units.every((unit) => matchesAny(units, unit)))
  )
}

/** Waivers that cover nothing: what they were for is mended, or they name something else. */
export const unusedWaivers = (waivers: readonly Waiver[], { waived }: Waived): Problem[] =>
  waivers
    .filter((each) => each.rule !== DIFFERENCE && !each.targets && !waived.some(({ waiver }) => waiver === each))
    .map(({ rule, path, at }) => ({
      ...{ kind: 'WAIVER_UNUSED', ...at, warning: true },
      message: `the waiver of ${rule} for ${path} covers nothing`,
    }))
