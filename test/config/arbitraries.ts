import fc from 'fast-check'
import type { Lookup } from '../../src/config/variables.ts'
import { anyText } from '../support/any-text.ts'

/** Pieces that meet in every way that matters: variables, escapes, bare dollars, values, line ends, hostile characters. */
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('${var.a}', '${var.b}', '${var.c}', '${var.e}', '${var.none}') },
  { weight: 2, arbitrary: fc.constantFrom('$', '$$', '${', '{var.a}', '}', '$${var.a}', '$$${var.b}') },
  { weight: 2, arbitrary: fc.constantFrom('${report.r}', '$${report.r}', '${report.none}', 'IdOfReport12') },
  {
    weight: 4,
    arbitrary: fc.constantFrom('analytics', '1', 'two\nlines', '$', 'select ', 'from ', '.orders', ' ', '_'),
  },
  { weight: 3, arbitrary: fc.constantFrom('\n', '\n\n', '\r\n', '\n  ') },
  { weight: 1, arbitrary: anyText({ maxLength: 4 }) },
)

export const texts = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''))

export const lookups: fc.Arbitrary<Lookup> = fc
  .record({
    a: fc.constantFrom('analytics', 'analytics_dev', '1'),
    b: fc.constantFrom('1', '', '$', '${var.a}', '{var.a}'),
    c: fc.constantFrom('two\nlines', '\n', 'analytics'),
    e: fc.constantFrom('', 'x', '}'),
  })
  .chain((variables) =>
    fc.constantFrom<Lookup>(
      { variables },
      { variables, reportId: (name) => (name === 'r' ? 'IdOfReport12' : undefined) },
    ),
  )

/** A text that somebody made of another: some parts cut, replaced or added. */
export const edits = (text: string): fc.Arbitrary<string> =>
  fc
    .array(fc.record({ at: fc.nat(), cut: fc.nat({ max: 6 }), put: fc.oneof(fc.constant(''), texts) }), {
      maxLength: 3,
    })
    .map((changes) =>
      changes.reduce((edited, { at, cut, put }) => {
        const from = at % (edited.length + 1)
        return edited.slice(0, from) + put + edited.slice(from + cut)
      }, text),
    )
