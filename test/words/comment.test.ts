import { describe, expect, test } from 'vitest'
import { shortFingerprint } from '../../src/plan/fingerprint.ts'
import type { Plan, PlannedObject } from '../../src/plan/plan-file.ts'
import type { TryFile } from '../../src/plan/try-file.ts'
import { type CommentInput, MOST_CHARACTERS, renderComment } from '../../src/words/comment.ts'
import { CONFLICT, EXAMPLE, held, left, object, plan } from './plans.ts'

const REPORT_FILE = 'content/sales/revenue-overview/reports/revenue-by-month.sql'
const PRODUCTION: Plan = { ...EXAMPLE, left: EXAMPLE.left.slice(0, 1) }
const DEV: Plan = {
  ...PRODUCTION,
  target: { ...EXAMPLE.target, name: 'dev', deployment: 1, protected: false },
  left: [],
}

const render = (more: Partial<CommentInput>): ReturnType<typeof renderComment> =>
  renderComment({ projectId: '7f3kQ2m9', plans: [DEV, PRODUCTION], ...more })
const bodyOf = (more: Partial<CommentInput>): string => render(more).body

const withoutHashes = (body: string, plan: Plan): string =>
  body.replace(shortFingerprint(plan), '7c1e-40d9').replaceAll(/(?<=--approve )[0-9a-f]{64}/g, 'HASH')

describe('the comment', () => {
  test.each([
    [{}, ''],
    [{ allMembersExist: true }, ', all query members exist in the data model'],
    [
      { allMembersExist: true, sqlNotChecked: 2 },
      ', all query members exist in the data model, 2 SQL queries not checked',
    ],
    [{ allMembersExist: false, warningsBefore: 1 }, ', 1 warning was there before'],
    [
      { allMembersExist: true, warningsBefore: 2 },
      ', all query members exist in the data model, 2 warnings were there before',
    ],
  ])('claims no more than was checked: %j', (more, said) => {
    expect(bodyOf(more)).toContain(`Checked: files valid${said}, nothing will be deleted`)
  })

  test.each([
    [['rules/owner.yaml'], '**rules/owner.yaml** decides what is checked and what is waived.'],
    [
      ['boardwright.yaml', 'content/a/workbook.yaml', 'rules/owner.yaml'],
      '**boardwright.yaml** and **rules/owner.yaml** decide what is checked and what is waived.',
    ],
  ])('says first that a pull request changes what is checked: %j', (changed, said) => {
    const start = bodyOf({ changed }).split('\n').slice(0, 4)
    expect(start.at(-1)).toBe(`> **Review this first:** ${said}`)
    const notes = Array.from({ length: 20 }, (_, at) => `${at}${'n'.repeat(7_000)}`)
    expect(bodyOf({ changed, plans: [plan({ notes })] })).toContain(said)
  })

  test('shows what rules find with the object that has it', () => {
    const [first] = EXAMPLE.objects
    const findings = [
      { key: first?.key ?? 'report/a', rule: 'dates-move', message: 'Revenue asks for a <b>fixed</b> time' },
    ]
    const body = bodyOf({ plans: [{ ...PRODUCTION, findings }] })
    expect(body).toContain('\n- Rule dates-move: Revenue asks for a')
    expect(body).not.toContain('<b>')
    expect(bodyOf({ plans: [PRODUCTION] })).not.toContain('Rule ')
  })

  test('says nothing of it if only content changes', () => {
    expect(bodyOf({ changed: ['content/a/rules/owner.yaml', 'content/a/workbook.yaml'] })).not.toContain('Review this')
  })

  test('a swap of widgets that have places of their own for narrower screens is said to be seen on wide ones', () => {
    const own = { responsiveLayouts: { md: { x: 0, y: 0, w: 10, h: 6 }, sm: { x: 0, y: 0, w: 6, h: 6 } } }
    const withOwn = (side: unknown) => ({ ...(side as object), ...own })
    const objects = EXAMPLE.objects.map((each) => ({
      ...each,
      units: each.units.map((unit) =>
        unit.unit.startsWith('widget ') ? { ...unit, before: withOwn(unit.before), after: withOwn(unit.after) } : unit,
      ),
    }))
    expect(bodyOf({ plans: [plan({ objects })] })).toContain('below it. The old order stays at md and narrower.\n')
  })

  test('hangs what is inside on the dashboards, whatever else changes', () => {
    const alone = object({
      key: 'report/alone',
      title: ['Sales', 'Pipeline'],
      units: [{ unit: 'sql', before: 'a', after: 'b' }],
    })
    const row = bodyOf({ plans: [plan({ objects: [alone, ...EXAMPLE.objects] })] })
    expect(row).toMatch(/\| 1 report, 1 dashboard \(1 report, 1 layout\), published \|/)
  })

  test('with pictures draws no boxes, and says of a new dashboard once that it is new', () => {
    const pictures = 'https://files.example/{name}'
    const withPictures = bodyOf({ plans: [PRODUCTION], pictures })
    expect(withPictures).toContain('[![Sales / Revenue overview, before and after](')
    expect(withPictures).not.toContain('┌─────')
    expect(bodyOf({ plans: [PRODUCTION] })).toContain('┌─────')
    const [dashboard] = EXAMPLE.objects
    const report = (name: string) => ({
      ...object({ key: `report/${name}`, title: ['Sales', 'Revenue overview', name], action: 'create' }),
      within: 'workbook/revenue-overview' as const,
    })
    const objects = [
      {
        ...(dashboard ?? report('a')),
        action: 'create' as const,
        units: [
          { unit: 'kind', before: undefined, after: 'CLASSIC' },
          { unit: 'theme', before: undefined, after: { fontFamily: 'Inter' } },
          { unit: 'settings', before: undefined, after: { timezone: 'UTC' } },
        ],
      },
      ...['Orders', 'Customers', 'Cities'].map(report),
    ]
    const body = bodyOf({ plans: [plan({ objects })], pictures })
    expect(body.slice(body.indexOf('####'), body.indexOf(']('))).toMatchInlineSnapshot(`
      "#### Sales / Revenue overview (new)
      - 3 new reports: **Orders**, **Customers**, **Cities**.
      - settings + timezone UTC
      - Who notices: 2 scheduled emails, 1 embedded tenant. Links and ids stay the same.

      [![Sales / Revenue overview"
    `)
  })

  test('of a held dashboard shows its pictures below what is in the way', () => {
    const box = { id: 'b8LhNv2s', type: 'CHART', label: 'Net revenue', x: 0, y: 0, w: 6, h: 4 }
    const drawing = { columns: 12, before: [box], after: [{ ...box, y: 4 }] }
    const plans = [plan({ held: [{ ...CONFLICT, drawing }] })]
    const body = bodyOf({ plans, pictures: 'https://files.example/{name}' })
    const image = (name: string, file: string) =>
      `[![${name}, live and in the repo](https://files.example/${file})](https://files.example/${file})`
    expect(body).toContain(`\n\n${image('Net revenue', 'production.revenue-overview_1.png')}\n`)
    expect(body).toContain(`\n\n${image('Sales / Revenue overview', 'production.revenue-overview.png')}\n`)
    expect(bodyOf({ plans })).not.toContain('[![')
    expect(bodyOf({ plans, pictures: 'https://files.example/run' })).toContain('(https://files.example/run)')
  })

  test('shows a move in the open, and what else changes below it; the whole is folded where nothing moves', () => {
    const box = { id: 'a', type: 'CHART', label: 'Orders', x: 0, y: 0, w: 6, h: 4 }
    const title = { unit: 'title', before: 'A', after: 'B' }
    const of = (y: number): string => {
      const drawing = { columns: 12, before: [box], after: [{ ...box, y }] }
      const moved = object({ key: 'workbook/b', title: ['B'], units: [title], drawing })
      return bodyOf({ plans: [plan({ objects: [moved] })], pictures: 'https://files.example/{name}' })
    }
    const [still, moves] = [of(0), of(4)]
    const [whole, heading] = ['b.png)]', 'b_1.png)]'].map((file) => `(https://files.example/production.${file}`)
    expect(moves.indexOf(whole ?? '')).toBeLessThan(moves.indexOf(heading ?? ''))
    expect(moves).not.toContain('The whole dashboard')
    expect(still.indexOf('The whole dashboard')).toBeGreaterThan(still.indexOf(heading ?? ''))
    for (const body of [still, moves]) expect(body.split('made-up rows')).toHaveLength(2)
  })

  test('asks first for what somebody has to decide, with its sides in the open; what waits for it comes after', () => {
    const waits = held({
      ...{ key: 'workbook/a', title: ['A'], reason: 'held-report', message: 'it shows "B", which is held' },
      alsoHeld: [{ unit: 'title', before: 'A', after: 'A -> B' }],
    })
    const colours = { base: '#112233', repo: '#445566', live: '#778899' }
    const conflict = { ...CONFLICT, units: [{ unit: 'title', ...colours, baseKnown: true, edited: true }] }
    const body = bodyOf({ plans: [plan({ held: [waits, conflict] })] })
    const section = body.slice(body.indexOf('#### Held'), body.indexOf('Checked:'))
    expect(section).toContain('\n| title | `#112233` | `#445566` | `#778899` |\n')
    expect(section.indexOf('| title |')).toBeLessThan(section.indexOf('which is held'))
    expect(section).toContain('title "A" → "A')
    expect(section).not.toContain('<details>')
  })

  test('counts for each target what the title counts, with what is inside', () => {
    const [report, dashboard] = ['report/a', 'workbook/b'] as const
    const objects = [
      object({ key: report, title: ['Sales', 'B', 'A'], within: dashboard, file: 'content/b/reports/a.yaml' }),
      object({ key: dashboard, title: ['Sales', 'B'], file: 'content/b', publish: publishOf([report]) }),
      object({ key: 'workbook/c', title: ['C'], file: 'content/c', publish: publishOf([]) }),
    ]
    const one = bodyOf({ plans: [plan({ objects })], changed: ['content/b/reports/a.yaml'] })
    expect(one).toContain('### Boardwright: 1 dashboard will change,')
    expect(one).toContain('| 1 dashboard (1 report), published; 1 merged earlier')
    const all = bodyOf({ plans: [plan({ objects })] })
    expect(all).toContain('### Boardwright: 2 dashboards will change,')
    expect(all).toContain('| 2 dashboards (1 report), published |')
  })

  test('of one report and two widgets, for two targets', () => {
    const { body, ...rest } = render({
      allMembersExist: true,
      changed: [REPORT_FILE, 'content/sales/revenue-overview/dashboard.yaml'],
    })
    expect(rest).toEqual({
      marker: '<!-- boardwright:7f3kQ2m9 -->',
      title: '1 dashboard will change, nothing will be deleted',
      conclusion: 'success',
      shortened: false,
    })
    expect(withoutHashes(body, EXAMPLE)).toMatchInlineSnapshot(`
      "<!-- boardwright:7f3kQ2m9 -->
      ### Boardwright: 1 dashboard will change, nothing will be deleted

      | Where | After merge | Status |
      |---|---|---|
      | dev | 1 dashboard (1 report, 1 layout), published | ready |
      | **production** | same; **viewers see it when the production deploy is approved** | ready |

      #### Sales / Revenue overview
      - The SQL of **Revenue by month** changes (1 line added).
      - **Top customers** moves to the top, **Revenue by month** below it.
      - Who notices: 2 scheduled emails, 1 embedded tenant. Links and ids stay the same.

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

      <details><summary>SQL of Revenue by month (+1 line)</summary>

      \`\`\`diff
      @@ 4,3 @@
       from orders
      +where not is_refund
       group by 1
      \`\`\`

      </details>

      <details><summary>Good to know (2)</summary>

      - Finance / Board pack shows the same report and is not managed.
      - Finance / Cash was edited in the UI in production. This pull request does not touch it.
      </details>

      Checked: files valid, all query members exist in the data model, nothing will be deleted, no unpublished draft goes out.
      Plan \`7c1e-40d9\` at \`9f3c2e1\`. 0 write requests.

      <details><summary>Apply exactly this by hand</summary>

          boardwright apply --target dev --approve HASH
          boardwright apply --target production --approve HASH

      </details>
      "
    `)
  })

  test('says when nothing changes, and nothing else', () => {
    const nothing = plan({ summary: { unchanged: 3000 } })
    const { body, conclusion } = render({ plans: [nothing] })
    expect(conclusion).toBe('neutral')
    expect(withoutHashes(body, nothing)).toMatchInlineSnapshot(`
      "<!-- boardwright:7f3kQ2m9 -->
      ### Boardwright: no changes

      | Where | After merge | Status |
      |---|---|---|
      | **production** | no changes | nothing to do |

      Checked: files valid, nothing will be deleted, no unpublished draft goes out.
      Plan \`7c1e-40d9\` at \`9f3c2e1\`. 0 write requests.
      "
    `)
  })

  test('with broken files names the places, and has no plan', () => {
    const { body, conclusion } = render({
      plans: [],
      findings: [
        { code: 'BW-E1203', severity: 'error', file: 'content/a.yaml', line: 14, column: 13, message: 'no report "x"' },
        { code: 'BW-E1309', severity: 'warning', message: 'unused' },
      ],
    })
    expect(conclusion).toBe('failure')
    expect(body).toMatchInlineSnapshot(`
      "<!-- boardwright:7f3kQ2m9 -->
      ### Boardwright: 1 problem, nothing can be applied

      #### Problems

      - error BW-E1203 **content/a.yaml:&#8203;14:13**: no report "x"

      <details><summary>Good to know (1)</summary>

      - warning BW-E1309: unused
      </details>
      "
    `)
  })

  test('with held objects or stops says so in the title, and what to do', () => {
    const { body, title, conclusion } = render({
      plans: [
        plan({
          held: [CONFLICT],
          stops: [{ kind: 'limit-delete', message: '9 of 20 reports would be deleted', accept: 'deletes=9' }],
        }),
      ],
    })
    expect({ title, conclusion }).toEqual({
      title: '1 object held, stopped in production',
      conclusion: 'action_required',
    })
    expect(body).toMatchInlineSnapshot(`
      "<!-- boardwright:7f3kQ2m9 -->
      ### Boardwright: 1 object held, stopped in production

      | Where | After merge | Status |
      |---|---|---|
      | **production** | no changes | **stopped**, see below |

      #### Stopped: apply refuses this as it is

      - production: 9 of 20 reports would be deleted

      If that is meant:

      \`\`\`sh
      boardwright apply --target production --accept deletes=9
      \`\`\`

      #### Held: not applied until somebody decides

      **Sales / Revenue overview** in production: 1 conflict: nothing of this dashboard is written

      | | last applied (41ab9c0) | repo (this commit) | live |
      |---|---|---|---|
      | widget "Net revenue", numberFormat | &#36;0,0 | &#36;0.0a | €0,0 |

      - Live: saved 2026-11-20 08:51 UTC, owner maria@&#8203;acme.com
      - Also edited in the UI, merges cleanly: widget "Best customers" retitled "Top customers" → "Best customers"
      - Take what is live into git, with its reports: \`boardwright export --target production --select sales/revenue-overview --mirror\`
      - Or overwrite it, with its reports: \`boardwright apply --target production --select sales/revenue-overview --accept ui-edits\`

      Checked: files valid, nothing will be deleted, no unpublished draft goes out.
      Plan \`f551-d756\` at \`9f3c2e1\`. 0 write requests.
      "
    `)
  })
})

test('many objects that are left for one reason are one line', () => {
  const some = (reason: 'ui-edit' | 'draft', message: string, letter: string) =>
    Array.from({ length: 7 }, (_, n) =>
      left({ key: `workbook/${letter}${n}`, title: [`${letter}${n}`], reason, message }),
    )
  const value = plan({
    left: [...some('ui-edit', 'edited', 'a'), ...some('draft', 'has a draft', 'b')],
    notes: ['a note'],
  })
  expect(bodyOf({ plans: [value], changed: [] }).match(/<details>[\s\S]*<\/details>/)?.[0]).toBe(
    [
      '<details><summary>Good to know (3)</summary>',
      '',
      '- a note (production)',
      '- 7 dashboards have an unpublished draft, which this plan leaves alone (production)',
      '- a0, a1, a2, a3, a4 and 2 others: 7 objects were edited in the UI in production. This pull request does not touch them.',
      '</details>',
    ].join('\n'),
  )
})

describe('changes of the pull request', () => {
  const other = object({
    key: 'workbook/cash',
    title: ['Finance', 'Cash'],
    file: 'content/finance/cash',
    units: [{ unit: 'name', before: 'Cash 1', after: 'Cash' }],
  })
  const board = object({
    ...{ key: 'workbook/board', title: ['Finance', 'Board'], file: 'content/finance/board', action: 'publish' },
    publish: { ...publishOf(['report/h4Kq9ZtB2wLm']) },
  })
  const plans = [plan({ objects: [...EXAMPLE.objects, board, other] })]

  test('are shown in full, and a report includes every dashboard that shows it; the rest is one line', () => {
    const body = bodyOf({ plans, changed: [REPORT_FILE] })
    expect(headings(body)).toEqual(['Sales / Revenue overview', 'Finance / Board'])
    expect(body).toContain('1 other object will also change: merged earlier, not applied yet: Finance / Cash.')
    expect(body).toContain('### Boardwright: 2 dashboards will change, nothing will be deleted')
  })

  test.each([
    ['an overlay', ['overlays/dev/content/finance/cash/workbook.yaml'], ['Finance / Cash']],
    ['a file of another kind', ['README.md'], []],
    ['the settings of all', ['boardwright.yaml'], ['Sales / Revenue overview', 'Finance / Board', 'Finance / Cash']],
    ['everything where nobody says', undefined, ['Sales / Revenue overview', 'Finance / Board', 'Finance / Cash']],
  ])('by %s', (_, changed, expected) => {
    expect(headings(bodyOf({ plans, changed }))).toEqual(expected)
  })

  test('if there are none, the title does not claim that something changes', () => {
    expect(render({ plans, changed: ['README.md'] }).title).toBe('this pull request changes nothing on the platform')
  })

  test('deletes are counted in the headline by kind', () => {
    const gone = (key: 'workbook/old' | 'report/aaaaaaaaaaaa' | 'report/bbbbbbbbbbbb') =>
      object({ key, title: ['Old'], action: 'delete' })
    const [old, a, b] = [gone('workbook/old'), gone('report/aaaaaaaaaaaa'), gone('report/bbbbbbbbbbbb')]
    const titleOf = (objects: PlannedObject[]) => render({ plans: [plan({ objects })] }).title
    expect(titleOf([a])).toBe('1 report will be deleted')
    expect(titleOf([old])).toBe('1 dashboard will be deleted')
    expect(titleOf([old, a, b])).toBe('2 reports and 1 dashboard will be deleted')
  })

  test('deletes are always listed', () => {
    const gone = object({ key: 'report/aaaaaaaaaaaa', title: ['Old'], action: 'delete', because: 'it is in no file' })
    expect(headings(bodyOf({ plans: [plan({ objects: [gone] })], changed: [] }))).toEqual(['report Old (deleted)'])
  })
})

describe('several targets', () => {
  test('a change that differs is shown for each; who notices is shown if it differs', () => {
    const [workbook, report] = EXAMPLE.objects as [PlannedObject, PlannedObject]
    const quiet = { ...workbook, publish: publishOf([report.key]) }
    const same = bodyOf({ plans: [{ ...DEV, objects: [quiet, report] }, PRODUCTION] })
    expect(headings(same)).toEqual(['Sales / Revenue overview'])
    expect(same).toContain('- Who notices in dev: only those who open it.')
    expect(same).toContain('- Who notices in production: 2 scheduled emails, 1 embedded tenant.')

    const body = bodyOf({ plans: [{ ...DEV, objects: [workbook] }, PRODUCTION] })
    expect(headings(body)).toEqual(['Sales / Revenue overview in dev', 'Sales / Revenue overview in production'])
  })
})

describe('the size', () => {
  const dashboards = (count: number, name: string): Plan =>
    plan({
      objects: Array.from({ length: count }, (_, n) =>
        EXAMPLE.objects.map((each) => ({
          ...each,
          key: each.key.startsWith('report/') ? (`report/r${n}` as const) : (`workbook/w${n}` as const),
          ...(each.within && { within: `workbook/w${n}` as const }),
          title: ['Sales', `${name} ${n}`, ...each.title.slice(2)],
          shownOn: [],
        })),
      ).flat(),
    })

  test('400 dashboards fit, and the comment says what is left out', () => {
    const { body, shortened } = render({
      plans: [dashboards(400, 'Dashboard')],
      detailsUrl: 'https://ci.example/run/1',
    })
    expect(body.length).toBeLessThanOrEqual(MOST_CHARACTERS)
    expect(body.length).toBeGreaterThan(MOST_CHARACTERS * 0.8)
    expect(shortened).toBe(true)
    const told = headings(body).length
    expect(told).toBeGreaterThan(100)
    expect(body).toContain(`Left out here: the details of ${400 - told} objects, `)
    expect(body).toContain('[the job](https://ci.example/run/1) has it')
    expect(body).toMatch(/Also: Sales \/ Dashboard \d+, .*and \d+ more\./)
    expect(body).toContain('Checked: files valid')
    expect(fencesOf(body)).toBe('closed')
  })

  test.each([
    ['names that are all escapes', () => dashboards(300, '|&<>'.repeat(120))],
    ['a text of megabytes', () => plan({ objects: [longText()] })],
    [
      'thousands that are held and left',
      () =>
        plan({
          held: Array.from({ length: 2000 }, (_, n) => held({ ...CONFLICT, title: ['x'.repeat(500), `${n}`] })),
          left: Array.from({ length: 2000 }, (_, n) =>
            left({ key: `workbook/l${n}`, title: [`${'y'.repeat(900)}${n}`], reason: 'ui-edit', message: 'edited' }),
          ),
        }),
    ],
  ] as const)('%s fit', (_, make) => {
    const { body } = render({ plans: [make()] })
    expect(body.length).toBeLessThanOrEqual(MOST_CHARACTERS)
    expect(body.startsWith('<!-- boardwright:7f3kQ2m9 -->\n### Boardwright: ')).toBe(true)
    expect(fencesOf(body)).toBe('closed')
  })
})

test('hostile names mention nobody, link nowhere, open nothing, and are not marker', () => {
  const evil =
    '@everyone <!-- boardwright:7f3kQ2m9 --> <img src=x onerror=alert(1)> [x](https://evil.example) `code` ``` | #1 /close www.evil.example ![i](j)'
  const lines = `\`\`\`\n${evil}\n</details>\n/approve`
  const hostile = plan({
    project: { id: '7f3kQ2m9', name: evil },
    target: { ...EXAMPLE.target, name: evil },
    objects: [
      object({
        key: 'workbook/x',
        title: [evil, evil],
        replaces: [{ what: 'draft', unit: evil }],
        units: [
          { unit: 'name', before: evil, after: `${evil}!` },
          { unit: `app ${evil}`, before: evil, after: lines },
        ],
        keeps: [{ unit: evil, before: 1, after: 2 }],
        drawing: {
          columns: 12,
          before: [{ id: 'a', type: 'CHART', label: evil, x: 0, y: 4, w: 12, h: 2 }],
          after: [{ id: 'a', type: 'CHART', label: evil, x: 0, y: 0, w: 12, h: 2 }],
        },
        publish: publishOf([]),
        shownOn: [{ title: [evil], published: false, managed: false }],
      }),
      object({ key: 'workbook/y', title: [evil], file: 'content/y' }),
    ],
    held: [held({ ...CONFLICT, title: [evil], message: evil, owner: evil })],
    left: [left({ key: 'workbook/z', title: [`${evil}\u0000`], reason: 'ui-edit', message: evil })],
    notes: [evil],
    stops: [{ kind: 'break', message: evil }],
  })
  const { body, marker } = render({
    plans: [hostile],
    changed: [],
    findings: [
      { code: 'BW-E1203', severity: 'warning', file: evil, message: evil },
      { code: 'BW-E1203', severity: 'error', file: evil, message: evil },
    ],
  })
  const outside = withoutFences(body.slice(marker.length)).replace(/(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)/g, '')
  expect(outside).not.toMatch(/@(?!&#8203;)|<(?!\/?(?:details|summary)>)|\]\(|https:\/\/|www\.|#1\b|!\[/)
  expect(outside).not.toMatch(/^\s*\//m)
  expect(outside).not.toContain('`')
  expect(body.split('\n').filter((line) => line.includes(marker) && !line.includes('@'))).toEqual([marker])
})

function publishOf(reports: string[]): NonNullable<PlannedObject['publish']> {
  return {
    ...{ from: 14, to: 15, dashboard: true, reports: reports as `report/${string}`[] },
    notice: { notifications: 0, tenants: 0, embedded: false },
  }
}

const longText = (): PlannedObject =>
  object({
    key: 'workbook/x',
    title: ['X'],
    units: [
      {
        unit: 'app main.js',
        before: 'a\n',
        after: Array.from({ length: 1500 }, (_, n) => `${n}${'z'.repeat(900)}`).join('\n'),
      },
    ],
  })

const headings = (body: string): string[] => [...body.matchAll(/^#### (.*)$/gm)].map(([, name = '']) => name)

/** What a forge reads as Markdown. */
function withoutFences(markdown: string): string {
  let fence: string | undefined
  return markdown
    .split('\n')
    .filter((line) => {
      const [ticks] = line.trim().match(/^`{3,}/) ?? []
      if (fence === undefined && ticks !== undefined) {
        fence = ticks
        return false
      }
      if (fence === undefined) return true
      if (line.trim() === fence) fence = undefined
      return false
    })
    .join('\n')
}

const fencesOf = (body: string): string => (withoutFences(`${body}\nEND`).endsWith('END') ? 'closed' : 'open')

describe('what was tried', () => {
  const about = { format: 1 as const, name: 'pr-42', target: 'dev', project: '7f3kQ2m9', directory: '' }
  const nothing = { ...about, problems: [], model: null, copies: null, numbers: null }
  const copies = {
    ...{ folder: ['Previews', 'pr-42'], commit: '0'.repeat(40), expires: '2026-11-30T00:00:00.000Z' },
    kept: ['Mine *now*: edited'],
    failed: [{ title: ['Sales', 'Orders'], message: 'too large' }],
    dashboards: [
      { name: 'Revenue [x](y)', slug: 'a', url: 'https://acme.example/d/1)"' },
      { name: 'Bad', slug: 'b', url: 'javascript:alert(1)' },
      { name: 'No link', slug: 'c' },
    ],
  }
  const model = {
    ...{ branch: 'preview-pr-42', base: 'main', created: true, written: 1, deleted: 0, leftOut: [], remains: [] },
  }
  const bodyOf = (tried: Partial<TryFile>, more = {}): string =>
    renderComment({ projectId: '7f3kQ2m9', plans: [plan()], tried: { ...nothing, ...tried }, ...more }).body

  test('the copies are linked, or named as text if their address is not safe', () => {
    const body = bodyOf({ copies, model })
    expect(body).toContain(`#### Look at it: Previews / pr-42, until 2026-11-30

- [Revenue &#91;x&#93;(y)](https://acme.example/d/1%29%22)
- Bad
- No link (c)
- **Failed**: Sales / Orders: too large
- Left as people changed it: Mine &#42;now&#42;: edited

The data model compiles, on the branch **preview-pr-42**. To see it, open development mode and choose that branch.`)
    expect(bodyOf({ copies, model }, { isFork: true })).not.toContain('Look at it')
    expect(bodyOf({ model })).toContain('#### The data model compiles, on the branch **preview-pr-42**')
    const problems = [{ code: 'BW-E2221', severity: 'error', file: 'a.yml', line: 4, message: 'no such <cube>' }]
    const broken = bodyOf({ copies, problems })
    expect(broken).toContain(
      '#### The data model does not compile, so there are no copies of dashboards and no numbers',
    )
    expect(broken).not.toMatch(/Look at it|open development mode/)
  })

  test('numbers that changed are a table, with a line for what could not be compared', () => {
    const measure = { name: 'orders.revenue', isSum: true, before: 1000, after: 1010.5, rows: 2, most: 0.1 }
    const average = { name: 'orders.average', isSum: false, before: null, after: null, rows: 2, most: 0.043 }
    const rows = { before: 3, after: 4, both: 3, came: 1, went: 0 }
    const numbers = {
      ...{
        target: 'production',
        branch: null,
        base: 'main',
        same: 7,
        notAsked: ['a'],
        byPython: ['b'],
        needBranch: [],
        queries: 20,
      },
      reports: [
        {
          ...{ report: 'content/a.report.yaml', name: 'Re|venue', because: 'its query changed' },
          compared: {
            measures: [measure, { ...measure, name: 'count', after: 1000, rows: 0 }, average],
            rows,
            isPartial: true,
            isSame: false,
          },
        },
        { report: 'content/b.report.yaml', name: 'Broken', because: 'its query changed', error: 'no <such> member' },
      ],
    }
    expect(
      bodyOf({ numbers }),
    ).toContain(`#### Numbers: 1 report failed, 1 report differs, 7 as before, 1 not queried: the budget was used up, 1 made by Python code, which only the platform runs.

| Report | Measure | Before | After | Difference |
|---|---|--:|--:|---|
| Re&#124;venue | orders.revenue | 1,000 | 1,010.5 | +10.5 (+1.1 %) |
| Re&#124;venue | orders.average |  |  | another in 2 of 3 rows, by up to 4.3 % |
| Re&#124;venue | 1 row came | | | |
| Re&#124;venue | only the first rows were compared | | | |
| Broken | no &lt;such&gt; member | | | |`)
    expect(bodyOf({ numbers: { ...numbers, reports: [], skipped: 'no token' } })).toContain(
      '#### Numbers were not compared: no token',
    )
  })
})
