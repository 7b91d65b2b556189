import type { Scene, SceneReport } from '../../scene.ts'
import { memberOf } from '../data/columns.ts'
import { type FreeForm, mapsAt, textAt, textsAt } from '../data/free.ts'
import { chance, pick } from './chance.ts'
import { cityAt, coordinatesOf, isNameLike, wordsFor } from './words.ts'

export interface Category {
  readonly values: Readonly<Record<string, unknown>>
}

const MOST = 120

/**
 * The combinations that rows are made for. If there is a named thing, such as a customer, each name is one row and the
 * rest follows; dimensions with few values are crossed.
 */
export function categories(
  dimensions: readonly string[],
  query: FreeForm,
  report: SceneReport,
  scene: Scene,
): Category[] {
  if (dimensions.length === 0) return [{ values: {} }]
  const wanted = new Map(filteredValues(query))
  const valuesOf = (name: string): readonly unknown[] => {
    const [only = [], all] = [wanted.get(name), dimensionValues(name, scene)]
    // What a filter leaves of these is the same with it and without.
    return only.every((value) => all.map(String).includes(String(value))) ? all : only
  }
  const entity = dimensions.find((name) => isNameLike(name))
  const following = dimensions.filter((name) => name !== entity && (entity !== undefined || isCoordinate(name)))
  const crossed = entity === undefined ? dimensions.filter((name) => !following.includes(name)) : [entity]
  const combinations = crossed.reduce<Record<string, unknown>[]>(
    (all, name) =>
      all.flatMap((values) => valuesOf(name).map((value) => ({ ...values, [name]: value }))).slice(0, MOST),
    [{}],
  )
  return combinations.map((values, index) => {
    const named = Object.values(values).map(String).join('|')
    const rest = following.map((name) => [name, follow(name, named, index, values, valuesOf(name), report)] as const)
    return { values: { ...values, ...Object.fromEntries(rest) } }
  })
}

const isCoordinate = (name: string): boolean => /lat(itude)?$|lo?ng?(itude)?$/.test(name.toLowerCase())

function follow(
  name: string,
  named: string,
  index: number,
  values: Readonly<Record<string, unknown>>,
  own: readonly unknown[],
  report: SceneReport,
): unknown {
  if (!isCoordinate(name)) return pick(own, `${name}|${named}|${report.name}`) ?? null
  const city = Object.values(values)
    .map(String)
    .find((value) => coordinatesOf(value))
  const [, latitude, longitude] = cityAt(index)
  const [lat, lon] = (city === undefined ? undefined : coordinatesOf(city)) ?? [latitude, longitude]
  return /lat(itude)?$/.test(name.toLowerCase()) ? lat : lon
}

export function dimensionValues(name: string, scene: Scene): readonly unknown[] {
  const member = memberOf(name, scene)
  if (member?.type === 'boolean') return [true, false]
  if (member?.type === 'number')
    return Array.from({ length: 8 }, (_, index) => Math.round(chance(`${name}${index}`) * 90) + 10)
  return wordsFor(name, member?.from ?? name, member?.description)
}

/** Values required by filters, by dimension. Only top-level ones: `or` leaves everything open. */
function filteredValues(query: FreeForm): [string, readonly unknown[]][] {
  return mapsAt(query, 'filters').flatMap((filter): [string, readonly unknown[]][] => {
    const member = textAt(filter, 'member') ?? textAt(filter, 'dimension')
    const values = textsAt(filter, 'values')
    return member !== undefined && filter['operator'] === 'equals' ? [[member, values]] : []
  })
}
