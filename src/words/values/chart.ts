import { isMap } from '@boardwright/common'
import type { FreeForm } from '../../content/model.ts'
import { own, type PathChange, pathChanges, pathName } from './paths.ts'

/** Places in what a chart looks like that people have words for. `#` stands for what its data is drawn as. */
const PLACES: Readonly<Record<string, readonly (readonly [place: RegExp, words: string])[]>> = {
  spec: [
    [/^(?:layer\[\d+\]\.)?mark\.(?:color|fill)$/, 'colour of the #'],
    [/^(?:layer\[\d+\]\.)?encoding\.color\.value$/, 'colour of the #'],
    [/^(?:layer\[\d+\]\.)?encoding\.([xy])\.(?:axis\.)?title$/, 'title of the $1 axis'],
    [/^(?:layer\[\d+\]\.)?encoding\.([xy])\.axis\.format$/, 'number format of the $1 axis'],
    [/^(?:layer\[\d+\]\.)?encoding\.(?:color|size)\.(?:legend\.)?title$/, 'title of the legend'],
    [/^(?:numberFormat|format)$/, 'number format'],
    [/^color$/, 'colour'],
    [/^columns\[(.+)\]\.label$/, 'title of $1'],
    [/^columns\[(.+)\]\.width$/, 'width of $1'],
    [/^columns\[(.+)\]\.bar\.color$/, 'colour of the bars of $1'],
  ],
  preferences: [
    [/^columnFormats\.(.+)\.decimalPlaces$/, 'decimal places of $1'],
    [/^columnFormats\.(.+)\.type$/, 'number format of $1'],
  ],
  theme: [
    [/^primaryColor$/, 'primary colour'],
    [/^backgroundColor$/, 'background colour'],
    [/^fontFamily$/, 'font'],
  ],
}

const MARKS: ReadonlyMap<unknown, string> = new Map([
  ['bar', 'bars'],
  ['line', 'line'],
  ['area', 'area'],
  ['point', 'points'],
  ['circle', 'points'],
  ['arc', 'slices'],
  ['rect', 'cells'],
  ['rule', 'rule'],
])

/** More places than this go by their paths, in one line. */
const MOST = 4

export interface NamedPlace {
  readonly words: string
  readonly change: PathChange
}

/** The changes of a unit that people have words for, and the rest. Two that have the same words go by their paths. */
export function namedPlaces(
  unit: string,
  before: unknown,
  after: unknown,
): { readonly named: readonly NamedPlace[]; readonly rest: readonly PathChange[] } {
  const all = pathChanges(before, after).map((change) => ({ change, words: wordsFor(unit, change, after ?? before) }))
  const isNamed = ({ words }: { readonly words: string | undefined }): boolean =>
    words !== undefined && all.filter((other) => other.words === words).length === 1
  const named = all.filter(isNamed) as NamedPlace[]
  if (named.length === 0 || named.length > MOST) return { named: [], rest: all.map(({ change }) => change) }
  return { named, rest: all.flatMap((each) => (isNamed(each) ? [] : [each.change])) }
}

function wordsFor(unit: string, { path, before, after, reordered }: PathChange, whole: unknown): string | undefined {
  if (reordered || [before, after].some((side) => typeof side === 'object' && side !== null)) return undefined
  const name = pathName(path)
  const [row] = (Object.hasOwn(PLACES, unit) ? (PLACES[unit] ?? []) : []).filter(([place]) => place.test(name))
  return row && name.replace(row[0], row[1]).replace('#', () => marksAt(whole, path))
}

function marksAt(whole: unknown, [first, index, ...rest]: readonly string[]): string {
  const layers = first === 'layer' && isMap(whole) ? own(whole, 'layer') : undefined
  if (Array.isArray(layers) && rest.length > 0) return marksAt(layers[Number(index?.slice(1, -1))], rest)
  const mark = isMap(whole) ? own(whole, 'mark') : undefined
  return MARKS.get(isMap(mark) ? own(mark as FreeForm, 'type') : mark) ?? 'marks'
}
