import { describe, expect, test } from 'vitest'
import { recipientUnit } from '../../src/content/notification.ts'
import { renderComment } from '../../src/words/comment.ts'
import { renderHtml } from '../../src/words/html.ts'
import { renderMarkdown } from '../../src/words/markdown.ts'
import { renderText } from '../../src/words/text.ts'
import { object, plan } from './plans.ts'

const TITLE = 'Who gains, who loses'
const recipient = (email: string, sides: 'before' | 'after') => ({ unit: recipientUnit(email), [sides]: email })

const weekly = object({
  key: 'notification/weekly',
  title: ['Sales', 'Revenue', 'weekly'],
  units: [
    recipient('maria', 'after'),
    recipient('jonas', 'after'),
    recipient('ana', 'before'),
    { unit: 'embed *', after: 'read' },
  ],
})
const gone = object({ ...weekly, key: 'notification/daily', title: ['Sales', 'daily'], action: 'delete', joined: 3 })
const moved = object({
  key: 'workbook/cash',
  title: ['Cash'],
  units: [{ unit: 'folder', before: 'Finance', after: '' }],
})
const changed = plan({ objects: [weekly, { ...gone, units: [recipient('lea', 'before')] }, moved] })

const SENTENCES = [
  '3 gain schedule Sales / Revenue / weekly: maria, jonas, all embed users',
  '1 loses schedule Sales / Revenue / weekly: ana',
  '4 lose schedule Sales / daily: lea, 3 who joined in the UI',
  'Cash moves from Finance to the root: who sees it there, the platform does not tell',
]

describe('who gains and who loses', () => {
  test.each([
    ['text', renderText(changed, { width: 200, color: false })],
    ['Markdown', renderMarkdown(changed)],
    ['HTML', renderHtml(changed)],
    ['a comment', renderComment({ projectId: '7f3kQ2m9', plans: [changed] }).body],
  ])('is said in %s, by name and count', (_, said) => {
    for (const part of [TITLE, ...SENTENCES]) expect(said).toContain(part)
  })

  test('is the first in a comment, once for all targets that it is true of', () => {
    const dev = { ...changed, target: { ...changed.target, name: 'dev' }, objects: [weekly] }
    const { body } = renderComment({ projectId: '7f3kQ2m9', plans: [changed, dev] })
    expect(body.split('\n').slice(1, 9)).toEqual([
      expect.stringMatching(/^### /),
      '',
      `**${TITLE}**`,
      '',
      `- ${SENTENCES[0]} (production, dev)`,
      `- ${SENTENCES[1]} (production, dev)`,
      `- ${SENTENCES[2]} (production)`,
      `- ${SENTENCES[3]} (production)`,
    ])
  })

  test('is not said where nobody does', () => {
    const quiet = plan({ objects: [object({ ...moved, units: [{ unit: 'name', before: 'a', after: 'b' }] })] })
    expect(renderText(quiet, { width: 200, color: false })).not.toContain(TITLE)
    expect(renderComment({ projectId: '7f3kQ2m9', plans: [quiet] }).body).not.toContain(TITLE)
  })

  test('names the first of very many, and counts the rest', () => {
    const emails = Array.from({ length: 14 }, (_, nth) => `user${nth}`)
    const many = plan({ objects: [object({ ...weekly, units: emails.map((email) => recipient(email, 'after')) })] })
    expect(renderText(many, { width: 200, color: false })).toContain('14 gain schedule Sales / Revenue / weekly: user0')
    expect(renderText(many, { width: 200, color: false })).toContain('user9 and 4 more')
  })
})
