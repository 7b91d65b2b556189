import { didYouMean, type ErrorName, nearest } from '@boardwright/common'
import { someOf } from '../content/counted.ts'
import { groupBy } from '../content/group-by.ts'
import type { FileValueRead, Problem, ValuePath } from '../content/problem.ts'
import type { Condition, Target, Wave } from './model.ts'
import type { ResolvedTarget } from './resolve.ts'
import type { WaveSchema as WaveWritten } from './schema.ts'
import { matchesAny } from './scope.ts'

/** Waves: which targets get a commit, in which order, and what must hold before the next ones do. */

export interface WavesRead {
  readonly waves: readonly Wave[]
  readonly problems: readonly Problem[]
}

const UNLESS_SAID: readonly Condition[] = [{ kind: 'applied' }, { kind: 'no errors' }, { kind: 'held', most: 0 }]

/** A deployment with all targets that write to it. They belong in the same wave. */
interface Tenant {
  readonly key: string
  readonly names: readonly string[]
}

export function resolveWaves(
  document: FileValueRead,
  written: readonly WaveWritten[],
  targets: readonly ResolvedTarget[],
): WavesRead {
  const problems: Problem[] = written.flatMap((wave, index) => unknownIn(document, wave, index, targets))
  if (problems.length > 0) return { waves: [], problems }
  const tenants = tenantsOf(targets)
  const numberOf = new Map<string, number>()
  const waves = written.map((wave, index): Wave => {
    const number = index + 1
    const tell = (kind: ErrorName, message: string, path: ValuePath = [], hint?: string): void => {
      problems.push(problemAt(document, ['waves', index, ...path], kind, message, hint))
    }
    for (const [position, name] of (wave.targets ?? []).entries()) {
      const before = numberOf.get(name)
      if (before === undefined) continue
      tell('TARGET_CLASH', `"${name}" is in wave ${before} already`, ['targets', position], 'Name it in one wave only.')
    }
    const isMeant = selectionOf(wave, targets)
    const selected = tenants.filter(({ names }) => names.some(isMeant))
    const free = selected.filter(({ names }) => !names.some((name) => numberOf.has(name)))
    const names = free.slice(0, countOf(wave, selected.length)).flatMap((tenant) => tenant.names.filter(isMeant))
    for (const { names: together } of selected) {
      const [left, taken] = [
        together.filter((name) => !numberOf.has(name)),
        together.find((name) => numberOf.has(name)),
      ]
      const split = left.find(isMeant)
      if (split === undefined || taken === undefined) continue
      tell(
        'TARGET_CLASH',
        `"${taken}" is in wave ${numberOf.get(taken)} and "${split}" in wave ${number}, but both write to one deployment`,
        [],
        'Put both into the same wave.',
      )
    }
    if (names.length === 0) {
      const why = selected.length === 0 ? 'no target matches it' : 'earlier waves already have all its targets'
      tell('WAVE_EMPTY', `wave ${number} is empty: ${why}`)
    }
    for (const name of names) numberOf.set(name, number)
    return {
      number,
      name: wave.name ?? `wave ${number}`,
      targets: names,
      soakMs: millisecondsOf(wave.soak ?? '0s'),
      gate: wave.gate?.map(conditionOf) ?? UNLESS_SAID,
    }
  })
  return { waves, problems }
}

function problemAt(document: FileValueRead, path: ValuePath, kind: ErrorName, message: string, hint?: string): Problem {
  return { kind, ...document.placeOf(path), message, ...(hint === undefined ? {} : { hint }) }
}

/** Sorted by the first name of each, so that the order of files does not matter. */
function tenantsOf(targets: readonly ResolvedTarget[]): Tenant[] {
  const byKey = groupBy(
    targets.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    ({ url, deployment }) => `${url} ${deployment}`,
  )
  return [...byKey].map(([key, own]) => ({ key, names: own.map(({ name }) => name) }))
}

/** A wave selects everything that any of its lists names. One without lists selects every target. */
function selectionOf(
  { targets: patterns, labels, files }: WaveWritten,
  targets: readonly ResolvedTarget[],
): (name: string) => boolean {
  if (!patterns && !labels && !files) return () => true
  const isMeant = (target: ResolvedTarget): boolean =>
    matchesAny(patterns ?? [], target.name) ||
    target.labels.some((label) => labels?.includes(label)) ||
    (files !== undefined && matchesAny(files, target.at().at.file))
  const names = new Set(targets.filter(isMeant).map(({ name }) => name))
  return (name) => names.has(name)
}

function countOf({ size = 'rest' }: WaveWritten, selected: number): number {
  if (typeof size === 'number') return size
  return size === 'rest' ? selected : Math.max(1, Math.ceil((selected * Number.parseInt(size, 10)) / 100))
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 }

/** `10m` */
export function millisecondsOf(text: string): number {
  return Number.parseInt(text, 10) * (UNITS[text.at(-1) ?? ''] ?? 0) * 1_000
}

function conditionOf(written: NonNullable<WaveWritten['gate']>[number]): Condition {
  if (typeof written === 'object') return { kind: 'command', run: written.run }
  if (written === 'applied' || written === 'no errors') return { kind: written }
  return { kind: 'held', most: Number(/(?<!\d)\d+$/.exec(written)?.[0]) }
}

function unknownIn(
  document: FileValueRead,
  { targets: patterns = [], labels = [], files = [] }: WaveWritten,
  index: number,
  targets: readonly ResolvedTarget[],
): Problem[] {
  const names = targets.map(({ name }) => name)
  const known = [...new Set(targets.flatMap((target) => target.labels))].sort()
  const at = (path: ValuePath, kind: ErrorName, message: string, hint: string | undefined): Problem =>
    problemAt(document, ['waves', index, ...path], kind, message, hint)
  return [
    ...[...patterns.entries()]
      .filter(([, pattern]) => !names.some((name) => matchesAny([pattern], name)))
      .map(([number, pattern]) =>
        at(
          ['targets', number],
          'TARGET_UNKNOWN',
          `no target matches "${pattern}"`,
          didYouMean(nearest(pattern, names), `Name one of the targets: ${someOf(names, 10)}.`),
        ),
      ),
    ...[...labels.entries()]
      .filter(([, label]) => !known.includes(label))
      .map(([number, label]) => {
        const labelled = known.length === 0 ? 'no target has any label' : `labels are ${someOf(known, 10)}`
        const hint = didYouMean(nearest(label, known), labelled)
        return at(['labels', number], 'LABEL_UNKNOWN', `no target has the label "${label}"`, hint)
      }),
    ...[...files.entries()]
      .filter(([, glob]) => !targets.some((target: Pick<Target, 'at'>) => matchesAny([glob], target.at().at.file)))
      .map(([number, glob]) =>
        at(['files', number], 'TARGET_UNKNOWN', `no target is declared in a file that matches "${glob}"`, undefined),
      ),
  ]
}
