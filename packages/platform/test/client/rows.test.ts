import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reply, startServer } from '../../../../test/support/http.ts'
import type { Folder } from '../../api/folders.ts'
import { api } from '../../api/index.ts'
import { bytesWithoutRepeat, membersOf, splitPage } from '../../client/rows.ts'
import type { OpenPage } from '../../client/types.ts'
import { connect, errorOf, FOLDER, page } from './support.ts'

const split = (text: string) => {
  const found = splitPage(Buffer.from(text))
  return found && { rows: found.rows.map(String), rest: String(found.rest) }
}

describe('a page is split into its rows and the rest', () => {
  test.each([
    ['rows', '{"items":[{"a":1},{"b":[2,{}]}],"count":2}', ['{"a":1}', '{"b":[2,{}]}'], '{"items":[],"count":2}'],
    ['none', '{"items":[]}', [], '{"items":[]}'],
    ['spaces', ' { "items" : [ {} ,\n{"a": 1} ] , "x":1 } ', ['{}', '{"a": 1}'], ' { "items" : [] , "x":1 } '],
    [
      'rows that appear twice',
      '{"items":[{"a":"]"}],"p":1,"data":[{"a":"]"}]}',
      ['{"a":"]"}'],
      '{"items":[],"p":1,"data":[]}',
    ],
    ['others', '{"items":[{}],"data":[{"a":1}]}', ['{}'], '{"items":[],"data":[{"a":1}]}'],
    ['more than the same', '{"items":[{}],"data":[{},{}]}', ['{}'], '{"items":[],"data":[{},{}]}'],
    ['brackets in texts', '{"x":"[{\\"","items":["}\\\\","\\"]"]}', ['"}\\\\"', '"\\"]"'], '{"x":"[{\\"","items":[]}'],
    ['plain values', '{"items":[1, null ,"a"]}', ['1', 'null ', '"a"'], '{"items":[]}'],
  ])('%s', (_, text, rows, rest) => {
    expect(split(text)).toEqual({ rows, rest })
  })

  test.each([
    ['no object', '[{}]'],
    ['no rows', '{"data":[]}'],
    ['rows that are not list', '{"items":{}}'],
    ['rows twice', '{"items":[],"items":[]}'],
    ['a key with an escape', '{"\\u0069tems":[],"items":[]}'],
    ['a comma before the end', '{"items":[{},]}'],
    ['a comma at the beginning', '{"items":[,{}]}'],
    ['no comma', '{"items":[{}{}]}'],
    ['an end that is missing', '{"items":[{}'],
    ['a text without an end', '{"items":["a'],
    ['an escape at the end', '{"items":["\\'],
    ['an end of another kind', '{"items":[{}}'],
    ['a byte order mark', '\ufeff{"items":[]}'],
    ['nothing', ''],
  ])('not in a list with %s', (_, text) => {
    expect(split(text)).toBeUndefined()
  })

  test('for any content', () => {
    const plain = fc.string().filter((key) => JSON.stringify(key) === `"${key}"`)
    const anything = fc.dictionary(plain, fc.jsonValue())
    fc.assert(
      fc.property(fc.array(anything), anything, fc.constantFrom(0, 1), (items, others, indent) => {
        const rest = { ...others, items, data: items }
        const found = split(JSON.stringify(rest, undefined, indent))
        expect(found?.rows.map((row) => JSON.parse(row))).toEqual(JSON.parse(JSON.stringify(items)))
        const empty = { ...JSON.parse(JSON.stringify(rest)), items: [], data: [] }
        expect(JSON.parse(found?.rest ?? '')).toEqual(empty)
      }),
      { examples: [[[{ a: '\\"' }], { 'k\u2028': ['{'] }, 0]] },
    )
  })
})

test('the values of an object are found', () => {
  const text = '{"a": {"a":"}"} ,"b":12,"c":"\\"" }'
  const values = [...(membersOf(Buffer.from(text)) ?? [])].map(([key, [from, to]]) => [key, text.slice(from, to)])
  expect(values).toEqual([
    ['a', '{"a":"}"}'],
    ['b', '12'],
    ['c', '"\\""'],
  ])
})

describe('the bytes that identify a list', () => {
  const essence = (text: string): string => bytesWithoutRepeat(Buffer.from(text)).map(String).join('|')
  const rows = JSON.stringify(Array.from({ length: 20 }, (_, id) => ({ id, name: `Row ${id}` })))

  test('leave out a repeated list', () => {
    const list = `{"items":${rows},"count":20,"data":${rows},"x":1}`
    expect(essence(list)).toBe(
      `9 ${list.lastIndexOf('[')} ${rows.length}\n|{"items":${rows},"count":20,"data":|,"x":1}`,
    )
  })

  test.each([
    ['nothing twice', `{"items":${rows},"count":20}`],
    ['another row the second time', `{"items":${rows},"data":${rows.replace('Row 19', 'Row 99')}}`],
    ['fewer the second time', `{"items":${rows},"data":${rows.replace(/,\{[^{]*\]$/, ']')}}`],
    ['another list after them', `{"items":${rows},"data":${rows},"others":[1]}`],
    ['no list', '{}'],
    ['no rows', '{"items":[],"data":[]}'],
    ['a list and no more', '['],
    ['nothing', ''],
  ])('are all bytes of a list with %s', (_, text) => {
    expect(essence(text)).toBe(text)
  })

  test('differ for lists that differ', () => {
    const anyList = fc
      .array(fc.constantFrom('[', ']', '{}', ',', '"a"', ' '), { maxLength: 8 })
      .map((parts) => parts.join(''))
    const twice = fc.tuple(anyList, anyList, anyList, fc.nat(2)).map(([before, list, after, times]) => {
      const long = `[${list.repeat(60)}]`
      return [before, ...Array.from({ length: times }, () => long), after].join('')
    })
    fc.assert(
      fc.property(twice, twice, (one, other) => {
        expect(essence(one) === essence(other)).toBe(one === other)
      }),
    )
  })
})

describe('rows are read one by one', () => {
  const path = { deploymentId: 2 }
  const { getFolders } = api.folders.endpoints
  const LIST = page(`${FOLDER},${FOLDER.replace('Sales', 'Other')}`)

  const parsing: OpenPage<Folder> = () => ({
    known: undefined,
    read: (_, rows, parse) => rows.map((_, index) => parse(index)),
  })

  async function readAll(url: string, openPage: OpenPage<Folder> = parsing) {
    const names: string[] = []
    for await (const rows of connect(url).pages(getFolders, { path }, openPage))
      names.push(...rows.map(({ name }) => name))
    return names
  }

  test('or recognised by their bytes', async () => {
    const server = await startServer(reply(200, LIST), reply(200, LIST))
    expect(await readAll(server.url)).toEqual(['Sales', 'Other'])
    const names = await readAll(server.url, () => ({
      known: undefined,
      read: (_, rows, parse) =>
        rows.map((bytes, index) => ({ ...parse(index), ...(String(bytes) === FOLDER ? { name: 'Known' } : {}) })),
    }))
    expect(names).toEqual(['Known', 'Other'])
  })

  test('a page that is recognised is not parsed: the memory says where the next one is', async () => {
    const server = await startServer(reply(200, LIST), reply(200, LIST))
    const names = await readAll(server.url, (body) => {
      expect(String(body)).toBe(LIST)
      const isFirst = server.seen.length === 1
      return {
        known: {
          pageInfo: { hasNextPage: isFirst, endCursor: 'next' },
          rows: (parse) => [{ ...parse(1), name: isFirst ? 'First' : parse(1).name }],
        },
        read: () => [],
      }
    })
    expect(names).toEqual(['First', 'Other'])
    expect(server.seen.map(({ url }) => url)).toEqual([
      expect.not.stringContaining('after'),
      expect.stringContaining('after=next'),
    ])
  })

  test.each([
    ['a row of a wrong shape', LIST.replace('"Other"', '1'), /items\[1\]\.name/],
    ['the rest of a wrong shape', LIST.replace(/\}$/, ',"pageInfo":1}'), /pageInfo/],
    ['no JSON in a row', LIST.replace('"Other"', 'Other'), /not JSON: unexpected "O"/],
    ['no JSON after the rows', LIST.replace(/\}$/, ',"count":+1}'), /not JSON: unexpected "\+"/],
    ['something after the end', `${LIST} x`, /not JSON: unexpected "x"/],
  ])('%s is reported as in any answer', async (_, body, message) => {
    const server = await startServer(reply(200, body))
    const error = await errorOf(readAll(server.url))
    expect(error.kind).toBe('RESPONSE_INVALID')
    expect(error.message).toMatch(message)
  })

  test.each([
    ['in a row', LIST.replace('Other', '\xff')],
    ['beside them', LIST.replace(/\}$/, ',"x":"\xff"}')],
  ])('invalid UTF-8 %s is reported', async (_, body) => {
    const server = await startServer((response) => response.writeHead(200).end(Buffer.from(body, 'latin1')))
    expect((await errorOf(readAll(server.url))).message).toMatch(/not UTF-8/)
  })
})
