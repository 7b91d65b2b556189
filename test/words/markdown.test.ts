import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fenced, inMarkdown } from '../../src/words/escape.ts'
import { renderMarkdown } from '../../src/words/markdown.ts'
import { anyText } from '../support/any-text.ts'
import { CONFLICT, EXAMPLE, held, left, object, plan } from './plans.ts'

describe('a plan as Markdown', () => {
  test('one report and two widgets', () => {
    expect(renderMarkdown(EXAMPLE).replace(EXAMPLE.fingerprint, 'HASH')).toMatchInlineSnapshot(`
      "### Boardwright: plan for production

      acme-analytics 9f3c2e1 → deployment 2 (acme.example)

      #### update Sales / Revenue overview

      - report **Revenue by month**: sql 1 line added
      - report **Revenue by month**: also shown on Finance / Board pack (not managed: it changes when somebody publishes it)
      - layout: 2 widgets moved, 3 unchanged
      - "Top customers" moves to the top, "Revenue by month" below it
      - **publish** version 14 → 15. Viewers see all of this at once. 2 scheduled emails, embedded for 1 tenant.

      \`\`\`text
      now                            after
      ┌────────────────┬────────┐    ┌────────────────┬────────┐
      │ Revenue by     │ Net    │    │ Top customers ↑│ Net    │
      │ month          │ revenue│    │                │ revenue│
      │                ├────────┤    │                ├────────┤
      ├────────────────┤ Orders │    ├────────────────┤ Orders │
      │ Top customers  ├────────┤    │ Revenue by    ↓├────────┤
      │                │ Region │    │ month          │ Region │
      └────────────────┴────────┘    └────────────────┴────────┘
      \`\`\`

      <details><summary>sql of Revenue by month (1 line added)</summary>

      \`\`\`diff
      @@ 4,3 @@
       from orders
      +where not is_refund
       group by 1
      \`\`\`

      </details>

      #### Left alone

      - Finance / Cash: edited in the UI since the last apply

      - 1 dashboard has an unpublished draft, which this plan leaves alone

      Plan: 0 create, 2 update, 0 delete, 1 publish; 3,697 unchanged; 1 UI edit left alone; 1 unpublished draft.

      \`\`\`sh
      boardwright apply --target production --approve HASH
      \`\`\`
      "
    `)
  })

  test('held objects', () => {
    expect(renderMarkdown(plan({ held: [CONFLICT] }))).toMatchInlineSnapshot(`
      "### Boardwright: plan for production

      acme-analytics 9f3c2e1 → deployment 2 (acme.example)

      Nothing can be applied: 1 object held.

      #### Held

      - **Sales / Revenue overview**: 1 conflict: nothing of this dashboard is written

      \`\`\`text
      widget "Net revenue"  numberFormat
        last applied  $0,0        (commit 41ab9c0)
        repo          $0.0a       (this commit)
        live          €0,0        (edited in the UI; saved 2026-11-20 08:51 UTC; owner maria@acme.com)
      also edited in the UI, merges cleanly: widget "Best customers" retitled "Top customers" -> "Best customers"
      Take what is live into git, with its reports:   boardwright export --target production --select sales/revenue-overview --mirror
      Or overwrite it, with its reports:              boardwright apply --target production --select sales/revenue-overview --accept ui-edits
      \`\`\`

      Plan: 0 create, 0 update, 0 delete, 0 publish; 0 unchanged.
      "
    `)
  })

  test('hostile names mention nobody, link nowhere and open nothing', () => {
    const evil =
      '@everyone <!-- <img src=x> [x](https://evil.example) `code` ``` | #1 www.evil.example GH-1 ![i](j) ~~~'
    const value = plan({
      objects: [
        object({
          key: 'workbook/x',
          title: [evil],
          because: evil,
          replaces: [{ what: 'draft', unit: evil }],
          units: [
            { unit: 'name', before: evil, after: `${evil}!` },
            { unit: `app ${evil}`, before: evil, after: `\`\`\`\n${evil}\n</details>` },
          ],
          keeps: [{ unit: evil, before: 1, after: 2 }],
          drawing: {
            columns: 12,
            before: [],
            after: [{ id: 'a', type: 'CHART', label: '``` @everyone', x: 0, y: 0, w: 12, h: 2 }],
          },
        }),
      ],
      held: [held({ ...CONFLICT, title: [evil], message: evil, owner: evil })],
      left: [left({ key: 'workbook/y', title: [evil], reason: 'draft', message: evil })],
      notes: [evil],
      stops: [{ kind: 'break', message: evil }],
      project: { id: 'x', name: evil },
    })
    const outside = withoutFences(renderMarkdown(value))
    expect(outside).not.toMatch(/@(?!&#8203;)|<(?!\/?(?:details|summary)>)|`|\]\(|https:\/\/|www\.|#1\b|\|/)
  })

  test('any text: one line, no mark-up; any block: nothing closes its fence', () => {
    fc.assert(
      fc.property(anyText(), fc.array(fc.string({ unit: fc.constantFrom('`', '~', 'a', '\n') })), (text, lines) => {
        expect(inMarkdown(text)).not.toMatch(/[<>`*_[\]|~\\$\u0000-\u001f]|@(?!&#8203;)/)
        const block = fenced('text', lines)
        const [fence = ''] = block[0]?.match(/^`+/) ?? []
        expect(
          block
            .slice(1, -1)
            .join('\n')
            .split('\n')
            .filter((line) => line.trim().startsWith(fence)),
        ).toEqual([])
      }),
    )
  })
})

/** What a forge reads as Markdown. */
function withoutFences(markdown: string): string {
  let fence: string | undefined
  return markdown
    .split('\n')
    .filter((line) => {
      const [ticks] = line.match(/^`{3,}/) ?? []
      if (fence === undefined && ticks !== undefined) {
        fence = ticks
        return false
      }
      if (fence === undefined) return true
      if (line === fence) fence = undefined
      return false
    })
    .join('\n')
}
