import { describe, expect, test } from 'vitest'
import type { PlannedObject } from '../../src/plan/plan-file.ts'
import { renderComment } from '../../src/words/comment.ts'
import { noChanges } from '../../src/words/facts.ts'
import { renderHtml } from '../../src/words/html.ts'
import { writeLine } from '../../src/words/lines.ts'
import { renderMarkdown } from '../../src/words/markdown.ts'
import { inColour } from '../../src/words/paint.ts'
import { renderText } from '../../src/words/text.ts'
import { CONFLICT, EXAMPLE, held, left, object, plan, REVENUE } from './plans.ts'

const text = (...[value, width = 130]: [Parameters<typeof renderText>[0], number?]): string =>
  renderText(value, { width, color: false })

describe('a plan as text', () => {
  test('one report and two widgets', () => {
    expect(text(EXAMPLE).replace(EXAMPLE.fingerprint, 'HASH')).toMatchInlineSnapshot(`
      "Plan for production: acme-analytics 9f3c2e1 -> deployment 2 (acme.example)

      ~ update  Sales / Revenue overview                                content/sales/revenue-overview
          ~ report "Revenue by month"                                   reports/revenue-by-month.sql
              sql    @@ 4,3 @@
                       from orders
                     + where not is_refund
                       group by 1
              also shown on Finance / Board pack (not managed: it changes when somebody publishes it)
          ~ layout   2 widgets moved, 3 unchanged
              "Top customers" moves to the top, "Revenue by month" below it
                now                            after
                +----------------+--------+    +----------------+--------+
                | Revenue by     | Net    |    | Top customers ^| Net    |
                | month          | revenue|    |                | revenue|
                |                +--------+    |                +--------+
                +----------------+ Orders |    +----------------+ Orders |
                | Top customers  +--------+    | Revenue by    v+--------+
                |                | Region |    | month          | Region |
                +----------------+--------+    +----------------+--------+
          > publish  version 14 -> 15. Viewers see all of this at once. 2 scheduled emails, embedded for 1 tenant.

      Left alone
          Finance / Cash            edited in the UI since the last apply        boardwright status finance/cash --target production

      Good to know
          1 dashboard has an unpublished draft, which this plan leaves alone (see it with -v)

      Plan: 0 create, 2 update, 0 delete, 1 publish; 3,697 unchanged; 1 UI edit left alone; 1 unpublished draft.
      Apply exactly this:  boardwright apply --target production --approve HASH
      "
    `)
  })

  test('a conflict, with the three sides and the commands to type', () => {
    expect(text(plan({ held: [CONFLICT], summary: { held: 1 } }))).toMatchInlineSnapshot(`
      "Plan for production: acme-analytics 9f3c2e1 -> deployment 2 (acme.example)

      Held
          Sales / Revenue overview    1 conflict: nothing of this dashboard is written
              widget "Net revenue"  numberFormat
                last applied  $0,0        (commit 41ab9c0)
                repo          $0.0a       (this commit)
                live          €0,0        (edited in the UI; saved 2026-11-20 08:51 UTC; owner maria@acme.com)
              also edited in the UI, merges cleanly: widget "Best customers" retitled "Top customers" -> "Best customers"
              Take what is live into git, with its reports:   boardwright export --target production --select sales/revenue-overview --mirror
              Or overwrite it, with its reports:              boardwright apply --target production --select sales/revenue-overview --accept ui-edits

      Nothing can be applied: 1 object held.
      Plan: 0 create, 0 update, 0 delete, 0 publish; 0 unchanged; 1 held.
      "
    `)
  })

  test.each([
    ['beside a conflict', CONFLICT.units, 'also changed in the repo, waits with it: title "Sales" -> "Sales today"'],
    ['with its workbook', [], 'changed in the repo, waits: title "Sales" -> "Sales today"'],
  ])('a change of a held object that nobody else changed is told, and that it waits: %s', (_, units, words) => {
    const waiting = { ...CONFLICT, units, alsoHeld: [{ unit: 'title', before: 'Sales', after: 'Sales today' }] }
    expect(text(plan({ held: [waiting] })).split('\n')).toContain(`        ${words}`)
  })

  test.each([
    ['a commit', {}, '(this commit)'],
    ['a commit, with edits beside it', { dirty: true }, '(the files here)'],
    ['no repository', { commit: null }, '(the files here)'],
    ['a promotion', { promotion: { from: 'staging' } }, '(from staging)'],
  ])('a conflict says where the repo side comes from: %s', (_, given, words) => {
    const lines = text(plan({ held: [CONFLICT], ...given })).split('\n')
    expect(lines.find((line) => line.includes('repo   '))).toContain(`$0.0a       ${words}`)
  })

  test('a conflict without a record of the last apply, and one of long texts', () => {
    const units = [
      { unit: 'name', baseKnown: false, repo: 'A', live: 'B' },
      { unit: 'sql', baseKnown: true, base: 'select 1', repo: 'select\n1', live: 'select\n2' },
    ]
    expect(text(plan({ held: [{ ...CONFLICT, units, merges: [] }] }))).toMatchInlineSnapshot(`
      "Plan for production: acme-analytics 9f3c2e1 -> deployment 2 (acme.example)

      Held
          Sales / Revenue overview    1 conflict: nothing of this dashboard is written
              name
                last applied  not known
                repo          A           (this commit)
                live          B           (saved 2026-11-20 08:51 UTC; owner maria@acme.com)
              sql
                from the repo (-) to live (+), saved 2026-11-20 08:51 UTC, owner maria@acme.com
                  @@ 1,2 @@
                    select
                  - 1
                  + 2
              Take what is live into git, with its reports:   boardwright export --target production --select sales/revenue-overview --mirror
              Or overwrite it, with its reports:              boardwright apply --target production --select sales/revenue-overview --accept ui-edits

      Nothing can be applied: 1 object held.
      Plan: 0 create, 0 update, 0 delete, 0 publish; 0 unchanged.
      "
    `)
  })

  test.each([
    [{ unchanged: 3697 }, 'No changes. 3,697 objects match the repo.\n'],
    [
      { unclaimed: { workbook: 400, report: 3012 } },
      'No changes. 400 workbooks and 3,012 reports match the repo but are not managed yet: take them over with `boardwright adopt --target production`.\n',
    ],
    [
      { unclaimed: { workbook: 0, report: 1 } },
      'No changes. 1 report matches the repo but is not managed yet: take it over with `boardwright adopt --target production`.\n',
    ],
  ])('nothing to do: %j', (summary, expected) => {
    expect(text(plan({ summary }))).toBe(expected)
  })

  test('one object that matches is counted as one beside those that differ', () => {
    const differs = left({ key: 'report/aaaaaaaaaaa1', title: ['A'], reason: 'unclaimed', message: 'differs' })
    const value = plan({ left: [differs], summary: { unclaimed: { workbook: 0, report: 1 } } })
    expect(text(value)).toContain('1 object differs from live, and 1 report matches the repo, but')
  })

  test.each([
    [undefined, '1 object now matches the repo;'],
    ['unclaimed', '1 object now matches the repo;'],
    ['ignored', '1 object now matches the repo, except for what is left alone;'],
    ['ui-edit', '1 object now matches the repo, except for what is left alone;'],
  ] as const)('objects that are only recorded, beside what is left alone as %s', (reason, expected) => {
    const all = reason === undefined ? [] : [left({ key: 'folder/A', title: ['A'], reason, message: 'differs' })]
    expect(noChanges(plan({ left: all, summary: { converged: 1 } }))).toContain(expected)
  })

  test('creates, deletes, publishes, and all flags that shaped the plan', () => {
    const value = plan({
      objects: [
        object({ key: 'folder/Sales/EMEA', title: ['Sales', 'EMEA'], action: 'create', file: 'content/sales/emea' }),
        object({
          ...REVENUE,
          action: 'create',
          units: [
            { unit: 'name', after: 'Revenue overview' },
            { unit: 'title', after: 'Revenue overview' },
            { unit: 'widget a', after: { id: 'a', type: 'TEXT', position: { x: 0, y: 0, w: 6, h: 2 } } },
            { unit: 'layout', after: { order: ['a'] } },
          ],
          drawing: {
            columns: 12,
            before: [],
            after: [{ id: 'a', type: 'TEXT', label: 'text a', x: 0, y: 0, w: 6, h: 2 }],
          },
          publish: {
            from: null,
            to: 1,
            dashboard: true,
            reports: [],
            notice: { notifications: null, tenants: null, embedded: false },
          },
        }),
        object({
          key: 'report/AAAAAAAAAAAA',
          title: ['Sales', 'Revenue overview', 'New'],
          within: 'workbook/revenue-overview',
          action: 'create',
          units: [{ unit: 'sql', after: 'select 1' }],
        }),
        object({
          key: 'workbook/board',
          title: ['Board'],
          action: 'publish',
          because: 'a report that it shows changed',
          keeps: [{ unit: 'name', before: 'Board', after: 'The board' }],
          replaces: [
            { what: 'draft', unit: 'theme' },
            { what: 'edits', reports: ['Costs', 'Orders'] },
          ],
        }),
        object({
          key: 'model/cubes/orders.yml',
          title: ['cubes/orders.yml'],
          file: 'data-model/cubes/orders.yml',
          units: [{ unit: 'bytes', before: 'a: 1\n', after: 'a: 2\n' }],
        }),
        object({ key: 'workbook/old', title: ['Old'], action: 'delete', because: 'it was removed from the repo' }),
      ],
      stops: [
        {
          kind: 'protected',
          message: 'production is protected and 1 object would be deleted',
          accept: 'deletes=1',
        },
      ],
      notes: ['scheduled emails that this key cannot see'],
      dirty: true,
    })
    expect(text(value)).toMatchInlineSnapshot(`
      "Plan for production: acme-analytics 9f3c2e1 with uncommitted changes -> deployment 2 (acme.example)

      + create  folder Sales / EMEA                                     content/sales/emea

      + create  Sales / Revenue overview                                content/sales/revenue-overview
          + report "New" (new)
              sql    added, 1 line
          + layout   1 widget added
          > publish  version 1, the first. Viewers see it from then on. Scheduled emails: not visible to this key, not embedded.

      > publish  Board
          a report that it shows changed
          keeps the UI edit: name "Board" -> "The board"
          ! replaces unpublished draft: theme
          ! replaces unpublished edits of Costs, Orders

      ~ update  data-model/cubes/orders.yml
          file   @@ 1,1 @@
                 - a: 1
                 + a: 2

      - delete  Old
          it was removed from the repo

      Stopped
          ! protected  production is protected and 1 object would be deleted

      Good to know
          scheduled emails that this key cannot see

      Plan: 0 create, 0 update, 0 delete, 0 publish; 0 unchanged.
      Stopped: apply refuses this plan as it is.
      If that is meant:  boardwright apply --target production --accept deletes=1
      "
    `)
  })

  test('the command repeats every flag that shaped the plan', () => {
    const objects = [object({ key: 'folder/a', title: ['a'], action: 'create' })]
    const inputs = {
      ...plan().inputs,
      select: ["it's/*"],
      prune: true,
      accept: ['deletes=3' as const, 'ui-edits' as const],
    }
    expect(text(plan({ objects, inputs }))).toContain(
      "boardwright apply --target production --select 'it'\\''s/*' --prune --accept deletes=3 --accept ui-edits --approve ",
    )
  })

  test('colour only on request, and nothing but colour', () => {
    const coloured = renderText(EXAMPLE, { width: 130, color: true })
    expect(coloured).toContain('\u001b[')
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(text(EXAMPLE))
  })

  test('a line that goes on below keeps its colour', () => {
    const page = { width: 60, paint: inColour }
    const parts = ['measure revenue.net', 'measure orders.count', 'date orders.ordered_at', 'encoding']
    const rows = writeLine({ mark: '+', subject: 'query', parts }, '  + ', 9, page)
    expect(rows.length).toBeGreaterThan(1)
    for (const row of rows) expect(row).toMatch(/\u001b\[32m\+ \S.*\u001b\[0m$/)
  })

  test('names from a tenant are shown and not obeyed', () => {
    const evil = 'a\u001b[2J\r\n\u202eb'
    const value = plan({
      objects: [
        object({
          key: `folder/${evil}`,
          title: [evil],
          file: evil,
          because: evil,
          replaces: [{ what: 'draft', unit: evil }],
          units: [{ unit: evil, before: evil, after: `${evil}\n2` }],
          shownOn: [{ title: [evil], published: true, managed: true }],
        }),
      ],
      left: [left({ key: `report/${evil}`, title: [evil], file: evil, reason: 'ui-edit', message: evil })],
      held: [
        held({
          ...CONFLICT,
          key: `workbook/${evil}`,
          title: [evil],
          message: evil,
          owner: evil,
          file: evil,
          commit: evil,
        }),
      ],
      notes: [evil],
      stops: [{ kind: 'break', message: evil }],
      project: { id: 'x', name: evil },
      commit: evil,
    })
    for (const color of [false, true]) {
      const shown = renderText(value, { width: 80, color }).replace(/\u001b\[\d+m/g, '')
      expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/)
    }
  })

  test('one long name moves what is beside it, and no other row', () => {
    const long = 'Net revenue by region and month, as the board wants to see it in every quarter'
    const reason = { reason: 'ignored', message: 'has an unpublished draft in progress' } as const
    const said = text(
      plan({
        left: [
          left({ key: 'workbook/long', title: ['Sales', long], ...reason }),
          left({ key: 'workbook/short', title: ['Sales', 'Pipeline'], ...reason }),
        ],
      }),
    )
    expect(said).toContain(`    Sales / ${long}    has an unpublished draft in progress\n`)
    expect(said).toContain('    Sales / Pipeline          has an unpublished draft in progress\n')
  })

  test('of many objects that are left for one reason, ten are named', () => {
    const many = Array.from({ length: 25 }, (_, index) =>
      left({ key: `workbook/w${index}`, title: [`W${index}`], reason: 'unclaimed', message: 'not managed yet' }),
    )
    expect(text(plan({ left: many }))).toContain('W9 ')
    expect(text(plan({ left: many }))).toContain('... and 15 more objects not managed yet')
  })

  test('dragging fourteen widgets is one line', () => {
    const at = (id: string, y: number) => ({
      id,
      type: 'CHART',
      position: { x: 0, y, w: 4, h: 4 },
      responsiveLayouts: { md: { x: 0, y, w: 4, h: 4 } },
    })
    const units = Array.from({ length: 14 }, (_, index) => ({
      unit: `widget w${index}`,
      before: at(`w${index}`, index * 4),
      after: at(`w${index}`, index * 4 + 4),
    }))
    const shown = text(plan({ objects: [object({ ...REVENUE, units })] }))
    expect(shown).toContain('~ layout   14 widgets moved\n        14 widgets   move down 4 rows, also on md\n')
  })
})

test.each([
  ['report/byMonth00001', true],
  ['notification/weekly', false],
] as const)('where %s is held, what comes after it is to publish its dashboard: %s', (key, isPublished) => {
  const gone = held({
    ...{ key, title: ['Sales', 'Revenue', 'one'], within: 'workbook/revenue' },
    ...{ reason: 'deleted-live', message: 'it was deleted in the UI since the last apply' },
  })
  const said = renderText(plan({ held: [gone], summary: { held: 1 } }), { width: 120, color: false })
  expect(said).toContain('Create it again')
  expect(said.includes('Then publish its dashboard')).toBe(isPublished)
})

test('a schedule in the block of its dashboard is called one, in every form', () => {
  const cash = object({ key: 'workbook/cash', title: ['Cash'], action: 'create', file: 'content/cash' })
  const inside = (key: PlannedObject['key'], name: string) =>
    object({ key, title: ['Cash', name], action: 'create', within: cash.key })
  const reports = [...Array(12).keys()].map((nth) => inside(`report/${nth}`, `Report ${nth}`))
  const weekly = inside('notification/weekly', 'weekly')
  const few = plan({ objects: [cash, weekly] })
  expect(renderText(few, { width: 120, color: false })).toContain('+ schedule "weekly" (new)')
  expect(renderMarkdown(few)).toContain('schedule **weekly** is new')
  expect(renderHtml(few)).toContain('schedule &quot;weekly&quot; is new')
  expect(renderComment({ projectId: '7f3kQ2m9', plans: [few] }).body).toContain('The schedule **weekly** is new.')
  const many = renderText(plan({ objects: [cash, ...reports, weekly] }), { width: 120, color: false })
  expect(many).toContain('+ and 2 more reports and 1 more schedule (new)')
})

test.each([
  [
    'that the repo removed',
    [left({ key: 'notification/b', title: ['b'], reason: 'orphan', message: 'removed' })],
    '--mirror',
  ],
  ['that it never had', [], '--new'],
])('beside a new schedule, one %s can be taken into git', (_, leaving, flag) => {
  const message = 'it may be the schedule "b", which is live but has no file'
  const waitsFor: PlannedObject['key'][] = ['notification/b']
  const said = held({ key: 'notification/a', title: ['a'], reason: 'renamed', message, file: 'a.yaml', waitsFor })
  expect(text(plan({ held: [said], left: leaving }))).toContain(`--select b ${flag}`)
})

test('a dashboard that is gone is not called renamed: it would have been found', () => {
  const message = 'it was deleted in the UI since the last apply'
  const gone = held({ key: 'workbook/cash', title: ['Cash'], reason: 'deleted-live', message, file: 'content/cash' })
  expect(text(plan({ held: [gone] }))).not.toContain('renamed')
})
