import { isEditedLive } from '../compare/comparison.ts'
import { someOf } from '../content/counted.ts'
import { idIn, isKind } from '../content/kinds.ts'
import { type Key, modelKey } from '../content/model.ts'
import { comparisonOf, type Decided, outcomeOf } from './decided.ts'
import { NAMING } from './naming.ts'
import type { Stop } from './plan-file.ts'

/**
 * Files that share a name with this one, before or after: they are written with it, unless that would overwrite an
 * edit.
 */
export function movedWith(decided: Decided, key: Key): Key[] {
  if (!isKind(key, 'model')) return []
  const { desired, live } = decided.inputs.modelNames
  const [now, before] = [desired, live].map((side) => side.get(idIn(key)) ?? [])
  const sharing = [
    ...[...live].filter(([, names]) => names.some((name) => now?.includes(name))),
    ...[...desired].filter(([, names]) => names.some((name) => before?.includes(name))),
  ]
  return sharing
    .map(([path]) => modelKey(path))
    .filter((other) => {
      const each = comparisonOf(decided, other)
      return !each?.live || !isEditedLive(each)
    })
}

interface Files {
  readonly written: readonly string[]
  readonly deleted: readonly string[]
  /** The names in each file once the plan is applied. */
  readonly after: ReadonlyMap<string, readonly string[]>
}

/**
 * A cube or a view that moves between files must be written in both. With only one of them, the data model would have
 * it twice, which the platform refuses, or not at all.
 */
export function splitNames(decided: Decided): Stop[] {
  const files = filesAfter(decided)
  return [...declaredTwice(decided, files), ...declaredNowhere(decided, files)]
}

function filesAfter({ inputs: { modelNames }, outcomes }: Decided): Files {
  const { desired, live } = modelNames
  const paths = [...new Set([...desired.keys(), ...live.keys()])]
  const pathsOf = (keys: ReadonlySet<Key>): string[] => paths.filter((path) => keys.has(modelKey(path)))
  const written = pathsOf(new Set(outcomes.with('create', 'write').map(([key]) => key)))
  const deleted = pathsOf(new Set(outcomes.with('delete').map(([key]) => key)))
  const after = new Map(live)
  for (const path of deleted) after.delete(path)
  for (const path of written) after.set(path, desired.get(path) ?? [])
  return { written, deleted, after }
}

function declaredTwice(decided: Decided, { written, after }: Files): Stop[] {
  const isWritten = new Set(written)
  const staying = [...after].filter(([path]) => !isWritten.has(path))
  return written.flatMap((path) =>
    staying.flatMap(([other, there]): Stop[] => {
      const names = (after.get(path) ?? []).filter((name) => there.includes(name))
      if (names.length === 0) return []
      return stop(
        `${quoted(names)} would be declared twice, which the platform refuses: this plan writes ${fullName(path)}, and ${fullName(other)} stays: ${whyNot(decided, other)}`,
      )
    }),
  )
}

function declaredNowhere(decided: Decided, { written, deleted, after }: Files): Stop[] {
  const { desired, live } = decided.inputs.modelNames
  const there = new Set([...after.values()].flat())
  const losing = [...written.map((path) => ['rewrites', path]), ...deleted.map((path) => ['deletes', path])] as const
  return losing.flatMap(([does, path = '']) => {
    const lost = (live.get(path) ?? []).filter((name) => !there.has(name))
    if (lost.length === 0) return []
    return [...desired].flatMap(([other, names]): Stop[] => {
      const moved = lost.filter((name) => names.includes(name))
      if (moved.length === 0) return []
      return stop(
        `${quoted(moved)} would be missing from the data model: this plan ${does} ${fullName(path)}, and does not write ${fullName(other)}, which has it now: ${whyNot(decided, other)}`,
      )
    })
  })
}

const stop = (message: string): Stop[] => [{ kind: 'model-names', message }]
const quoted = (names: readonly string[]): string => someOf(names.map((name) => `"${name}"`))
const fullName = (path: string): string => NAMING.model.fullName(path)

function whyNot(decided: Decided, path: string): string {
  const outcome = outcomeOf(decided, modelKey(path))
  if (outcome && 'message' in outcome) return outcome.message
  return outcome?.kind === 'unmanaged'
    ? 'the repo does not have it; boardwright export --new takes it into git'
    : 'it is not selected'
}
