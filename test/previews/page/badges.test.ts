import { expect, test } from 'vitest'
import { contentOf, entityOf } from '../../../src/content/entity.ts'
import type { ReportReference, Widget, Workbook } from '../../../src/content/model.ts'
import { badgesOf, sayInAll } from '../../../src/previews/page/badges.ts'
import { object, plan, REVENUE } from '../../words/plans.ts'

const showing = (report: string, index: number): Widget => ({
  ...{ id: `w${index}`, type: 'CHART', position: { x: 0, y: index, w: 12, h: 4 } },
  report: report as ReportReference,
})
const held = (name: string) => ({ unit: name, baseKnown: false })
const unit = (name: string) => ({ unit: name, before: 'a', after: 'b' })
const aside = () => ({ message: 'waits', units: [], merges: [], what: 'object' as const })
const named = { title: ['Named'] }

test('what a plan says of each dashboard is counted with the reports on it, and with the others in its workbook', () => {
  const rest = { folder: [], meta: {}, publish: true, allowEmbed: false }
  const workbooks: Workbook[] = ['revenue-overview', 'new', 'cash', 'other', 'edited'].map((slug) => ({
    ...{ slug, name: slug, ...rest },
    dashboard: { kind: 'CLASSIC', widgets: slug === 'revenue-overview' ? ['report/b', 'report/c'].map(showing) : [] },
  }))
  const side = contentOf(workbooks.map((each) => entityOf<'workbook'>('workbook', each)))
  const badges = badgesOf(
    plan({
      objects: [
        object({ ...REVENUE, units: [unit('name'), unit('allowEmbed')] }),
        object({ ...named, key: 'report/a', within: REVENUE.key, units: [unit('sql')] }),
        object({ ...named, key: 'report/b', units: [unit('sql')] }),
        object({ ...named, key: 'report/x', units: [unit('sql')] }),
        object({ ...named, key: 'workbook/new', action: 'create' }),
      ],
      held: [
        { ...named, ...aside(), key: 'report/c', reason: 'conflict', alsoHeld: [unit('sql')], units: [held('title')] },
        { ...named, ...aside(), key: 'workbook/cash', reason: 'draft', what: 'publish' },
      ],
      left: [
        { ...named, ...aside(), key: 'workbook/other', reason: 'draft' },
        { ...named, ...aside(), key: 'workbook/edited', reason: 'adopted-edit' },
      ],
    }),
    [side, side],
  )
  expect(badges).toEqual({
    'revenue-overview': { changes: 4, held: 1, hasDraft: false, isNew: false },
    new: { changes: 1, held: 0, hasDraft: false, isNew: true },
    cash: { changes: 0, held: 1, hasDraft: false, isNew: false },
    other: { changes: 0, held: 0, hasDraft: true, isNew: false },
    edited: { changes: 0, held: 0, hasDraft: true, isNew: false },
  })
})

const side = contentOf([
  entityOf<'workbook'>('workbook', {
    slug: 'cash',
    name: 'Cash',
    folder: [],
    meta: {},
    publish: true,
    allowEmbed: false,
  } as Workbook),
])
const cash = object({ ...named, key: 'workbook/cash', action: 'update', units: [unit('name')] })
const group = object({ ...named, key: 'group/1', action: 'update', units: [unit('name')] })

test.each([
  ['nothing', { objects: [] }, 'in sync'],
  ['what badges say', { objects: [cash] }, '1 dashboard changes'],
  ['what is on no dashboard', { objects: [cash, group] }, '1 dashboard changes, 1 change on no dashboard'],
  [
    'what it refuses',
    { objects: [cash], stops: [{ kind: 'limit-delete' as const, message: 'no' }] },
    '1 dashboard changes, apply refuses the plan as it is',
  ],
])('on the wall, %s of a plan is said once', (_, given, says) => {
  expect(sayInAll(plan(given), [side])).toBe(says)
})
