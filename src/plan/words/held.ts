import { isMap } from '../../content/model.ts'
import type { HeldUnit } from '../plan-file.ts'
import { isPlace, sizeOf, spotOf } from './geometry.ts'
import type { TextDiff } from './line.ts'
import type { Names } from './names.ts'
import { own, pathChanges, pathName } from './paths.ts'
import { diffTexts } from './texts.ts'
import { subjectOf } from './units.ts'
import { shortValues, wordsOf } from './values.ts'
import { widgetName } from './widget.ts'

/** What three sides say of one thing. `base` is undefined where nobody knows what was last applied. */
export interface ThreeSides {
  /** `number format`; empty for the unit itself. */
  readonly of: string
  readonly base: string | undefined
  readonly repo: string
  readonly live: string
  /** From the repo's text to that of live, for long ones. */
  readonly diff?: TextDiff | undefined
}

export interface HeldWords {
  readonly subject: string
  readonly sides: readonly ThreeSides[]
}

export function heldWords(held: HeldUnit, names: Names): HeldWords {
  const { unit, repo, live, base } = held
  const isWidget = unit.startsWith('widget ')
  const subject = isWidget ? widgetName(unit.slice('widget '.length), repo ?? live ?? base, names) : subjectOf(unit)
  const paths = partings(repo, live)
  const sides = (paths.length > 0 ? paths : [[]]).map((path) => sidesAt(held, path, isWidget))
  return { subject, sides }
}

/** Where the repo and live part. A list is one value, and so is a place on the grid. */
function partings(repo: unknown, live: unknown, path: readonly string[] = []): string[][] {
  const isLeaf = !isMap(repo) || !isMap(live) || isPlace(repo) || isPlace(live)
  if (isLeaf) return pathChanges(repo, live).length > 0 ? [[...path]] : []
  const keys = [...new Set([...Object.keys(repo), ...Object.keys(live)])]
  return keys.flatMap((key) => partings(own(repo, key), own(live, key), [...path, key]))
}

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((inner: unknown, key) => (isMap(inner) ? own(inner, key) : undefined), value)

function sidesAt(held: HeldUnit, path: readonly string[], isWidget: boolean): ThreeSides {
  const [base, repo, live] = [held.base, held.repo, held.live].map((side) => at(side, path))
  const [baseText = '', repoText = '', liveText = ''] = valueTexts([base, repo, live])
  const isLong = [repo, live].some((side) => typeof side === 'string' && side.includes('\n'))
  const diff = isLong && typeof repo === 'string' && typeof live === 'string' ? diffTexts(repo, live) : undefined
  return {
    of: isWidget ? keyWords(path) : pathName(path),
    base: held.baseKnown ? baseText : undefined,
    repo: repoText,
    live: liveText,
    ...(diff && { diff }),
  }
}

/** A place by spot and size, where that tells the repo from live. */
function valueTexts(values: readonly unknown[]): string[] {
  const texts = shortValues(values)
  const places = values.map((value, index) =>
    isPlace(value) ? `${spotOf(value)} ${sizeOf(value)}` : (texts[index] ?? ''),
  )
  return places[1] === places[2] ? texts : places
}

/** A key of `config` by its words. */
const keyWords = (path: readonly string[]): string => {
  const [first = '', second, ...rest] = path
  if (first !== 'config' || second === undefined)
    return first === 'position' && path.length === 1 ? 'place' : pathName(path)
  return rest.length === 0 ? wordsOf(second) : pathName([second, ...rest])
}
