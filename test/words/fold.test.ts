import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { widthOf } from '../../packages/pictures/picture/width.ts'
import { fold } from '../../src/words/fold.ts'
import { renderText } from '../../src/words/text.ts'
import { CONFLICT, EXAMPLE, left, plan, REVENUE } from './plans.ts'

const COLOUR = /\u001b\[[\d;]*m/g
const seen = (line: string): number => widthOf(line.replace(COLOUR, ''))
/** What a shell makes of lines that go on. */
const unfolded = (text: string): string => text.replaceAll(/ \\\n */g, ' ')

const EVERYTHING = plan({
  objects: EXAMPLE.objects,
  held: [CONFLICT],
  left: [
    ...EXAMPLE.left,
    left({
      ...REVENUE,
      key: 'workbook/x',
      title: ['A folder of a long name', 'A workbook of a long name, too'],
      reason: 'ui-edit',
      message: 'edited in the UI since the last apply',
    }),
  ],
  notes: [
    'A note that is longer than any line, and says `boardwright export --target production` in the middle of it.',
  ],
  summary: { update: 2, publish: 1, held: 1, uiEdits: 1 },
})

describe('a plan on a narrow terminal', () => {
  const whole = renderText(EVERYTHING, { width: 120, color: false })
  const commands = [...whole.matchAll(/boardwright (?:apply|export|explain) .*/g)].map(([command]) =>
    command.replace('` in the middle of it.', ''),
  )

  test.each([60, 72, 80, 100])('of %i columns has no wider line, and its commands can be copied', (width) => {
    for (const color of [false, true]) {
      const shown = fold(renderText(EVERYTHING, { width, color }), width)
      const wide = shown.split('\n').filter((line) => seen(line) > width)
      // A fingerprint is one word, of 64 characters.
      expect(wide.map((line) => line.trim())).toEqual(width < 70 ? [EVERYTHING.fingerprint] : [])
      for (const command of commands) expect(unfolded(shown).replaceAll(/\s+/g, ' ')).toContain(command)
    }
  })

  test('shows what is held by a colour and a word', () => {
    expect(renderText(EVERYTHING, { width: 80, color: true })).toContain(
      '\u001b[35mHeld\u001b[0m\n    \u001b[35mSales / Revenue overview\u001b[0m',
    )
  })
})

test('a command is on its own line below the text, and continues with its flags', () => {
  const line =
    'Apply exactly this:  boardwright apply --target production --select sales/revenue-overview --accept ui-edits'
  expect(fold(line, 60).split('\n')).toEqual([
    'Apply exactly this:',
    '    boardwright apply --target production \\',
    '        --select sales/revenue-overview --accept ui-edits',
  ])
  const short = `Apply it:  boardwright plan --target ${'p'.repeat(29)}`
  expect(fold(short, 60)).toBe(`Apply it:\n    boardwright plan --target ${'p'.repeat(29)}`)
})

test('a text in quotes for a shell stays whole, and sentences that name commands are folded as sentences', () => {
  expect(fold("Next: boardwright plan --select 'a name with spaces in it, and a comma' --prune", 60)).toContain(
    "--select 'a name with spaces in it, and a comma'",
  )
  const prose = 'Next: git add -A && git commit, then boardwright validate the tree'
  expect(fold(prose, 60)).toBe('Next: git add -A && git commit, then boardwright validate\n    the tree')
})

test('a value goes on under itself, in a table and after a name', () => {
  const table = '  ok  apply that moves or deletes  it may manage the reports that it sees (20 checked)'
  expect(fold(table, 80).split('\n')).toEqual([
    '  ok  apply that moves or deletes  it may manage the reports that it sees (20',
    '                                   checked)',
  ])
  expect(fold(`\u001b[2mproduction\u001b[0m  ${'cannot be read '.repeat(8).trim()}`, 80).split('\n')).toEqual([
    `\u001b[2mproduction\u001b[0m  ${'cannot be read '.repeat(4).trim()} cannot`,
    `            be read ${'cannot be read '.repeat(3).trim()}`,
  ])
})

test('a tree stays a tree: nothing that is folded stands where a level of it begins', () => {
  const tree = [
    'orders.net_revenue',
    '  used by',
    '    sales.net_revenue  (included)',
    '      content/sales/weekly-sales-meeting/reports/orders-by-region.yaml  (query, pivot, spec, setting)',
    '        content/sales/weekly-sales-meeting/dashboard.yaml  (shown)',
  ]
  expect(fold(tree.join('\n'), 80).split('\n')).toEqual([
    ...tree.slice(0, 3),
    '      content/sales/weekly-sales-meeting/reports/orders-by-region.yaml  (query,',
    '              pivot, spec, setting)',
    tree[4],
  ])
})

test('a word that is too long for its column stays in the indent of its line, even if it is longer than any line', () => {
  const path = `content/${'a-long-folder/'.repeat(4)}a.yaml`
  expect(fold(`      shown on     dashboard called x ${path}`, 80).split('\n')).toEqual([
    '      shown on     dashboard called x',
    `          ${path}`,
  ])
  expect(fold(`  held  ${'x'.repeat(90)} waits`, 80).split('\n')).toEqual([
    '  held',
    `  ${'x'.repeat(90)}`,
    '        waits',
  ])
})

test('for any text: no word is broken, none is lost, and what fits is unchanged', () => {
  const word = fc.stringMatching(/^[a-z]{1,12}$/)
  const text = fc.array(fc.oneof(word, fc.constantFrom('boardwright plan', '--select', 'a:', '', '`git log`', '表')), {
    maxLength: 40,
  })
  fc.assert(
    fc.property(text, fc.integer({ min: 60, max: 120 }), (words, width) => {
      const line = words.join(' ')
      const lines = fold(line, width).split('\n')
      expect(lines.every((each) => seen(each) <= width)).toBe(true)
      expect(
        lines
          .map((each) => each.replace(/ \\$/, ''))
          .join(' ')
          .split(/\s+/)
          .filter(Boolean),
      ).toEqual(line.split(/\s+/).filter(Boolean))
      if (seen(line) <= width) expect(lines).toEqual([line])
    }),
  )
})
