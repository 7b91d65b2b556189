import { isMap } from '../../../packages/common/maps.ts'
import { FILE } from '../../../packages/platform/model/format/owners.ts'
import type { Value } from '../../../packages/platform/model/format/value.ts'
import { mulberry32, pick } from '../../../packages/sandbox/seeds/made.ts'
import { baseModel } from './base.ts'

/** Models that differ from the base model in a few places, as people's mistakes and newer files do. */

type Path = readonly (string | number)[]
type Node = Record<string | number, unknown>

interface Place {
  readonly holder: Node
  readonly key: string | number
  /** What the format says of the value there. */
  readonly value: Value | undefined
  readonly path: Path
}

/** Every place in a value, with what the format says of it. */
function placesIn(value: Value | undefined, holder: Node, path: Path): Place[] {
  const known = value?.is === 'again' ? value.of() : value
  const ofKey = (key: string): Value | undefined => {
    if (known?.is === 'map') return (known.pick?.(holder as Record<string, unknown>) ?? known).keys[key]
    if (known?.is === 'either')
      return known.of.map((each) => (each.is === 'map' ? each.keys[key] : undefined)).find(Boolean)
    return undefined
  }
  const ofItem = known?.is === 'list' ? known.of : undefined
  return Object.keys(holder).flatMap((key) => {
    if (key === 'meta') return []
    const at = Array.isArray(holder) ? Number(key) : key
    const [found, below] = [Array.isArray(holder) ? ofItem : ofKey(key), holder[at]]
    const place = { holder, key: at, value: found, path: [...path, at] }
    return [place, ...(typeof below === 'object' && below !== null ? placesIn(found, below as Node, place.path) : [])]
  })
}

const FILE_VALUE: Value = { is: 'map', what: 'a file', keys: FILE }

/** Texts that some keys take and others do not. */
const TEXTS = [
  ...[
    'count',
    'status',
    'nope',
    'orders',
    'customers',
    'CUBE.status',
    'customers.city',
    'orders.nope',
    '7 day',
    '1 month',
    '5 months',
  ],
  ...[
    '7 fortnights',
    '0 5 * * *',
    'percent',
    'currency',
    'zork',
    ',.2f',
    '%Y',
    'EUR',
    'XYZ',
    '{CUBE}.a',
    '{count}',
    '{nope}',
    '{customers.city}',
  ],
  ...[
    '{customers}.city',
    '{CUBE.nope}',
    '{CUBE.a',
    'a } b',
    '{paid_at.week}',
    '{status.week}',
    'Europe/Zurich',
    '*',
    'sum',
    'countDistinct',
    'day',
  ],
  ...[
    'Two words',
    '2026-01-01',
    'orders.customers',
    'customers.orders',
    'regions',
    'prior',
    'one_to_one',
    'rollup',
    '1abc',
    'a-b',
  ],
]

export function createMutations(seed: number): () => { readonly model: object; readonly told: string } {
  const random = mulberry32(seed)
  const happens = (share: number): boolean => random() < share
  /** A value of this sort, or with some luck of another one. */
  const valueFor = (value: Value | undefined, depth = 0): unknown => {
    const other = (): unknown => pick(random, [...TEXTS, 7, true, false, [], {}, ['status'], { sql: 'x' }])
    if (!value || happens(0.2) || depth > 3) return other()
    switch (value.is) {
      case 'flag':
        return happens(0.5)
      case 'number':
        return 5
      case 'word':
        return pick(random, value.words)
      case 'list':
        return [valueFor(value.of, depth + 1)]
      case 'map': {
        const keys = Object.keys(value.keys).filter((key) => value.required?.includes(key) || happens(0.3))
        return Object.fromEntries(keys.map((key) => [key, valueFor(value.keys[key], depth + 1)]))
      }
      case 'either':
        return valueFor(pick(random, value.of), depth)
      case 'again':
        return valueFor(value.of(), depth)
      case 'references':
        return happens(0.5) ? ['status'] : pick(random, ['status', 'count'])
      case 'name':
        return pick(random, ['status', 'fresh', 'count', 'x1'])
      default:
        return pick(random, TEXTS)
    }
  }
  const added = ({ holder, value, key }: Place): string | undefined => {
    const at = holder[key]
    const known = value?.is === 'again' ? value.of() : value
    if (Array.isArray(at) && known?.is === 'list') {
      at.push(valueFor(known.of))
      return `a new entry of ${String(key)}`
    }
    if (!isMap(at) || known?.is !== 'map') return undefined
    const name = pick(random, Object.keys(known.keys))
    ;(at as Record<string, unknown>)[name] = valueFor(known.keys[name])
    return `${name}: ${JSON.stringify((at as Node)[name])}`
  }
  const CHANGES: readonly ((place: Place) => string | undefined)[] = [
    ({ holder, key }) => {
      if (Array.isArray(holder)) holder.splice(Number(key), 1)
      else delete holder[key]
      return 'gone'
    },
    ({ holder, key }) => {
      if (Array.isArray(holder)) {
        holder.push(structuredClone(holder[Number(key)]))
        return 'twice'
      }
      const other = `${String(key)}x`
      holder[other] = holder[key]
      delete holder[key]
      return `called ${other}`
    },
    ({ holder, key, value }) => {
      holder[key] = valueFor(value)
      return `now ${JSON.stringify(holder[key])}`
    },
    ({ holder, key, value }) => {
      holder[key] = valueFor(value)
      return `now ${JSON.stringify(holder[key])}`
    },
    ({ holder, key }) => {
      holder[key] = pick(random, [...TEXTS, 1, true, null, [], {}])
      return `now ${JSON.stringify(holder[key])}`
    },
    added,
    added,
    ({ holder, key }) => {
      const text = holder[key]
      if (typeof text !== 'string' || text === '') return undefined
      holder[key] = happens(0.5)
        ? `${text}x`
        : text.replace(/\w+/, pick(random, ['nope', 'count', 'status', 'orders', 'id']))
      return `now ${JSON.stringify(holder[key])}`
    },
  ]
  const base = baseModel()
  return () => {
    const model = structuredClone(base) as Node
    const told: string[] = []
    const wanted = happens(0.75) ? 1 : 2
    while (told.length < wanted) {
      const place = pick(
        random,
        placesIn(FILE_VALUE, model, []).filter(({ path }) => path.length > 2),
      )
      const change = pick(random, CHANGES)(place)
      if (change !== undefined) told.push(`${place.path.join('.')} ${change}`)
    }
    return { model, told: told.join('; ') }
  }
}
