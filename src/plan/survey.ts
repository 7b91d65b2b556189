import type { Base, BaseDigest } from '../content/base.ts'
import { ABSENT } from '../content/digest.ts'
import { type Key, type Kind, kindOf } from '../content/kinds.ts'
import { reportKey } from '../content/model.ts'
import { keysIn, OBJECTS, unitsMinded } from '../content/objects.ts'
import { isMissing, referencesIn, settledNames } from '../content/references.ts'
import { formerKeys } from '../content/renames.ts'
import { judgeUnits, type Verdict } from '../content/threeway.ts'
import { areKnownAlike, digestIn, everyDigest, type Units } from '../content/units.ts'
import { danglingUnits } from './dangling.ts'
import { type Indexed, indexContent } from './index-content.ts'
import type { PlanInputs } from './inputs.ts'
import { planRules } from './kinds.ts'
import { type Standing, standingOf } from './standing.ts'

/** One object on both sides, and what three-way says of each of its units. */
export interface Case {
  readonly key: Key
  readonly kind: Kind
  readonly standing: Standing
  /** Undefined where the repo does not have the object. */
  readonly repo: Units | undefined
  readonly live: Units | undefined
  /** None where both sides are known to be alike. */
  readonly verdicts: ReadonlyMap<string, Verdict>
  /** Widgets that differ only because the report they show was deleted: nobody edited them. */
  readonly dangling: ReadonlySet<string>
}

export interface Survey {
  readonly desired: Indexed
  readonly live: Indexed
  /** The tree that was last applied: of content, and of the data model, which has a record of its own. */
  readonly applied: (key: Key) => Units | undefined
  readonly treeAt: (commit: string) => Indexed | undefined
  readonly cases: ReadonlyMap<Key, Case>
}

/** Looks at everything that either side has. Sorted by key, so that no order of the inputs shows. */
export function survey(inputs: PlanInputs): Survey {
  const { history } = inputs
  const declared = new Set<Key>(inputs.desired.reports.map(({ id }) => reportKey(id)))
  const settle = settledNames(inputs.live.publicIds, (key) => declared.has(key) || inputs.live.known.has(key))
  const desired = indexContent(inputs.desired, settle)
  const live = withLiveNames(indexContent(inputs.live.content, settle), inputs)
  const trees = new Map<string, Indexed | undefined>()
  const treeAt = (commit: string): Indexed | undefined => {
    if (!trees.has(commit)) {
      const tree = history.trees.get(commit)
      trees.set(commit, tree && indexContent(tree, settle))
    }
    return trees.get(commit)
  }
  const former = formerKeys(inputs.desired)
  const appliedAt = (key: Key, commit: string | undefined): Units | undefined => {
    const tree = commit === undefined ? undefined : treeAt(commit)
    return tree?.units(key) ?? tree?.units(former.get(key) ?? key)
  }
  const applied = (key: Key): Units | undefined => appliedAt(key, planRules(kindOf(key)).appliedAt(inputs))

  const keys = new Set([...keysIn(inputs.desired), ...keysIn(inputs.live.content)])
  const cases = new Map<Key, Case>()
  for (const key of [...keys].sort()) {
    const was = (commit: string): Units | undefined => appliedAt(key, commit)
    const standing = standingOf(key, inputs, () => applied(key), was)
    cases.set(key, caseOf(key, { desired, live, applied }, standing))
  }
  return { desired, live, applied, treeAt, cases }
}

/** Live under its own slugs and folder names, where the keys have the tree's. */
function withLiveNames(index: Indexed, { live: { facts } }: PlanInputs): Indexed {
  const renamed = new Map<Key, Units>()
  return {
    ...index,
    units(key) {
      const units = renamed.get(key) ?? index.units(key)
      const unit = OBJECTS[kindOf(key)].renaming?.unit
      const name = facts.get(key)?.name?.trim()
      if (!units || unit === undefined || units.get(unit) === name || renamed.has(key)) return units
      const others = new Map([...units].filter(([each]) => each !== unit))
      const now = name === undefined ? others : others.set(unit, name)
      renamed.set(key, now)
      return now
    },
  }
}

function caseOf(key: Key, sides: Pick<Survey, 'desired' | 'live' | 'applied'>, standing: Standing): Case {
  const [repo, live] = [sides.desired.units(key), sides.live.units(key)]
  const applied = (): Units | undefined => sides.applied(key)
  const judged =
    repo && live
      ? judgeCase(
          repo,
          unitsMinded(kindOf(key), live, (unit) => repo.has(unit)),
          standing,
          applied,
        )
      : NONE
  const base = 'base' in standing ? standing.base : undefined
  const workbook = sides.live.workbooks.get(key)
  const dangling =
    live && workbook && referencesIn(workbook).some(isMissing)
      ? danglingUnits({ live, applied, base }, (report) => sides.live.has(report))
      : NO_UNITS
  const verdicts =
    dangling.size === 0
      ? judged
      : new Map(
          [...judged].map(([unit, verdict]): [string, Verdict] => [
            unit,
            verdict === 'conflict' && dangling.has(unit) ? 'repo' : verdict,
          ]),
        )
  return { key, kind: kindOf(key), standing, repo, live, verdicts, dangling }
}

const NONE: ReadonlyMap<string, Verdict> = new Map()
const NO_UNITS: ReadonlySet<string> = new Set()

/**
 * A ledger that a stale tab saved back knows an older base than what was applied since. Live that says what the tree at
 * the last applied commit says was not edited, whatever such a ledger knows.
 */
function judgeCase(repo: Units, live: Units, standing: Standing, appliedUnits: () => Units | undefined) {
  if (areKnownAlike(repo, live)) return NONE
  const base = 'base' in standing ? standing.base : undefined
  const next = standing.state === 'ours' ? standing.known.next : undefined
  const verdicts = judgeUnits({ base, next }, repo, live)
  const suspect = [...verdicts].filter(([, verdict]) => verdict === 'live' || verdict === 'conflict')
  const applied = suspect.length > 0 && standing.state === 'ours' ? appliedUnits() : undefined
  if (!applied) return verdicts
  const isAsApplied = ([unit]: [string, Verdict]): boolean => digestIn(live, unit) === digestIn(applied, unit)
  return new Map([...verdicts, ...suspect.filter(isAsApplied).map(([unit]): [string, Verdict] => [unit, 'repo'])])
}

/** Whether it is one of ours that live has. */
export const isOurs = ({ standing, live }: Case): boolean =>
  live !== undefined && (standing.state === 'ours' || standing.state === 'known')

export const unitsWith = ({ verdicts }: Case, ...wanted: readonly Verdict[]): string[] =>
  [...verdicts].filter(([, verdict]) => wanted.includes(verdict)).map(([unit]) => unit)

/** What was edited in the UI, and nowhere else. */
export const editedUnits = (each: Case): string[] => unitsWith(each, 'live').filter((unit) => !each.dangling.has(unit))

/**
 * What the ledger says of an object once it is as planned: the repo's digests, the old ones of units that are held, and
 * what the server had made of a text that has not changed.
 */
export function recordOf({ repo, standing }: Case, isHeld: (unit: string) => boolean): Base {
  const old = ('base' in standing && standing.base) || {}
  const units = new Set([...(repo?.keys() ?? []), ...Object.keys(old)])
  const entries = [...units].flatMap((unit): [string, Base[string]][] => {
    const was = Object.hasOwn(old, unit) ? old[unit] : undefined
    const now = digestIn(repo, unit)
    const digest = isHeld(unit) || sentIn(was) === now ? was : now
    return digest === undefined || digest === ABSENT ? [] : [[unit, digest]]
  })
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Whether that is another record than the ledger has. */
export function isNewRecord({ repo, standing }: Case, isHeld: (unit: string) => boolean): boolean {
  const old = 'base' in standing ? standing.base : undefined
  if (!old) return true
  const isKnown = (unit: string, digest: string): boolean =>
    (Object.hasOwn(old, unit) && sentIn(old[unit]) === digest) || isHeld(unit)
  if (repo && !everyDigest(repo, isKnown)) return true
  for (const unit in old) if (!repo?.has(unit) && !isHeld(unit) && sentIn(old[unit]) !== ABSENT) return true
  return false
}

const sentIn = (was: BaseDigest | undefined): string | undefined => (typeof was === 'string' ? was : was?.[0])
