import { describe, expect, test } from 'vitest'
import type { Plan, PlannedObject } from '../../src/plan/plan-file.ts'
import { renderComment } from '../../src/words/comment.ts'
import { renderHtml } from '../../src/words/html.ts'
import { renderMarkdown } from '../../src/words/markdown.ts'
import { renderText } from '../../src/words/text.ts'
import { object, plan, REVENUE } from './plans.ts'

const deleting = (loss: PlannedObject['loss']): Plan =>
  plan({ objects: [object({ ...REVENUE, action: 'delete', because: 'it was removed from the repo', loss })] })

const FORMATS: Readonly<Record<string, (plan: Plan) => string>> = {
  text: (each) => renderText(each, { width: 200, color: false }),
  Markdown: renderMarkdown,
  HTML: renderHtml,
  comment: (each) => renderComment({ projectId: '7f3kQ2m9', plans: [each] }).body,
}

describe.each(Object.entries(FORMATS))('in %s, a deleted dashboard', (_, render) => {
  test('says which version viewers lose, who notices, and that its address is gone', () => {
    const said = render(deleting({ version: 14, notice: { notifications: 2, tenants: 3, embedded: true } }))
    for (const part of ['Viewers lose version 14', '2 scheduled emails', 'Its address is gone for good'])
      expect(said).toContain(part)
    expect(said).toMatch(/embedded for 3 tenants|3 embedded tenants/)
  })

  test('says so if it was never published', () => {
    const said = render(deleting({ version: null, notice: { notifications: 0, tenants: 0, embedded: false } }))
    expect(said).toContain('It was never published.')
    expect(said).not.toContain('Its address')
  })

  test('says what this key cannot see', () => {
    const said = render(deleting({ version: 1, notice: { notifications: null, tenants: null, embedded: true } }))
    expect(said).toMatch(/not visible to this key|emails that this key cannot see/)
    expect(said).toMatch(/tenants that this key cannot see/)
  })
})
