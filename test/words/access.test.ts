import { describe, expect, test } from 'vitest'
import { recipientUnit } from '../../src/content/notification.ts'
import { personUnit } from '../../src/content/people.ts'
import type { PlannedObject } from '../../src/plan/plan-file.ts'
import { renderComment } from '../../src/words/comment.ts'
import { renderHtml } from '../../src/words/html.ts'
import { renderMarkdown } from '../../src/words/markdown.ts'
import { renderObjects, renderText } from '../../src/words/text.ts'
import { object, plan } from './plans.ts'

const TITLE = 'Who gains, who loses'
const recipient = (email: string, sides: 'before' | 'after') => ({ unit: recipientUnit(email), [sides]: email })

const member = (email: string) => ({ unit: personUnit('member', email), after: email })

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
const sellers = object({
  key: 'role/sellers',
  title: ['Sellers'],
  units: [
    { unit: 'policy Deployment production', before: ['ReportRead'], after: ['DownloadData', 'SchemaRead'] },
    { unit: 'policy Deployment All', after: ['All'] },
    { unit: 'policy Global All', before: ['AIBIExplore'] },
  ],
})
const changed = plan({ objects: [weekly, { ...gone, units: [recipient('lea', 'before')] }, moved, sellers] })

const SENTENCES = [
  '3 get schedule Sales / Revenue / weekly: maria, jonas, all embed users',
  '1 no longer gets schedule Sales / Revenue / weekly: ana',
  '4 no longer get schedule Sales / daily: lea, 3 who joined in the UI',
  'Cash moves from Finance to the root: who sees it there, the platform does not tell',
  'role Sellers allows DownloadData, SchemaRead on the deployment production: who has it, the platform does not tell',
  'role Sellers allows everything on every deployment: who has it, the platform does not tell',
  'role Sellers no longer allows AIBIExplore in the account: who has it, the platform does not tell',
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
      `- ${SENTENCES[4]} (production)`,
      `- ${SENTENCES[5]} (production)`,
      `- ${SENTENCES[3]} (production)`,
    ])
  })

  test('is not said where nobody does', () => {
    const quiet = plan({ objects: [object({ ...moved, units: [{ unit: 'name', before: 'a', after: 'b' }] })] })
    expect(renderText(quiet, { width: 200, color: false })).not.toContain(TITLE)
    expect(renderComment({ projectId: '7f3kQ2m9', plans: [quiet] }).body).not.toContain(TITLE)
  })

  const listOf = (length: number, sides: 'before' | 'after') =>
    object({ ...weekly, units: Array.from({ length }, (_, nth) => recipient(`user${nth}`, sides)) })

  test('names everybody who gains, and the first of very many who lose', () => {
    const text = (sides: 'before' | 'after'): string =>
      renderText(plan({ objects: [listOf(14, sides)] }), { width: 200, color: false })
    expect(text('after')).toContain('14 get schedule Sales / Revenue / weekly: user0')
    expect(text('after')).toContain(', user12, user13\n')
    expect(text('before')).toContain('14 no longer get schedule Sales / Revenue / weekly: user0')
    expect(text('before')).toContain('user9 and 4 more')
  })

  const manyGroups = (count: number, people = 1): PlannedObject[] =>
    Array.from({ length: count }, (_, nth) =>
      object({
        ...{ key: `group/team ${nth}`, title: [`Team ${nth}`], action: nth % 2 === 0 ? 'create' : 'update' },
        units: Array.from({ length: people }, (_, one) =>
          nth % 2 === 0
            ? member(`in${nth}-${one}@acme.com`)
            : { unit: personUnit('member', `out${nth}-${one}@acme.com`), before: `out${nth}-${one}@acme.com` },
        ),
      }),
    )
  const teams = plan({ objects: manyGroups(60) })

  test.each([
    ['text', renderText(teams, { width: 200, color: false })],
    ['the text of a fleet', renderObjects(teams, { width: 200, color: false })],
    ['Markdown', renderMarkdown(teams)],
    ['HTML', renderHtml(teams)],
    ['a comment', renderComment({ projectId: '7f3kQ2m9', plans: [teams] }).body],
  ])('folds nothing away in %s, and says first who gains', (_, said) => {
    const plain = said.replaceAll('&#8203;', '')
    for (let nth = 0; nth < 60; nth += 2) {
      expect(plain).toContain(`1 joins group Team ${nth}: in${nth}-0@acme.com`)
      expect(plain).toContain(`1 leaves group Team ${nth + 1}: out${nth + 1}-0@acme.com`)
    }
    expect(plain.indexOf('group Team 58: in58-0@')).toBeLessThan(plain.indexOf('group Team 1: out1-0@'))
  })

  test.each([
    [
      'many groups',
      manyGroups(2_000),
      /- and \d+ gains and 1,000 losses more$/m,
      /Left out here: \d+ gains, 1,000 losses,/,
    ],
    [
      'many people',
      manyGroups(2, 3_000),
      /- 3,000 join group Team 0: in0-0@.* and 2,990 more \(/,
      /Left out here: names in 1 gain\./,
    ],
    ['words of all else', manyGroups(400, 12), /- 12 join group Team 0: in0-0@.*, in0-11@/, /Left out here: /],
  ])(
    'has a limit in a comment with %s: who gains comes first, the rest is counted, and it says where that is',
    (_, objects, more, left) => {
      const { body, shortened } = renderComment({ projectId: '7f3kQ2m9', plans: [plan({ objects })] })
      expect(body.length).toBeLessThan(60_000)
      expect(shortened).toBe(true)
      const plain = body.replaceAll('&#8203;', '')
      expect(plain).toMatch(more)
      expect(plain).toMatch(left)
      expect(plain).toContain('`boardwright plan --target production` shows everything')
    },
  )

  const staffOf = (count: number) => Array.from({ length: count }, (_, nth) => `user${nth}@acme.com`)
  const groupOf = (count: number) =>
    plan({
      objects: [
        object({
          ...{ key: 'group/board', title: ['Board'], action: 'create' },
          units: [{ unit: 'name', after: 'Board' }, ...staffOf(count).map((email) => member(email))],
        }),
      ],
    })
  test.each([
    [1, '1 joins group Board: user0@acme.com', /^ {4}member +\+ user0@acme.com$/m],
    [5, '5 join group Board: user0@acme.com, ', /^ {4}members +\+ user0@acme.com, (?:\s*\+ user\d@acme.com,?){4}$/m],
    [50, 'user48@acme.com, user49@acme.com', /^ {4}members +\+ user0@acme.com, [^:]*and \d+ more$/m],
  ])('is short for %i people who join a group, and so are its members', (count, sentence, members) => {
    const text = renderText(groupOf(count), { width: 120, color: false })
    expect(text).toContain(sentence)
    expect(text).toMatch(members)
    expect(text.split('\n').length).toBeLessThan(18)
    const { body } = renderComment({ projectId: '7f3kQ2m9', plans: [groupOf(count)] })
    expect(body.replaceAll('&#8203;', '')).toContain(sentence)
    expect(body.split('\n').length).toBeLessThan(24)
  })

  test('names everybody on the page, and with -v', () => {
    const [last = ''] = staffOf(50).slice(-1)
    expect(renderHtml(groupOf(50))).toContain(last)
    expect(renderText(groupOf(50), { width: 120, color: false, verbose: true })).toContain(last)
  })

  const weeklyWith = (action: 'create' | 'update', units: PlannedObject['units']) =>
    renderText(plan({ objects: [object({ ...weekly, action, units })] }), { width: 200, color: false })

  test('is later for a schedule that is made paused, and all of its list when somebody switches it', () => {
    const made = weeklyWith('create', [recipient('maria', 'after'), { unit: 'enabled', after: false }])
    expect(made).toContain('1 gets schedule Sales / Revenue / weekly once it is switched on: maria')
    expect(made).toMatch(/state +\+ paused/)
    const on = weeklyWith('update', [{ unit: 'enabled', before: false, after: true }])
    expect(on).toContain('+ everybody on its list gets schedule Sales / Revenue / weekly again')
    expect(on).toContain('paused -> on')
    const off = weeklyWith('update', [{ unit: 'enabled', before: true, after: false }])
    expect(off).toContain('- nobody gets schedule Sales / Revenue / weekly while it is paused')
  })

  test('is said of what no unit names: who may embed a dashboard, and whoever has no value of an attribute', () => {
    const sales = { key: 'workbook/sales', title: ['Sales'] } satisfies Partial<PlannedObject>
    const textOf = (one: Parameters<typeof object>[0]): string =>
      renderText(plan({ objects: [object({ action: 'update', ...one })] }), { width: 200, color: false })
    const embed = (before: unknown, after: unknown) =>
      textOf({ ...sales, units: [{ unit: 'allowEmbed', before, after }] })
    expect(embed(false, true)).toContain('+ signed embedding of Sales is allowed: who sees it there')
    expect(embed(true, undefined)).toContain('- signed embedding of Sales is no longer allowed')
    expect(embed(undefined, false)).not.toContain('Who gains')
    const made = textOf({ ...sales, action: 'create', units: [{ unit: 'allowEmbed', after: true }] })
    expect(made).toContain('+ signed embedding of Sales is allowed: who sees it there')
    expect(textOf({ ...sales, action: 'delete', units: [{ unit: 'allowEmbed', before: true }] })).not.toContain(
      'Who gains',
    )
    const region = { key: 'attribute/region', title: ['region'] } satisfies Partial<PlannedObject>
    expect(textOf({ ...region, units: [{ unit: 'default', before: 'all', after: 'north' }] })).toContain(
      '~ whoever has no value of attribute region has "north" instead of "all": which rows they see may depend on it',
    )
    expect(textOf({ ...region, action: 'create', units: [{ unit: 'default', after: 'north' }] })).not.toContain(
      'Who gains',
    )
  })
})
