import { UI_ACTS } from './acts.ts'
import { GIT_ACTS, REPO_ACTS } from './repository.ts'
import type { TargetName } from './start.ts'

/** One step of a walk. Numbers are taken modulo what there is by then, so that any step can be left out. */
export interface Step {
  readonly nth: number
  readonly kind: 'ui' | 'amid' | 'model' | 'repo' | 'git' | 'run'
  readonly what: string
  readonly target: TargetName
  readonly clone: 'a' | 'b'
  readonly at: number
  readonly other: number
  /** For what happens in the middle of the next run: before which of its reads or writes. */
  readonly before?: number
}

/** Command lines; `{what}` stands for a slug or an id in the tree. Those with a number are cut off at that write. */
export const RUNS: readonly (readonly [weight: number, command: string])[] = [
  [14, 'apply'],
  [8, 'apply --prune'],
  [3, 'apply --select {what}'],
  [2, 'apply --prune --select {what}'],
  [1, 'apply --accept ui-edits'],
  [1, 'apply --accept newer'],
  [2, 'apply --accept model'],
  [4, 'apply, cut'],
  [2, 'apply --prune, cut'],
  [6, 'export'],
  [4, 'export --new'],
  [2, 'export --drafts'],
  [2, 'export --mirror'],
  [2, 'export --new --drafts --mirror'],
  [2, 'export --select {what}'],
  [5, 'adopt'],
  [6, 'promote'],
  [2, 'promote --prune'],
  [1, 'plan'],
  [1, 'plan --prune'],
  [1, 'status --ui-edits'],
  [1, 'status'],
]

type Kind = Exclude<Step['kind'], 'amid'>

const KINDS: readonly (readonly [weight: number, kind: Kind])[] = [
  [34, 'ui'],
  [3, 'model'],
  [20, 'repo'],
  [9, 'git'],
  [34, 'run'],
]

/** How many different actions of each kind a walk uses: with fewer, more of them interact. */
const PALETTE = { ui: 8, repo: 6, git: 4, run: 8, numbers: 4 } as const

/** The actions of each kind that a walk favours, and how many others it adds. */
export type Around = { readonly [Kind in 'ui' | 'repo' | 'git' | 'run']?: readonly string[] }
const BESIDE = 2

export function stepsOf(seed: number, count: number, around: Around = {}, runs = RUNS): Step[] {
  const random = randomFrom(seed)
  const below = (most: number): number => Math.floor(random() * most)
  const weighted = <T>(choices: readonly (readonly [number, T])[]): T => {
    let left = below(choices.reduce((sum, [weight]) => sum + weight, 0))
    for (const [weight, choice] of choices) {
      left -= weight
      if (left < 0) return choice
    }
    throw new Error('there is no choice')
  }
  const some = <T>(size: number, choose: () => T): (() => T) => {
    const chosen = Array.from({ length: size }, choose)
    return () => chosen[below(size)] as T
  }
  const someOf = (kind: keyof Around, choose: () => string): (() => string) => {
    const named = around[kind]
    const all = named && [...named, ...Array.from({ length: BESIDE }, choose)]
    return all ? () => all[below(all.length)] ?? '' : some(PALETTE[kind], choose)
  }
  const anyOf = (table: object): (() => string) => {
    const names = Object.keys(table)
    return () => names[below(names.length)] ?? ''
  }
  const WHAT: Record<Kind, () => string> = {
    ui: someOf('ui', anyOf(UI_ACTS)),
    model: () => 'a file of the data model is changed',
    repo: someOf('repo', anyOf(REPO_ACTS)),
    git: someOf('git', anyOf(GIT_ACTS)),
    run: someOf('run', () => weighted(runs)),
  }
  const isAround = (kind: Kind): boolean => Object.keys(around).length === 0 || Object.hasOwn(around, kind)
  const kinds = KINDS.map(([weight, kind]) => [isAround(kind) ? 4 * weight : weight, kind] as const)
  const number = some(PALETTE.numbers, () => below(1000))
  return Array.from({ length: count }, (_, nth): Step => {
    const kind = weighted(kinds)
    return {
      ...{ nth, kind, what: WHAT[kind]() },
      target: below(4) === 0 ? 'dev' : 'production',
      clone: below(5) === 0 ? 'b' : 'a',
      ...{ at: number(), other: number() },
    }
  })
}

/**
 * A step on one line: `7. UI of dev: a report is renamed (12, 30)`, `8. clone a: a branch begins (3, 4)`, `9. clone
 * b, dev: plan (5, 6)`, `10. before request 12 to dev: an answer is cut (7, 8)`.
 */
export function tellStep({ nth, kind, what, target, clone, at, other, before }: Step): string {
  const who =
    kind === 'amid'
      ? `before request ${before} to ${target}`
      : kind === 'ui' || kind === 'model'
        ? `UI of ${target}`
        : `clone ${clone}${kind === 'run' ? `, ${target}` : ''}`
  return `${nth}. ${who}: ${what} (${at}, ${other})`
}

/** Parses such lines back into steps. */
export const readSteps = (text: string): Step[] =>
  text
    .trim()
    .split('\n')
    .map((line): Step => {
      const found =
        /^\s*(\d+)\. (?:UI of (\w+)|before request (\d+) to (\w+)|clone (a|b)(?:, (\w+))?): (.*) \((\d+), (\d+)\)$/.exec(
          line,
        )
      if (!found) throw new Error(`no step: ${line}`)
      const [, nth, ofUi, before, ofAmid, clone, ofRun, what = '', at, other] = found
      return {
        ...{
          nth: Number(nth),
          what,
          at: Number(at),
          other: Number(other),
          kind: kindOf(what, { ofUi, ofAmid, ofRun }),
        },
        ...{ target: (ofUi ?? ofAmid ?? ofRun ?? 'production') as TargetName, clone: (clone ?? 'a') as Step['clone'] },
        ...(before === undefined ? {} : { before: Number(before) }),
      }
    })

type Of = Readonly<Record<'ofUi' | 'ofAmid' | 'ofRun', string | undefined>>

function kindOf(what: string, { ofUi, ofAmid, ofRun }: Of): Step['kind'] {
  if (ofAmid !== undefined) return 'amid'
  if (ofUi !== undefined) return what in UI_ACTS ? 'ui' : 'model'
  return ofRun !== undefined ? 'run' : what in REPO_ACTS ? 'repo' : 'git'
}

/** The same random numbers for the same seed, on every machine. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
