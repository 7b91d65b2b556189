import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { isLong } from '../../../test/support/long.ts'
import { JsonError, JsonNumber, jsonIn, objectOf, parseJson, stringifyJson } from '../json.ts'

describe('numbers', () => {
  test.each([
    '12345678901234567890',
    '-9007199254740993',
    '0.1000000000000000055511151231257827',
    '1e400',
    '-1E+400',
    '1e-400',
    '123e-330',
    '199999999999999e294',
    '1e0000400',
    '1234567890.1234567890',
    '1e99999999999999999999',
  ])('%s keeps its text, wherever it stands', (number) => {
    for (const text of [number, `[${number}]`, `{"a":${number}}`, `[1,${number},[{"b":${number}}]]`]) {
      expect(stringifyJson(parseJson(text))).toBe(text)
    }
    expect(parseJson(number)).toBeInstanceOf(JsonNumber)
  })

  test.each([
    ['9007199254740991', 9007199254740991],
    ['0.30000000000000004', 0.30000000000000004],
    ['1.000000000000000000', 1],
    ['12e3', 12000],
    ['123456789012345e99', 123456789012345e99],
    ['1e100', 1e100],
    ['1.7976931348623157e308', Number.MAX_VALUE],
    ['5e-324', 5e-324],
    ['100000000000000000000', 1e20],
    ['0e400', 0],
  ])('%s survives as a double and is an ordinary number', (text, number) => {
    expect(parseJson(text)).toBe(number)
    expect(parseJson(` [ ${text} ]`)).toEqual([number])
  })

  test('at every offset of the text, after every bracket, colon and comma', () => {
    for (let offset = 0; offset < 40; offset += 1) {
      for (const [before, after] of [
        ['[', ']'],
        ['{"a":', '}'],
        ['[0,', ']'],
        ['[\n\t -', ']'],
      ]) {
        const text = `${' '.repeat(offset)}${before}9007199254740993${after}`
        expect(stringifyJson(parseJson(text))).toBe(text.replace(/\s/g, ''))
      }
    }
  })

  test('two with the same value are deeply equal, however they are written', () => {
    expect(isDeepStrictEqual(new JsonNumber('1e400'), new JsonNumber('10.0E+399'))).toBe(true)
    expect(isDeepStrictEqual(new JsonNumber('1e400'), new JsonNumber('1e401'))).toBe(false)
    expect(isDeepStrictEqual(new JsonNumber('1e400'), new JsonNumber('-1e400'))).toBe(false)
    expect(`${new JsonNumber('10.0E+399')}`).toBe('10.0E+399')
  })

  test('accept nothing but JSON numbers', () => {
    for (const text of ['', 'NaN', '01', '1.', '.5', '+1', '0x10', '1 ']) {
      expect(() => new JsonNumber(text)).toThrow(TypeError)
    }
  })

  test('JSON.stringify throws instead of changing them', () => {
    expect(() => JSON.stringify({ a: parseJson('1e400') })).toThrow(/use stringifyJson/)
  })

  test('digits inside strings are not numbers', () => {
    const text = '{"a":"12345678901234567890","b":"x:12345678901234567890","c":": 1e400","d":"\\"1\\":2"}'
    expect(parseJson(text)).toEqual(JSON.parse(text))
    expect(stringifyJson(parseJson(text))).toBe(text)
  })
})

describe('keys', () => {
  const text = '{"10":"a","9":{"b":1,"2":[{"1":1,"0":0}]},"__proto__":{"x":1},"z":null,"007":7}'

  test('keep their order, even when they look like indexes', () => {
    const value = parseJson(text) as Record<string, unknown>
    expect(stringifyJson(value)).toBe(text)
    expect(JSON.stringify(value)).toBe(text)
    expect(Object.keys(value)).toEqual(['10', '9', '__proto__', 'z', '007'])
    expect(Object.entries(value).map(([key]) => key)).toEqual(Object.keys(value))
    const seen: string[] = []
    for (const key in value) seen.push(key)
    expect(seen).toEqual(Object.keys(value))
  })

  test('an object is deeply equal to the native one', () => {
    expect(isDeepStrictEqual(parseJson(text), JSON.parse(text))).toBe(true)
    expect(isDeepStrictEqual(JSON.parse(text), parseJson(text))).toBe(true)
    expect(isDeepStrictEqual(parseJson(text), JSON.parse(text.replace('"a"', '"b"')))).toBe(false)
  })

  test('`__proto__` is an ordinary key and changes no prototype', () => {
    const value = parseJson('{"1":1,"0":0,"__proto__":{"polluted":true}}') as Record<string, unknown>
    expect(Object.hasOwn(value, '__proto__')).toBe(true)
    expect(value['polluted']).toBeUndefined()
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  })

  test('of two equal keys the last wins and takes the place of the first, as in the native parser', () => {
    expect(stringifyJson(parseJson('{"2":1,"b":2,"1":3,"2":4}'))).toBe('{"2":4,"b":2,"1":3}')
  })

  test('an ordered object can be changed', () => {
    const value = objectOf([
      ['b', 1],
      ['2', 2],
      ['1', 3],
    ])
    value['0'] = 4
    delete value['2']
    expect(stringifyJson(value)).toBe('{"b":1,"1":3,"0":4}')
    expect(() => Object.freeze(value)).not.toThrow()
    expect(Object.keys(value)).toEqual(['b', '1', '0'])
  })

  test('zod accepts an ordered object and a lossless number where it accepts anything', () => {
    const value = parseJson('{"id":1,"meta":{"2":{"big":1e400},"1":null}}')
    const schema = z.looseObject({ id: z.int(), meta: z.record(z.string(), z.unknown()) })
    expect(schema.safeParse(value).success).toBe(true)
    expect(z.compile(schema).validate(value)).toBe(true)
    expect(z.looseObject({ '2': z.unknown() }).safeParse((value as { meta: unknown }).meta).success).toBe(true)
  })
})

describe('malformed text', () => {
  test.each([
    ['', 0],
    ['  ', 2],
    ['{', 1],
    ['{"a"', 4],
    ['{"a":1', 6],
    ['[1,', 3],
    ['"abc', 4],
    ['{"a":1,}', 7],
    ['[1 2]', 3],
    ['{a:1}', 1],
    ['[1]]', 3],
    ['01', 1],
    ['-', 0],
    ['nul', 0],
    ['["a\nb"]', 3],
    ['["\\x"]', 2],
    ['{"1":1,"0":12345678901234567890', 31],
    ['{"1":1,"0":"\\u12g4"}', 12],
    ['\u{feff}{}', 0],
  ])('%j is refused at position %i', (text, position) => {
    const error = errorOf(() => parseJson(text))
    expect(error).toBeInstanceOf(SyntaxError)
    expect(error).toMatchObject({ position })
  })

  test('the message has line and column and does not quote the text', () => {
    expect(errorOf(() => parseJson('{\n  "password": hunter2\n}')).message).toBe(
      'unexpected "h" at position 16 (line 2, column 15)',
    )
    expect(errorOf(() => parseJson('[\u0007]')).message).toContain('unexpected character U+0007')
  })

  test('deep nesting cannot exhaust the stack', () => {
    for (const open of ['[', '{"0":']) {
      expect(() => parseJson(`[1e400,${open.repeat(500_000)}`)).toThrow(/nested deeper than 1000/)
    }
    const deep = `${'['.repeat(900)}1e400${']'.repeat(900)}`
    expect(stringifyJson(parseJson(deep))).toBe(deep)
  })

  test('gives undefined to callers that do not ask for the reason', () => {
    for (const text of ['', '{', `[1e400,${'['.repeat(2_000)}`]) expect(jsonIn(text)).toBeUndefined()
    expect(jsonIn('[1e400]')).toEqual([new JsonNumber('1e400')])
  })
})

describe('writing', () => {
  test('follows JSON.stringify in everything else', () => {
    const ordinary = { a: undefined, b: [undefined, () => 1, Number.NaN], c: new Date(0), d: { toJSON: () => 'x' } }
    const withBig = { ...ordinary, e: new JsonNumber('1e400') }
    expect(stringifyJson(ordinary)).toBe(JSON.stringify(ordinary))
    expect(stringifyJson(withBig)).toBe(`${JSON.stringify(ordinary).slice(0, -1)},"e":1e400}`)
  })

  test('a value that JSON cannot express is an error, not undefined', () => {
    expect(() => stringifyJson(undefined)).toThrow(TypeError)
    expect(() => stringifyJson(() => 1)).toThrow(TypeError)
  })
})

describe('properties', () => {
  test('numbers keep their decimal value and keys their order', () => {
    fc.assert(
      fc.property(anyModel, (model) => {
        const written = stringifyJson(parseJson(print(model)))
        expect(shape(written)).toBe(shape(print(model)))
        expect(numbersIn(written).map(exact)).toEqual(numbersIn(print(model)).map(exact))
        expect(stringifyJson(parseJson(written))).toBe(written)
      }),
      { numRuns: isLong ? 10_000 : 500 },
    )
  })

  test('for ordinary values the result is that of the native functions', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        expect(parseJson(text)).toEqual(JSON.parse(text))
        expect(isDeepStrictEqual(parseJson(text), JSON.parse(text))).toBe(true)
      }),
    )
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(stringifyJson(value)).toBe(JSON.stringify(value))
      }),
    )
  })

  test('refuses exactly what the native parser refuses', () => {
    const damaged = fc
      .tuple(
        anyModel,
        fc.nat(),
        fc.nat({ max: 2 }),
        fc.constantFrom('', ',', '"', '}', ']', '\\', '\n', '1', '.', 'e', ':'),
      )
      .map(([model, at, cut, insert]) => {
        const text = print(model)
        const index = at % (text.length + 1)
        return text.slice(0, index) + insert + text.slice(index + cut)
      })
    fc.assert(
      fc.property(damaged, (text) => {
        expect(isRefused(() => parseJson(text))).toBe(isRefused(() => JSON.parse(text)))
        // The careful reader alone: a leading number that needs care.
        const careful = `[1e400,${text}]`
        expect(isRefused(() => parseJson(careful))).toBe(isRefused(() => JSON.parse(careful)))
      }),
      { numRuns: isLong ? 20_000 : 1000 },
    )
  })
})

/** A JSON text as a tree in which numbers are their text and members keep their order. */
type Model =
  | { number: string }
  | { string: string }
  | { word: string }
  | { items: Model[] }
  | { members: [string, Model][] }

const anyNumber = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(fc.constant('0'), fc.bigInt({ min: 1n, max: 10n ** 30n }).map(String)),
    fc.option(fc.stringMatching(/^[0-9]{1,25}$/), { nil: undefined }),
    fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e-', 'E+'), fc.nat({ max: 500 })), { nil: undefined }),
  )
  .map(
    ([sign, whole, fraction, exponent]) => sign + whole + (fraction ? `.${fraction}` : '') + (exponent?.join('') ?? ''),
  )

const anyKey = fc.oneof(
  fc.nat({ max: 30 }).map(String),
  fc.string(),
  fc.constantFrom('__proto__', '007', '4294967295', ''),
)

const anyModel = fc.letrec<{ model: Model }>((tie) => ({
  model: fc.oneof(
    { maxDepth: 4 },
    anyNumber.map((number) => ({ number })),
    fc.string().map((string) => ({ string })),
    fc.constantFrom('true', 'false', 'null').map((word) => ({ word })),
    fc.array(tie('model'), { maxLength: 5 }).map((items) => ({ items })),
    fc
      .uniqueArray(fc.tuple(anyKey, tie('model')), { maxLength: 6, selector: ([key]) => key })
      .map((members) => ({ members })),
  ),
})).model

function print(model: Model): string {
  if ('number' in model) return model.number
  if ('string' in model) return JSON.stringify(model.string)
  if ('word' in model) return model.word
  if ('items' in model) return `[${model.items.map(print).join(' , ')}]`
  return `{ ${model.members.map(([key, value]) => `${JSON.stringify(key)} : ${print(value)}`).join(',')}\n}`
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

/** The text without spaces, each number replaced by `#`. */
function shape(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|\s+/g, (token) => {
    if (token.startsWith('"')) return token
    return token.trim() === '' ? '' : '#'
  })
}

function numbersIn(text: string): string[] {
  return (text.match(TOKEN) ?? []).filter((token) => !token.startsWith('"'))
}

/** The number as a whole count of 10^-1000, which every generated number is. */
function exact(text: string): bigint {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return BigInt(whole + fraction) * 10n ** BigInt(1000 + Number(exponent) - fraction.length)
}

function isRefused(action: () => unknown): boolean {
  try {
    action()
    return false
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    if (error instanceof JsonError) expect(error.position).toBeGreaterThanOrEqual(0)
    return true
  }
}

function errorOf(action: () => unknown): Error {
  try {
    action()
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('nothing was thrown')
}
