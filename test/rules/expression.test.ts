import { describe, expect, test } from 'vitest'
import { compileCheck } from '../../src/rules/expression.ts'
import type { FieldTypes } from '../../src/rules/types.ts'

const FIELDS: FieldTypes = {
  title: 'text',
  owner: 'text',
  count: 'number',
  published: 'boolean',
  columns: { list: 'text' },
  uses: { list: { of: { name: 'text', deprecated: 'boolean', width: 'number', parts: { list: 'text' } } } },
}
const VALUES = {
  title: 'Revenue by month',
  owner: undefined,
  count: 3,
  published: true,
  columns: ['month', 'amount'],
  uses: [
    { name: 'orders.amount', deprecated: false, width: 6, parts: ['orders', 'amount'] },
    { name: 'orders.old', deprecated: true, width: 1.5, parts: [] },
  ],
}

function ask(text: string, values: Readonly<Record<string, unknown>> = VALUES): unknown {
  const check = compileCheck(text, FIELDS)
  return 'fault' in check ? check : check.run(values)
}

describe('an expression', () => {
  test.each([
    ['title.startsWith("Revenue")', true],
    ['title.matches("^[A-Z][a-z]+ by")', true],
    ['uses.exists(u, u.deprecated)', true],
    ['uses.all(u, u.deprecated || u.name != "orders.amount")', false],
    ['uses.filter(u, u.deprecated).map(u, u.name) == ["orders.old"]', true],
    ['uses.exists_one(u, u.width > 2)', true],
    ['size(columns) == 2 && "month" in columns', true],
    ['owner == null', true],
    ['published ? count > 2 : count > 5', true],
    ['uses[0].parts[1] + "!" == "amount!"', true],
    ['uses.exists(u, has(u.name) && size(u.parts) == 0)', true],
    ['count + 1 == 4 && count % 2 == 1', true],
    ['uses.map(u, u.width).exists(w, w == 1.5)', true],
    ['[1, 2].all(a, [3, 4].all(b, a < b))', true],
    ['string(count) + "x" == "3x" && int("7") == 7 && double(count) * 1.5 == 4.5', true],
  ])('%s is %s', (text, answer) => {
    expect(ask(text)).toBe(answer)
  })

  test.each([
    ['titel == "x"', 'there is no field "titel"', 0],
    ['published && uses.exists(u, u.nme == "x")', 'there is no field "nme"', 30],
    ['uses.map(u, u.parts).all(p, p.foo == "x")', 'a list of texts has no field "foo"', 30],
    ['uses.filter(u, u.deprecated).all(u, u.nme == "x")', 'there is no field "nme"', 38],
    ['title.foo()', 'there is no function "foo"', 5],
    ['title > 3', '> cannot be used with a text and a number', 5],
    ['title.matches(3)', 'matches() cannot be used with a text and a number', 5],
    ['title', 'it is a text', 0],
    ['count.all(c, true)', 'a number is not a list', 0],
    ['["a", 1] == columns', 'a number cannot be in a list of texts', 6],
    ['title ==', 'found = but expecting end of input', 6],
    ['', 'found end of input', 0],
    ['{"a": 1}.a == 1', 'maps and messages cannot be made here', 0],
    ['google.protobuf.Struct{} == null', 'maps and messages cannot be made here', 0],
    ['now() > 3', 'there is no function "now"', 0],
    ['timestamp("2020-01-01T00:00:00Z") == null', 'there is no function "timestamp"', 0],
  ])('%s is a fault where it stands: %s', (text, fault, offset) => {
    expect(ask(text)).toMatchObject({ fault: expect.stringContaining(fault), offset })
  })

  test.each([
    ['__proto__ == null'],
    ['constructor == null'],
    ['toString == null'],
    ['uses[0].constructor == null'],
    ['uses[0].__proto__ == null'],
    ['title.constructor("x")'],
    ['columns.__proto__ == null'],
    ['process == null'],
    ['require("fs") == null'],
    ['globalThis == null'],
    ['uses["constructor"] == null'],
  ])('%s reaches nothing', (text) => {
    expect(compileCheck(text, FIELDS)).toHaveProperty('fault')
  })

  test.each([
    ['1 / (count - 3) == 1', 'divi'],
    ['uses[7].deprecated', 'out of bounds'],
    ['owner.startsWith("x")', 'found no matching overload'],
    ['9223372036854775807 + count == 1', 'overflow'],
    ['int(title) == 1 || 1 / 0 == 1', 'int() was given a text that is not a whole number'],
    ['int(title) == 1', 'int() was given a text that is not a whole number'],
    ['title.matches("(")', 'the pattern cannot be used'],
    ['title.matches("(a)\\\\1")', 'the pattern cannot be used'],
  ])('%s ends in a fault, never in an answer', (text, fault) => {
    expect(ask(text)).toMatchObject({ fault: expect.stringContaining(fault) })
  })

  test('takes a list that is absent for an empty one, and whatever else is absent for null', () => {
    expect(
      ask('size(columns) == 0 && uses.all(u, false) && title == null && count == null && published == null', {}),
    ).toBe(true)
  })
})

/** More than a tree has: 10,000 texts, a text of 100,000 characters, a thousand records. */
const LARGE = {
  title: 'x'.repeat(100_000),
  count: 1,
  columns: Array.from({ length: 10_000 }, (_, at) => `v${at}`),
  uses: Array.from({ length: 1000 }, (_, at) => ({ name: `a${at}`, parts: ['a', 'b'] })),
}
const TEN = '[1,2,3,4,5,6,7,8,9,10]'
const nested = (...vars: readonly string[]): string =>
  vars.reduceRight((body, name) => `${TEN}.exists(${name}, ${body})`, '1 / 0 > 1 || a > 11')

describe('a hostile expression', () => {
  test.each([
    ['loops in a loop', 'columns.all(a, columns.all(b, a != "zz" || b != "zz"))'],
    ['loops six times', nested('a', 'b', 'c', 'd', 'e', 'f')],
    ['loops over errors, which "or" forgets', `true || ${nested('a', 'b', 'c', 'd', 'e', 'f')}`, true],
    ['doubles a text', `["ab"]${'.map(a, a + a)'.repeat(24)}[0] == ""`],
    ['doubles a list', `[["a"]]${'.map(a, a + a)'.repeat(24)}[0] == []`],
    ['compares a list that holds itself often', `[["a"]]${'.map(a, [a, a])'.repeat(20)}.all(z, z == z)`],
    ['looks for a value in a long list again and again', 'uses.all(u, !("zz" in columns))'],
    ['searches a long text again and again', 'uses.all(u, !title.contains("xxxy"))'],
    ['compares all with all', 'uses.all(u, uses.all(w, uses == uses))'],
    ['makes long lists', 'columns.map(a, columns) == []'],
    ['tries every way to read a text', 'uses.all(u, !title.matches(u.name + "|(x*)*(x*)*(x+)+y$"))'],
    ['joins texts in a loop', 'uses.map(u, uses.map(w, title + w.name)) == []'],
  ])('that %s ends at once', (_, text, answer: unknown = undefined) => {
    const start = performance.now()
    const heap = process.memoryUsage().heapUsed
    const said = ask(text, LARGE)
    if (answer === undefined) expect(said).toMatchObject({ fault: expect.stringContaining('too much work') })
    else expect(said).toBe(answer)
    expect(performance.now() - start).toBeLessThan(3000)
    expect(process.memoryUsage().heapUsed - heap).toBeLessThan(200_000_000)
  })

  test.each([
    ['brackets', `${'('.repeat(400)}true${')'.repeat(400)}`],
    ['lists', `${'['.repeat(400)}1${']'.repeat(400)} == []`],
    ['conditions', `${'true ? '.repeat(60)}true${' : false'.repeat(60)}`],
    ['a text of more than 1,000 characters', `title == "${'x'.repeat(10_000_000)}"`],
    ['more than 500 parts', `count > 0${'+1'.repeat(300)}`],
  ])('with %s is refused', (_, text) => {
    expect(ask(text)).toHaveProperty('fault')
  })

  test('with many signs is read in time', () => {
    expect(ask(`${'!'.repeat(990)}true`)).toBe(true)
    expect(ask(`${'-'.repeat(980)}1 < 0`)).toBe(false)
  })
})
