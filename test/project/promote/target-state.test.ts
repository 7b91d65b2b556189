import { expect, test } from 'vitest'
import { someOf } from '../../../src/content/counted.ts'
import type { HeldReason, LeftReason } from '../../../src/plan/plan-file.ts'
import { stateIn } from '../../../src/project/promote/target-state.ts'

const one = { key: 'report/a' as const, title: ['Sales', 'A'], message: 'why', units: [] }
const left = (reason: LeftReason) => ({ ...one, reason })
const held = (reason: HeldReason, what: 'object' | 'delete' = 'object') => ({ ...one, reason, what, merges: [] })
const update = { ...one, action: 'update' as const, needs: [], because: '', keeps: [], replaces: [] }
const NOTHING = { objects: [], held: [], left: [] }
const NAME = 'Sales / A'

test.each<[LeftReason | HeldReason, Partial<typeof NOTHING> | object, 'edits' | 'unsettled' | undefined]>([
  ['ui-edit', { left: [left('ui-edit')] }, 'edits'],
  ['conflict', { held: [held('conflict')] }, 'edits'],
  ['deleted-live', { held: [held('deleted-live')] }, 'edits'],
  ['unclaimed', { held: [held('unclaimed')] }, 'unsettled'],
  ['review', { held: [held('review')] }, 'unsettled'],
  ['other-project', { held: [held('other-project')] }, 'unsettled'],
  ['draft', { held: [held('draft')] }, 'unsettled'],
  ['draft', { left: [left('draft')] }, undefined],
  ['edited-report', { left: [left('edited-report')] }, undefined],
  ['edited-orphan', { held: [held('edited-orphan', 'delete')] }, undefined],
  ['has-members', { held: [held('has-members', 'delete')] }, undefined],
  ['orphan', { left: [left('orphan')] }, undefined],
  ['unclaimed', { left: [left('unclaimed')] }, undefined],
])('%s in a source', (_, plan, where) => {
  const { edits, unsettled } = stateIn({ ...NOTHING, ...plan }, () => false)
  expect([edits, unsettled]).toEqual([where === 'edits' ? [NAME] : [], where === 'unsettled' ? [`${NAME}: why`] : []])
})

test('a pending change is not an edit, unless the object was edited too', () => {
  expect(stateIn({ ...NOTHING, objects: [update] }, () => false)).toEqual({
    edits: [],
    unsettled: [`${NAME}: update`],
    drafts: [],
  })
  expect(stateIn({ ...NOTHING, objects: [update], left: [left('ui-edit')] }, () => false)).toEqual({
    edits: [NAME],
    unsettled: [],
    drafts: [],
  })
})

test('what the other target leaves out does not count', () => {
  const plan = { objects: [update], held: [held('conflict'), held('draft')], left: [left('ui-edit')] }
  expect(stateIn(plan, (key) => key === one.key)).toEqual({ edits: [], unsettled: [], drafts: [] })
})

test('the first are named, the others counted', () => {
  expect([someOf(['a', 'b']), someOf(['a', 'b', 'c', 'd', 'e'])]).toEqual(['a, b', 'a, b, c and 2 more'])
})
