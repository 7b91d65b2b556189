import { isMap } from '@boardwright/common'
import { subjectOf } from '../../content/unit-words.ts'
import { widgetIn } from '../../content/units.ts'
import type { HeldUnit } from '../../plan/plan-file.ts'
import { gridPlace, isPlace } from './geometry.ts'
import { clearNames } from './layout.ts'
import type { ShownNames, TextDiff } from './line.ts'
import { own, pathChanges, pathName, shortTexts, shortValues } from './paths.ts'
import { diffTexts } from './texts.ts'
import { folderText } from './units.ts'
import { widgetFacts, widgetName, widgetParts } from './widget.ts'

/** One value on all three sides. `base` is undefined if we do not know what was last applied. */
export interface ThreeSides {
  /** Such as `numberFormat`; empty if this is the unit itself. */
  readonly of: string
  readonly base: string | undefined
  readonly repo: string
  readonly live: string
  /** Whether live differs from what was last applied; undefined if unknown. */
  readonly edited: boolean | undefined
  /** From the repo's text to live's, for long texts. */
  readonly diff?: TextDiff | undefined
}

export interface HeldWords {
  readonly subject: string
  readonly sides: readonly ThreeSides[]
}

export function heldWords(held: HeldUnit, names: ShownNames): HeldWords {
  const { unit, repo, live, base } = held
  const widget = widgetIn(unit)
  const subject = widget === undefined ? subjectOf(unit) : widgetName(widget, repo ?? live ?? base, names)
  const paths = differingPaths(repo, live)
  const sides = (paths.length > 0 ? paths : [[]]).map((path) => sidesAt(held, path, names))
  return { subject, sides }
}

/** The paths at which repo and live differ. A list counts as one value, and so does a grid position. */
function differingPaths(repo: unknown, live: unknown, path: readonly string[] = []): string[][] {
  const isLeaf = !isMap(repo) || !isMap(live) || isPlace(repo) || isPlace(live)
  if (isLeaf) return pathChanges(repo, live).length > 0 ? [[...path]] : []
  const keys = [...new Set([...Object.keys(repo), ...Object.keys(live)])]
  return keys.flatMap((key) => differingPaths(own(repo, key), own(live, key), [...path, key]))
}

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((inner: unknown, key) => (isMap(inner) ? own(inner, key) : undefined), value)

function sidesAt(held: HeldUnit, path: readonly string[], names: ShownNames): ThreeSides {
  const isWidget = widgetIn(held.unit) !== undefined
  const [base, repo, live] = [held.base, held.repo, held.live].map((side) => at(side, path))
  const textsOf = (path.length === 0 && (isWidget ? wholeWidgets : UNIT_TEXTS.get(held.unit))) || valueTexts
  const isOrder = held.unit === 'layout' && path.join('.') === 'order'
  const [baseText = '', repoText = '', liveText = ''] = (isOrder ? orderTexts : textsOf)([base, repo, live], names)
  const isLong = [repo, live].some((side) => typeof side === 'string' && side.includes('\n'))
  const diff = isLong && typeof repo === 'string' && typeof live === 'string' ? diffTexts(repo, live) : undefined
  const isHere = held.baseKnown && path.length > 0 ? pathChanges(base, live).length > 0 : held.edited
  return {
    of: isOrder ? 'order of widgets' : isWidget ? keyWords(path) : pathName(path),
    base: held.baseKnown ? baseText : undefined,
    repo: repoText,
    live: liveText,
    edited: held.edited === false ? false : isHere,
    ...(diff && { diff }),
  }
}

type TextsOf = (values: readonly unknown[], names: ShownNames) => string[]

/** Shows places in words, if that distinguishes repo from live. */
function valueTexts(values: readonly unknown[]): string[] {
  const texts = shortValues(values)
  const places = values.map((value, index) => (isPlace(value) ? gridPlace(value) : (texts[index] ?? '')))
  return places[1] === places[2] ? texts : places
}

const ORDER_LENGTH = 90

/** Shows widgets by label, if that distinguishes the sides. */
function orderTexts(values: readonly unknown[], names: ShownNames): string[] {
  const labelled = values.map((value) => (Array.isArray(value) ? clearNames(value.map(String), names) : 'nothing'))
  return new Set(labelled.slice(1)).size === 1 ? valueTexts(values) : shortTexts(labelled, ORDER_LENGTH)
}

/** A widget that one side lacks: what it was, and what happened to it on each side. */
const wholeWidgets: TextsOf = ([base, repo, live], names) => {
  const factsOf = (widget: unknown): string =>
    isMap(widget) ? widgetFacts(widget, names).join(', ') || 'there' : 'not there'
  const sideOf = (side: unknown): string => {
    if (!isMap(side) || !isMap(base))
      return isMap(base) ? 'removed' : isMap(side) ? `added, ${factsOf(side)}` : 'not there'
    const parts = pathChanges(base, side).length === 0 ? ['unchanged'] : widgetParts(base, side, names)
    return [...parts, factsOf(side) === factsOf(base) ? '' : factsOf(side)].filter((part) => part !== '').join(', ')
  }
  return [factsOf(base), sideOf(repo), sideOf(live)]
}

const switched =
  (on: string, off: string): TextsOf =>
  (values) =>
    values.map((value) => (value === true ? on : off))

const UNIT_TEXTS: ReadonlyMap<string, TextsOf> = new Map<string, TextsOf>([
  ['publish', switched('published', 'not published')],
  ['allowEmbed', switched('allowed', 'not allowed')],
  ['folder', (values) => values.map((value) => (value === undefined ? 'nothing' : folderText(value)))],
])

const keyWords = (path: readonly string[]): string => {
  const [first = '', ...rest] = path
  if (first === 'config' && rest.length > 0) return pathName(rest)
  return first === 'position' && rest.length === 0 ? 'place' : pathName(path)
}
