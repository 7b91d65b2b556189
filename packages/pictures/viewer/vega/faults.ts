import { nearest, type Path } from '@boardwright/common'
import { AGGREGATES, CHANNELS, isType, MARKS, TYPES } from '@boardwright/platform/query'
import { isMap } from '../data/free.ts'

/** Something without a meaning, in words, and its place. */
export interface Fault {
  readonly path: Path
  readonly text: string
}

type Spec = Readonly<Record<string, unknown>>

const VIEWS = ['mark', 'layer', 'hconcat', 'vconcat', 'concat', 'facet', 'repeat', 'spec'] as const

/** A fault whose text begins with the name of the part. */
const fault = (path: Path, text: string): Fault => ({ path, text: `${nameOf(path)} ${text}` })

/** The first thing in a Vega-Lite specification that has no meaning, if any. */
export function faultIn(spec: unknown): Fault | undefined {
  return viewFault(spec, [], true)
}

function viewFault(view: unknown, path: Path, isTop = false): Fault | undefined {
  if (!isMap(view)) return fault(path, `is ${kindOf(view)}, where a chart has a map of keys.`)
  const parts = ['layer', 'hconcat', 'vconcat', 'concat'].filter((key) => key in view)
  for (const key of parts) {
    const list = view[key]
    if (!Array.isArray(list)) return fault([...path, key], `is ${kindOf(list)}, and has to be a list.`)
    for (const [index, part] of list.entries()) {
      const found = viewFault(part, [...path, key, index])
      if (found !== undefined) return found
    }
  }
  if (isTop && !VIEWS.some((key) => key in view)) {
    const meant = Object.keys(view).find((key) => nearest(key, VIEWS) !== undefined)
    const guessed = meant === undefined ? '' : ` It has \`${meant}\`.`
    return {
      path: meant === undefined ? path : [...path, meant],
      text: `The specification has no \`mark\`: it does not say what to draw.${guessed}`,
    }
  }
  return (
    markFault(view, path) ??
    encodingFault(view, path) ??
    ('spec' in view ? viewFault(view['spec'], [...path, 'spec']) : undefined)
  )
}

function markFault({ mark }: Spec, path: Path): Fault | undefined {
  if (mark === undefined) return undefined
  const [type, at] = isMap(mark) ? [mark['type'], [...path, 'mark', 'type']] : [mark, [...path, 'mark']]
  return oneOf(type, at, MARKS)
}

function encodingFault({ encoding }: Spec, path: Path): Fault | undefined {
  if (encoding === undefined || encoding === null) return undefined
  const at = [...path, 'encoding']
  if (!isMap(encoding)) return fault(at, `is ${kindOf(encoding)}, where it has a map of channels.`)
  for (const [channel, definition] of Object.entries(encoding)) {
    const own = [...at, channel]
    if (!CHANNELS.includes(channel)) return fault(own, `is not a channel.${guess(channel, CHANNELS)}`)
    for (const each of [definition].flat()) {
      if (each === null) continue
      if (!isMap(each))
        return fault(own, `is ${kindOf(each)}, where a channel has a map, such as \`field\` and \`type\`.`)
      const { type, aggregate, field } = each
      const found =
        (type === undefined || isType(type) ? undefined : oneOf(type, [...own, 'type'], TYPES)) ??
        (typeof aggregate === 'string' ? oneOf(aggregate, [...own, 'aggregate'], AGGREGATES) : undefined)
      if (found !== undefined) return found
      if (field !== undefined && typeof field !== 'string' && !(isMap(field) && 'repeat' in field))
        return fault([...own, 'field'], `is ${kindOf(field)}, and has to be the name of a column.`)
    }
  }
  return undefined
}

function oneOf(value: unknown, path: Path, known: readonly string[]): Fault | undefined {
  if (typeof value !== 'string') return fault(path, `is ${kindOf(value)}, and has to be a word.`)
  return known.includes(value) ? undefined : fault(path, `is “${value}”, which is not known.${guess(value, known)}`)
}

function guess(word: string, known: readonly string[]): string {
  const meant = nearest(word, known)
  return meant === undefined ? '' : ` Did you mean “${meant}”?`
}

const kindOf = (value: unknown): string =>
  value === null || value === undefined
    ? 'empty'
    : Array.isArray(value)
      ? 'a list'
      : isMap(value)
        ? 'a map'
        : `a ${typeof value}`

export const nameOf = (path: Path): string =>
  path.length === 0
    ? 'The specification'
    : `\`${path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('')}\``

const MOST_TRIES = 200
const DEEPEST = 8

/** The smallest part that has to be removed so that the rest can be drawn. */
export function culpritIn(spec: unknown, canDraw: (spec: unknown) => boolean): Path | undefined {
  let tries = 0
  const look = (at: Path): Path | undefined => {
    const value = at.reduce((inner: unknown, key) => (inner as Record<string | number, unknown>)[key], spec)
    if (at.length > DEEPEST || typeof value !== 'object' || value === null) return undefined
    for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
      const path = [...at, key]
      tries += 1
      if (tries > MOST_TRIES) return undefined
      if (canDraw(without(spec, path))) return look(path) ?? path
    }
    return undefined
  }
  return look([])
}

function without(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    return rest.length === 0
      ? value.filter((_, index) => index !== key)
      : value.map((each, index) => (index === key ? without(each, rest) : each))
  }
  const { [String(key)]: own, ...others } = value as Spec
  return rest.length === 0 ? others : { ...others, [String(key)]: without(own, rest) }
}
