import { expect, test } from 'vitest'
import { renderComment } from '../../../src/plan/render/comment.ts'
import { renderHeldEnding } from '../../../src/plan/render/held-ending.ts'
import { renderHtml } from '../../../src/plan/render/html.ts'
import { renderMarkdown } from '../../../src/plan/render/markdown.ts'
import { renderText } from '../../../src/plan/render/text.ts'
import { CONFLICT, held, plan } from './plans.ts'

const HIDDEN = plan({
  held: [
    CONFLICT,
    ...Array.from({ length: 12 }, (_, index) =>
      held({
        ...{ key: `workbook/secret-${index}`, title: [`Secret ${index}`], reason: 'unseen' },
        message: 'it was applied here, but this key cannot see everything',
      }),
    ),
  ],
  summary: { held: 13 },
})

test.for<[where: string, text: string]>([
  ['a terminal', renderText(HIDDEN, { width: 200, color: false, verbose: false })],
  ['the end of a run', renderHeldEnding(HIDDEN, 120).join('\n')],
  ['a summary in Markdown', renderMarkdown(HIDDEN)],
  ['a page', renderHtml(HIDDEN)],
  ['a comment', renderComment({ projectId: '7f3kQ2m9', plans: [HIDDEN] }).body],
])('what a key does not see is reported once, with a solution: %s', ([, text]) => {
  expect(text).toContain('Secret 0, Secret 1, Secret 2 and 9 more')
  expect(text).not.toContain('Secret 3')
  expect(text.split('this key cannot see everything')).toHaveLength(2)
  expect(text.split('Use an admin’s key, or share what is missing with the key’s user.')).toHaveLength(2)
  expect(text).toContain(CONFLICT.message)
})
