import { expect, test } from 'vitest'
import { BoardwrightError } from '../../packages/common/errors.ts'
import { addressHint, describeEnding, lastLineOf, questionOf } from '../../src/cli/endings.ts'
import { reportKey } from '../../src/content/model.ts'
import type { PlannedObject } from '../../src/plan/plan-file.ts'
import type { Applied } from '../../src/project/apply.ts'
import { CONFLICT, object, plan as planOf } from '../words/plans.ts'

const step = { phase: 'reports', key: reportKey('Rep000000001'), title: ['Sales', 'New'], verb: 'create' } as const

type Some = Readonly<Record<string, unknown>>

async function endingAfter(error: BoardwrightError, run: Some = {}, planned: Some = {}): Promise<string> {
  const result = {
    ...{
      applied: [],
      published: [],
      failed: [{ ...step, error }],
      skipped: [],
      review: [],
      slipped: [],
      shown: [],
      left: [step],
    },
    ...{
      counts: { deleted: { done: 0, total: 0 } },
      viewers: { see: 'old', old: [step], newModel: false },
      interrupted: false,
      timedOut: false,
    },
    ...run,
  }
  const inputs = { select: [], prune: false, accept: [] }
  const plan = {
    objects: [],
    held: [],
    commit: null,
    applied: null,
    inputs,
    target: { name: 'production' },
    ...planned,
  }
  const lines: string[] = []
  const applied = { plan, result, why: 'applied', exit: 5 } as unknown as Applied
  for await (const line of describeEnding(applied)) lines.push(line)
  return [...lines, lastLineOf(applied)].join('\n')
}

const CASH = { key: 'workbook/cash', title: ['Finance', 'Cash'] }
const COFFEE = { key: 'workbook/coffee', title: ['Coffee'] }
const publish = (of: typeof CASH, from: number | null) => ({ ...of, action: 'update', publish: { from, to: 1 } })

test('a conflict with a way out of its own is not taken for an apply that somebody overtook', async () => {
  const overtaken = await endingAfter(new BoardwrightError('CONFLICT', 'it changed since the plan'))
  expect(overtaken).toContain('This run did not publish Sales / New.')
  expect(overtaken).toContain('Next       Plan with what is live now, and do what is still to do:  boardwright apply')
  const lasting = await endingAfter(
    new BoardwrightError('CONFLICT', 'its public id is already taken', { hint: 'Give it another id.' }),
  )
  expect(lasting).toContain('Viewers see the old version of Sales / New.')
  expect(lasting).toContain(
    'Next       Give it another id.\n           Then do the step that is left:  boardwright apply --target production',
  )
})

test.each<[string, Some, string]>([
  ['was to publish one, and another run published others', { old: [CASH] }, 'the old version of Finance / Cash.'],
  ['was to publish one for the first time', { old: [COFFEE] }, 'Viewers do not see Coffee yet.'],
  [
    'was to publish many',
    { old: Array.from({ length: 5 }, (_, n) => ({ key: `workbook/w${n}`, title: [`W${n}`] })) },
    'the old version of W0, W1, W2 and 2 more.',
  ],
  ['published what it was to', { old: [], published: [CASH] }, 'the new version of Finance / Cash.'],
  ['was to publish nothing', { old: [] }, 'No dashboard was to be published.'],
])('a failing run that %s says only of its own dashboards what viewers see', async (_, { old, ...run }, says) => {
  const ending = await endingAfter(
    new BoardwrightError('FORBIDDEN', 'no'),
    { ...run, viewers: { see: 'old', old, newModel: false } },
    { objects: [publish(CASH, 4), publish(COFFEE, null)] },
  )
  expect(ending).toContain(says)
  expect(ending).not.toMatch(/every dashboard|all others/)
})

test('a refusal leads to the file of what was refused, then to the command for the rest', async () => {
  const refused = { ...COFFEE, phase: 'publish', verb: 'publish' }
  const error = new BoardwrightError('REJECTED', 'POST /publish answered 422: a filter is broken')
  const told = await endingAfter(
    error,
    { failed: [{ ...refused, error }], counts: { published: { done: 1, total: 2 }, deleted: { done: 0, total: 0 } } },
    {
      objects: [{ ...COFFEE, action: 'update', file: 'content/coffee' }],
      applied: 'a'.repeat(40),
      commit: 'b'.repeat(40),
    },
  )
  expect(told.split('\n').slice(1, 10)).toEqual([
    'FAILED     publish Coffee',
    '             BW-E2106  POST /publish answered 422: a filter is broken',
    '',
    'Written    published 1 of 2',
    '             Viewers see the old version of Sales / New.',
    'Next       Change in content/coffee what the answer names, and commit it.',
    '           Then do the step that is left:  boardwright apply --target production',
    '           Or go back, and apply that:  git revert aaaaaaa..bbbbbbb',
    '1 of 2 steps done, 1 failed, 0 held. Exit 5.',
  ])
})

test('of a publish that may have been done, it does not say what viewers see', async () => {
  const error = new BoardwrightError('SERVER_FAILED', 'POST /publish answered 500; it may have been done anyway', {
    http: { endpoint: 'POST /publish', tries: 1, status: 500, ambiguous: true },
  })
  const failed = [{ ...COFFEE, phase: 'publish', verb: 'publish', error }]
  const told = await endingAfter(error, { failed, viewers: { see: 'old', old: [COFFEE, CASH], newModel: false } })
  expect(told).toContain('Viewers see the old version of Finance / Cash.')
  expect(told).toContain('Viewers see the old version of Coffee, or the new one.')
})

test('the question before an apply says what somebody agrees to', () => {
  const notice = { notifications: 2, tenants: 1, embedded: true }
  const [cash, coffee] = [CASH, COFFEE].map((each) =>
    object({
      ...(each as typeof CASH & { key: 'workbook/cash' }),
      publish: { from: 1, to: 2, dashboard: true, reports: [], notice },
    }),
  )
  const report = object({ key: reportKey('Rep000000001'), title: ['Sales', 'New'], within: 'workbook/cash' })
  const other = object({ key: 'workbook/other', title: ['Other'] })
  const question = (...objects: (PlannedObject | undefined)[]): string =>
    questionOf(planOf({ objects: objects.flatMap((each) => each ?? []) }))
  expect(question(cash, coffee, report)).toBe(
    'Publish 2 dashboards (4 scheduled emails, 2 embedded tenants) in production?',
  )
  expect(question(cash, other)).toBe(
    'Publish 1 dashboard (2 scheduled emails, 1 embedded tenant) and change 1 other object in production?',
  )
  expect(question(other)).toBe('Change 1 object in production?')
  expect(question({ ...other, action: 'delete' })).toBe('Delete 1 object in production?')
  expect(question()).toBe('Apply this in production?')
  expect(questionOf(planOf({ objects: [other], held: [CONFLICT] }))).toBe(
    'Change 1 object in production? 1 stays held.',
  )
})

test('somebody who cannot see where to look at what was published is told how, once', () => {
  const hint = (published: unknown[], links?: string): string[] =>
    addressHint({ result: { published }, planned: { target: { links } } } as unknown as Applied)
  expect(hint([CASH, COFFEE])).toEqual([
    'To see the address of each published dashboard here, add `links:` to boardwright.yaml.',
  ])
  expect(hint([CASH], '{url}/d/{publicId}')).toEqual([])
  expect(hint([])).toEqual([])
})

test.each([
  ['a restore', { restores: '20261130' }, 'Change on the platform what its answer names.'],
  [
    'a promotion',
    { promotion: { from: 'dev' } },
    'Change in content/coffee what the answer names, commit it, and apply that to dev.',
  ],
])('what %s was refused is mended where it comes from', async (_, planned, says) => {
  const error = new BoardwrightError('REJECTED', 'a filter is broken')
  const failed = [{ ...COFFEE, phase: 'publish', verb: 'publish', error }]
  const objects = [{ ...COFFEE, action: 'update', file: 'content/coffee' }]
  expect(await endingAfter(error, { failed }, { objects, ...planned })).toContain(`Next       ${says}`)
})

test('steps that failed for one cause are one block, and those that failed for others are their own', async () => {
  const broken = (id: string) =>
    new BoardwrightError('SERVER_FAILED', `POST /reports answered 500: no room`, {
      http: { endpoint: 'POST /reports', tries: 5, status: 500, requestId: id },
    })
  const failed = [
    { ...step, error: broken('one') },
    { ...COFFEE, phase: 'publish', verb: 'publish', error: new BoardwrightError('REJECTED', 'a filter is broken') },
    { ...step, title: ['Sales', 'Other'], error: broken('two') },
  ]
  const told = await endingAfter(broken('one'), { failed })
  expect(told.split('\n').slice(1, 6)).toEqual([
    'FAILED     create report Sales / New',
    '           create report Sales / Other',
    '             BW-E2104  POST /reports answered 500: no room (request one)',
    'FAILED     publish Coffee',
    '             BW-E2106  a filter is broken',
  ])
})
