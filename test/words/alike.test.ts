import { describe, expect, test } from 'vitest'
import type { HeldReason, Plan } from '../../src/plan/plan-file.ts'
import { renderComment } from '../../src/words/comment.ts'
import { renderHeldEnding } from '../../src/words/held-ending.ts'
import { renderHtml } from '../../src/words/html.ts'
import { renderMarkdown } from '../../src/words/markdown.ts'
import { renderText } from '../../src/words/text.ts'
import { CONFLICT, held, plan } from './plans.ts'

const withHeld = (count: number, reason: HeldReason, message: string): Plan =>
  plan({
    held: [
      CONFLICT,
      ...Array.from({ length: count }, (_, index) =>
        held({ key: `workbook/secret-${index}`, title: [`Secret ${index}`], reason, message }),
      ),
    ],
    summary: { held: count + 1 },
  })

const WIDE = { width: 200, color: false, verbose: false }

const RENDERED: readonly [where: string, render: (plan: Plan) => string][] = [
  ['a terminal', (plan) => renderText(plan, WIDE)],
  ['a summary in Markdown', renderMarkdown],
  ['a page', renderHtml],
  ['a comment', (plan) => renderComment({ projectId: '7f3kQ2m9', plans: [plan] }).body],
]

describe.each(RENDERED)('%s', (_, render) => {
  test('reports once what a key does not see, with a solution', () => {
    const text = render(withHeld(12, 'unseen', 'it was applied here, but this key cannot see everything'))
    expect(text).toContain('Secret 0, Secret 1, Secret 2 and 9 more')
    expect(text).not.toContain('Secret 3')
    expect(text.split('this key cannot see everything')).toHaveLength(2)
    expect(text.split('Use an admin’s key, or share what is missing with the key’s user.')).toHaveLength(2)
    expect(text).toContain(CONFLICT.message)
  })

  test('reports once what another project owns, with both ways out', () => {
    const text = render(withHeld(400, 'other-project', 'owned by project other'))
    expect(text).toContain('Secret 0, Secret 1, Secret 2 and 397 more')
    for (const once of ['owned by project other', 'set its projectId', 'Or give them up, in that project'])
      expect(text.split(once)).toHaveLength(2)
  })
})

test('a few of them are forgotten with one command', () => {
  const text = renderText(withHeld(3, 'other-project', 'owned by project other'), WIDE)
  expect(text).toContain('boardwright adopt --undo secret-0 secret-1 secret-2')
})

test('the end of a run folds what is held as the plan does, each with its first way out', () => {
  expect(renderHeldEnding(withHeld(12, 'unseen', 'this key cannot see everything'))).toEqual([
    'held       write Sales / Revenue overview',
    `             ${CONFLICT.message}`,
    '             Take what is live into git, with its reports:  boardwright export --target production --select sales/revenue-overview --mirror',
    'held       write Secret 0, Secret 1, Secret 2 and 9 more',
    '             this key cannot see everything',
  ])
})
