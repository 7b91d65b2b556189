import { describe, expect, test } from 'vitest'
import { recipientUnit } from '../../src/content/notification.ts'
import { policyUnit } from '../../src/content/role.ts'
import { accessOf } from '../../src/plan/access.ts'
import type { UnitChange } from '../../src/plan/plan-file.ts'

const access = (units: readonly UnitChange[], action: 'create' | 'update' | 'delete' = 'update', joined?: number) =>
  accessOf({ action, units: [...units], joined })

const [maria, jonas] = ['maria@acme.com', 'jonas@acme.com']

describe('who gains and who loses, as far as a plan knows', () => {
  test('recipients and audiences, each by name', () => {
    const units: UnitChange[] = [
      { unit: recipientUnit(maria), after: maria },
      { unit: recipientUnit(jonas), before: jonas },
      { unit: 'embed *', after: 'read' },
      { unit: 'embed beanhouse', before: 'read' },
      { unit: 'title', before: 'a', after: 'b' },
    ]
    expect(access(units)).toEqual({
      gains: [maria, 'all embed users'],
      loses: [jonas, 'tenant beanhouse'],
      joined: 0,
      allows: [],
      forbids: [],
      moves: undefined,
    })
  })

  test('with a deleted schedule also those who joined by hand', () => {
    expect(access([{ unit: recipientUnit(maria), before: maria }], 'delete', 2)).toMatchObject({
      loses: [maria],
      joined: 2,
    })
  })

  test('what a role allows is more or less only if it was not allowed before, not even everywhere', () => {
    const on = (resource: string, before?: readonly string[], after?: readonly string[]): UnitChange => ({
      unit: policyUnit('Deployment', resource),
      ...(before && { before }),
      ...(after && { after }),
    })
    const grant = (resource: string, ...actions: string[]) => ({ resourceType: 'Deployment', resource, actions })
    expect(access([on('dev', ['ReportRead'], ['ReportRead', 'SchemaRead'])])).toMatchObject({
      allows: [grant('dev', 'SchemaRead')],
      forbids: [],
    })
    expect(access([on('All', undefined, ['ReportRead']), on('dev', ['ReportRead', 'SchemaRead'])])).toMatchObject({
      allows: [grant('All', 'ReportRead')],
      forbids: [grant('dev', 'SchemaRead')],
    })
    expect(access([on('dev', ['ReportRead'], ['All'])])).toMatchObject({ allows: [grant('dev', 'All')], forbids: [] })
  })

  test('a move is one between places, and what is new or goes does not move', () => {
    const unit = { unit: 'folder', before: 'Sales', after: '' }
    expect(access([unit]).moves).toEqual({ from: { folder: 'Sales' }, to: { folder: '' } })
    expect(
      access([
        { unit: 'workbook', before: 'revenue' },
        { unit: 'folder', after: 'Sales' },
      ]).moves,
    ).toEqual({
      from: { workbook: 'revenue' },
      to: { folder: 'Sales' },
    })
    expect([access([unit], 'create').moves, access([unit], 'delete').moves]).toEqual([undefined, undefined])
  })
})
