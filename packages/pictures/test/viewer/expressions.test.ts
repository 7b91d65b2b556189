import { expressionFunction, parse, View } from 'vega'
import { describe, expect, test } from 'vitest'
import { compileSpec } from '../../viewer/vega/compile.ts'
import { quietly } from '../../viewer/vega/quiet.ts'
import { ATTACKS } from './attacks.ts'
import { watch } from './fuzz/oracle.ts'
import { ours } from './fuzz/ours.ts'
import type { Evaluator } from './fuzz/run.ts'
import { search } from './fuzz/search.ts'
import { CHARTS, EXPRESSIONS } from './honest.ts'
import { SHARED } from './shared.ts'

const evaluator = ours()
/** As the library evaluates where code may be made of a text. */
const theirs: Evaluator['view'] = (runtime, { expr: _, ...options }: { expr?: object }) =>
  new View(runtime as never, options)

async function open(spec: object, view: Evaluator['view'] = evaluator.view): Promise<View> {
  const { vega } = compileSpec(spec as never, { rows: [], columns: [] }, {}, { width: 200, height: 100 }, undefined)
  const troubles: string[] = []
  const made = view(parse(vega, undefined, { ast: true }), {
    ...{ expr: evaluator.interpreter, renderer: 'none', logger: quietly(troubles) },
  })
  await made.runAsync()
  expect(troubles).toEqual([])
  return made
}

const KNOWN = {
  signals: [
    { name: 'row', value: { a: 2, 'b c': 3, list: [1, 2], deep: { x: { y: 5 } } } },
    { name: 'list', value: [3, 1, 2, 1] },
    { name: 'text', value: 'Hello' },
    { name: 'when', update: 'datetime(2024, 4, 6, 7, 8, 9, 10)' },
  ],
  data: [
    {
      name: 'rows',
      values: [{ v: 1 }, { v: 2 }, { v: 8 }],
      transform: [{ type: 'bin', field: 'v', extent: [0, 10], signal: 'bins' }],
    },
    {
      ...{ name: 'tree', values: [{ id: 1 }, { id: 2, up: 1 }, { id: 3, up: 1 }] },
      transform: [{ type: 'stratify', key: 'id', parentKey: 'up' }],
    },
  ],
  scales: [{ name: 'x', type: 'linear', domain: [0, 10], range: [0, 100] }],
  projections: [{ name: 'earth', type: 'mercator' }],
}

describe('expressions', () => {
  test.each(EXPRESSIONS)('mean what they mean to the library: %s', async (written) => {
    const spec = {
      $schema: 'vega',
      marks: [],
      ...KNOWN,
      signals: [...KNOWN.signals, { name: 'found', update: written }],
    }
    const [own, other] = [await open(spec), await open(spec, theirs)]
    expect(own.signal('found')).toEqual(other.signal('found'))
  })

  test.each(CHARTS.map((spec, index) => [index, spec] as const))(
    'draw the same chart as the library: %s',
    async (_, spec) => {
      const [own, other] = [await open(spec), await open(spec, theirs)]
      const [drawn, expected] = (await Promise.all([own.toSVG(), other.toSVG()])).map((svg) =>
        svg.replaceAll(/clip\d+|gradient_\d+/g, ''),
      )
      expect(drawn).toBe(expected)
      expect(drawn).toMatch(/<path|<text/)
    },
  )

  test.each(ATTACKS)('run no code that they make of a text: %s', async (_, spec) => {
    const text = JSON.stringify(spec).replaceAll('$CODE', 'globalThis.hit = 1')
    await open(JSON.parse(text)).catch(() => undefined)
    expect(Reflect.get(globalThis, 'hit')).toBeUndefined()
  })

  test('never hold a function and reach nothing, in made-up charts', async () => {
    const { found, drawn } = await search(evaluator, 1, ({ charts }) => charts < 150)
    expect(found).toEqual([])
    expect(drawn).toBeGreaterThan(20)
  })

  test('that hold one are found', async () => {
    const careless = {
      ...evaluator.interpreter,
      codegen: { get: (path: string[]) => (row: unknown) => path.reduce((at: unknown, name) => Object(at)[name], row) },
    }
    const { found } = await search({ ...evaluator, interpreter: careless }, 1, ({ charts }) => charts < 150)
    expect(found[0]).toContain('function')
  })

  test.each(['copy', 'geoShape', 'pathShape', 'screen', 'view'])(
    'cannot call %s, which gives a function or a part of the page',
    async (name) => {
      await expect(
        open({ $schema: 'vega', marks: [], signals: [{ name: 's', update: `${name}('x')` }] }),
      ).rejects.toThrow(name)
    },
  )

  test.each([
    '({}).constructor',
    "''.constructor",
    '[].slice',
    "datum['__proto__']",
    '/a/.exec',
    'datetime(0).getTime',
    'bins.constructor',
    "data('rows').root",
    'PI.constructor',
  ])('have no value for %s', async (written) => {
    const view = await open({
      $schema: 'vega',
      marks: [],
      ...KNOWN,
      signals: [
        { name: 'datum', value: {} },
        { name: 'found', update: `isDefined(${written.replace('datum', '{}')})` },
      ],
    })
    expect(view.signal('found')).toBe(false)
  })
})

test.each(SHARED)('the library cannot write to what all objects share, by selections that are called %s', (name) => {
  const changed = watch()
  const resolve = expressionFunction('vlSelectionResolve')
  for (const unit of ['call', 'apply', 'assign', 'prototype', 'unit']) {
    for (const type of ['E', 'R']) {
      const rows = [{ unit, fields: [{ field: name, type }], values: [[1, 2]] }]
      try {
        resolve.call({ context: { data: { rows: { values: { value: rows } } } } }, 'rows', 'union', true, true)
      } catch (cause) {
        expect(cause).toBeInstanceOf(TypeError)
      }
    }
  }
  expect(changed()).toBeUndefined()
})

test('what was written to a function of the language is found', () => {
  const changed = watch()
  const { finally: shared } = Promise.prototype
  Reflect.set(shared, 'call', 1)
  expect(changed()).toBe('Promise.prototype.finally.call changed')
  Reflect.deleteProperty(shared, 'call')
  expect(changed()).toBeUndefined()
})

test('a picture has no links, loads nothing and does not wait for it', async () => {
  const asked: string[] = []
  const sanitize = (uri: string): Promise<never> => {
    asked.push(uri)
    return Promise.reject(new Error('nothing is loaded'))
  }
  const marks = ['symbol', 'image'].map((type) => ({
    type,
    encode: { enter: { href: { value: 'https://example.com' }, url: { value: 'a.png' }, shape: { value: 'circle' } } },
  }))
  const { vega } = compileSpec(
    { $schema: 'vega', marks },
    { rows: [], columns: [] },
    {},
    { width: 9, height: 9 },
    undefined,
  )
  const options = { ...{ expr: evaluator.interpreter, renderer: 'none' }, loader: { sanitize } }
  const view = evaluator.view(parse(vega, undefined, { ast: true }), options)
  const svg = await view.toSVG()
  expect(svg).toContain('<image')
  expect(svg).not.toContain('<a')
  expect(asked).toEqual(['a.png'])
})

test('a number for each row is one of its own, whatever it is called', async () => {
  const transform = [{ type: 'identifier', as: 'slice' }]
  const view = await open({ $schema: 'vega', marks: [], data: [{ name: 'rows', values: [[1], [2]], transform }] })
  expect(view.data('rows').map((row: object) => Reflect.get(row, 'slice'))).toEqual([1, 2])
})

test('names that all objects have are names like others, for columns and in rows', async () => {
  const values = ['a', 'b'].map((name, v) =>
    JSON.parse(`{"__proto__": "${name}", "v": ${v}, "toString": "constructor"}`),
  )
  const sums = { type: 'aggregate', groupby: ['__proto__', 'toString'], fields: ['v'], ops: ['sum'], as: ['valueOf'] }
  const view = await open({ $schema: 'vega', marks: [], data: [{ name: 'sums', values, transform: [sums] }] })
  expect(view.data('sums').map((row: object) => JSON.stringify(row))).toEqual([
    '{"__proto__":"a","toString":"constructor","valueOf":0}',
    '{"__proto__":"b","toString":"constructor","valueOf":1}',
  ])
})
