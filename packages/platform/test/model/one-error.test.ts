import { expect, test } from 'vitest'
import { baseModel } from '../../../../test/clients/engine/base.ts'
import { isMap } from '../../../common/maps.ts'
import type { Fault } from '../../model/judge/fault.ts'
import { judgeModel } from '../../model/judge/judge.ts'

type Path = readonly (string | number)[]
type Node = Record<string | number, unknown>

const at = (value: unknown, path: Path): Node => path.reduce<unknown>((each, key) => (each as Node)[key], value) as Node

/** Every place in a model but those that hold anything. */
function placesIn(value: unknown, path: Path = []): Path[] {
  const keys = Array.isArray(value) ? [...value.keys()] : isMap(value) ? Object.keys(value) : []
  return keys.flatMap((key) =>
    key === 'meta' ? [] : [[...path, key], ...placesIn((value as Node)[key], [...path, key])],
  )
}

/** One mistake at a place. */
const MISTAKES: Readonly<Record<string, (holder: Node, key: string | number) => void>> = {
  'another word': (holder, key) => {
    holder[key] = typeof holder[key] === 'string' ? 'zork blah' : holder[key]
  },
  'a list': (holder, key) => {
    holder[key] = Array.isArray(holder[key]) ? holder[key] : []
  },
  'a map': (holder, key) => {
    holder[key] = isMap(holder[key]) ? holder[key] : {}
  },
  nothing: (holder, key) => {
    holder[key] = null
  },
  'true, where it is something else': (holder, key) => {
    holder[key] = typeof holder[key] === 'boolean' ? 'yes' : true
  },
}

/** Where one mistake is several. */
const EXCEPTIONS: readonly { readonly where: RegExp; readonly because: string }[] = [
  {
    where: /^cubes\.\d+\.(?:dimensions|measures)$/,
    because: 'all members are gone, and each is missed where it is named',
  },
  { where: /^views\.0\.cubes\.0\.includes\.\d+$/, because: 'folders and filters of the view name that member too' },
  {
    where: /folders\.0\.includes\.[\d.]*(?:includes\.\d+)?$/,
    because: 'a map in the place of a name lacks several keys',
  },
]

const errorsIn = (model: unknown): readonly Fault[] =>
  judgeModel([{ file: 'model/m.yml', value: model }], true).faults.filter(({ warning }) => !warning)

const base = baseModel()
const places = placesIn(base).filter((path) => path.length > 2)

test('the model is right', () => {
  expect(errorsIn(base)).toEqual([])
})

test.each(Object.keys(MISTAKES))('one mistake in a model is told once: %s', (name) => {
  const several = places.flatMap((path) => {
    const model = structuredClone(base)
    MISTAKES[name]?.(at(model, path.slice(0, -1)), path.at(-1) ?? '')
    const errors = errorsIn(model)
    const where = path.join('.')
    if (errors.length < 2 || EXCEPTIONS.some((each) => each.where.test(where))) return []
    return [`${where}: ${errors.map(({ message }) => message).join(' | ')}`]
  })
  expect(several).toEqual([])
})
