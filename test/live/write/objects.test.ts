// Slow: it applies again and again.
import { describe, expect, test } from 'vitest'
import { parseJson } from '../../../packages/common/json.ts'
import { keepLedgers } from '../../../src/apply/ledger-writer.ts'
import { derivedIds } from '../../../src/content/identity.ts'
import { chart, dashboard, EMPTY, report, workbook } from '../../content/values.ts'
import type { Lists } from '../../support/lists.ts'
import { AWAY } from '../support.ts'
import { CHANGED, differences, openWorld, TREE, unaccounted } from './support.ts'

describe('at home', () => {
  const world = openWorld()
  const send = (method: string, path: string, body?: unknown) =>
    world.sandbox().controls.addPeople({ do: [{ do: 'request', method, path, body }] })

  async function expectSettled(desired: Lists): Promise<void> {
    const live = await world.read(desired)
    expect(differences(live.content, desired)).toEqual([])
    expect(unaccounted(live, desired)).toEqual([])
  }

  test('a public id that is taken in the account is reported with its owner', async () => {
    await send('PUT', '/api/v1/deployments/1/reports/by-public-id/aaaaaaaaaaa5', { name: 'Elsewhere' })
    const { result } = await world.apply(TREE, { onError: 'continue' })
    expect(result.failed.map(({ error }) => error.message)).toEqual([
      'report/aaaaaaaaaaa5 cannot be created: its public id is already taken in the account',
    ])
    expect(result.failed.map(({ error }) => error.hint)).toEqual([
      'Give the report another id in its file. If another target has it under this one, keep it there: ids: {TARGET: aaaaaaaaaaa5}.',
    ])
    expect(result.exit).toBe(4)
  })

  test('numbers that no double can hold, and keys that look like numbers, arrive unchanged', async () => {
    const meta = parseJson('{"big": 12345678901234567890, "10": 1, "9": 2, "small": 1e-400}') as Record<string, unknown>
    const desired: Lists = {
      ...EMPTY,
      workbooks: [workbook('w', { meta, dashboard: dashboard(chart('c', undefined, { config: meta, style: meta })) })],
      reports: [
        report(
          'numbers00001',
          { spec: meta, meta, query: { limit: 10, order: { b: 'asc', a: 'desc' } } },
          { workbook: 'w' },
        ),
      ],
    }
    expect((await world.apply(desired)).result.failed).toEqual([])
    await expectSettled(desired)
  })

  test('names that the platform trims are recorded as trimmed', async () => {
    const desired: Lists = {
      ...EMPTY,
      workbooks: [workbook('w', { name: ' W ', publish: false })],
      reports: [report('trimmed00001', { title: ' T ' }, { workbook: 'w' }), report('trimmed00002', { title: ' U ' })],
    }
    const { result, events } = await world.apply(desired)
    expect(result.failed).toEqual([])
    const live = await world.read(desired)
    expect(unaccounted(live, desired)).toEqual([])
    expect(live.content.workbooks[0]?.name).toBe('W')
    const told = events.flatMap((event) => (event.type === 'altered' ? [`${event.key} ${event.units}`] : []))
    expect(told).toEqual(['workbook/w name', 'report/trimmed00001 title', 'report/trimmed00002 title'])
    // The record came after the report, in a write of its own that changed nothing else.
    expect(live.facts.get('report/trimmed00002')).toMatchObject({ version: 2, recordOnly: [1, 2] })
  })

  test.each([
    ['changes nothing else is ours in every version', {}, false, [1, 2]],
    ['changes is ours in every version', { name: 'Renamed' }, false, [1, 3]],
    ['is not ours if somebody saves it before its record is taken off', { name: 'Renamed' }, true, undefined],
  ])('a report that moves into a workbook and %s', async (_, changed, isEdited, byUs) => {
    world.setSwitches({ reportMeta: 'merge', expectedVersion: 'ignored' })
    await world.apply(TREE)
    const reports = TREE.reports.map((each) =>
      each.id === 'aaaaaaaaaaa4'
        ? { ...each, definition: { ...each.definition, ...changed }, place: { workbook: 'cash' } }
        : each,
    )
    if (isEdited) {
      await world.sandbox().controls.addPeople({
        do: [{ do: 'edit-report', report: 'aaaaaaaaaaa4', set: { title: 'Theirs' } }],
        when: { method: 'PUT', path: '**/reports/*', nth: 2 },
      })
    }
    await world.apply({ ...TREE, reports })
    expect((await world.read(TREE)).facts.get('report/aaaaaaaaaaa4')?.byUs).toEqual(byUs)
  })

  test('a rename keeps the object, with its number', async () => {
    await world.apply(TREE)
    const before = await world.read(TREE)
    const path = ['Sales', 'Europe']
    const desired: Lists = {
      ...TREE,
      folders: [{ path: ['Sales'] }, { path, position: 3, was: 'EMEA' }],
      workbooks: TREE.workbooks.map((each) => {
        if (each.slug === 'revenue') return { ...each, folder: path }
        return each.slug === 'cash' ? { ...each, slug: 'liquidity', was: 'cash' } : each
      }),
      reports: TREE.reports.map((each) =>
        each.place.workbook === 'cash' ? { ...each, place: { workbook: 'liquidity' } } : each,
      ),
    }
    const seen = await world.read(desired)
    const touched = { 'folder/Sales/Europe': ['name'], 'workbook/liquidity': ['slug'] }
    const { result } = await world.apply(desired, { seen, touched })
    expect(result.failed).toEqual([])
    const after = await world.read(desired)
    const names = ['folder/Sales/Europe', 'workbook/liquidity'] as const
    expect(names.map((key) => after.facts.get(key)?.name)).toEqual(['Europe', 'liquidity'])
    expect(unaccounted(after, desired)).toEqual([])
    expect(after.ids.get('folder/Sales/Europe')).toBe(before.ids.get('folder/Sales/EMEA'))
    expect(after.ids.get('workbook/liquidity')).toBe(before.ids.get('workbook/cash'))
  })

  test('embed access is written one audience at a time, and compared first', async () => {
    await fetch(`${world.sandbox().url}/api/v1/embed/generate-session`, {
      method: 'POST',
      headers: { authorization: `Api-Key ${world.sandbox().keys.admin}`, 'content-type': 'application/json' },
      body: JSON.stringify({ deploymentId: 2, externalId: 'x', embedTenantName: 'northwind' }),
    })
    const tree = (embedAccess: Record<string, 'read' | 'none'>): Lists => ({
      ...EMPTY,
      workbooks: [workbook('board', { dashboard: dashboard(), embedAccess })],
    })
    await world.apply(tree({ '*': 'read', northwind: 'read' }))
    await expectSettled(tree({ '*': 'read', northwind: 'read' }))
    const seen = await world.read(tree({ '*': 'none', northwind: 'none' }))
    const id = seen.ids.get('workbook/board')
    await send('PUT', `/api/v1/deployments/2/workbooks/${id}/embed-access`, { allEmbedUsers: true, action: 'none' })
    const { result } = await world.apply(tree({ '*': 'none', northwind: 'none' }), { seen })
    expect(result.failed).toEqual([])
    await expectSettled(tree({ '*': 'none', northwind: 'none' }))
  })

  test('a run that applies no commit writes everything, and leaves each ledger as it is', async () => {
    await world.apply(TREE)
    const { ledgers } = await world.read(TREE)
    const places = { aaaaaaaaaaa2: { folder: ['Sales'] }, aaaaaaaaaaa4: { workbook: 'cash' } }
    const desired: Lists = {
      ...CHANGED,
      workbooks: CHANGED.workbooks.map((each) => (each.slug === 'bare' ? { ...each, name: 'Name alone' } : each)),
      reports: CHANGED.reports.map((each) => ({
        ...each,
        place: Object.entries(places).find(([id]) => id === each.id)?.[1] ?? each.place,
      })),
    }
    const { result, events } = await world.apply(desired, { commit: 'abcdef0', ledgerWriter: keepLedgers })
    expect(result.failed).toEqual([])
    const phases = events.flatMap((event) => (event.type === 'phase' ? [event.phase] : []))
    expect(phases).toEqual(['folders', 'workbooks', 'reports', 'drafts', 'publish'])
    const after = await world.read(desired)
    expect(differences(after.content, desired)).toEqual([])
    expect(after.ledgers).toEqual(ledgers)
    expect(world.writes().filter((write) => write.includes('by-slug'))).toEqual([])
  })

  test('converged objects are recorded, and forgotten ones are removed from the ledgers', async () => {
    await world.apply(TREE)
    await world.apply(TREE, { commit: 'abcdef0', records: ['workbook/cash', 'report/aaaaaaaaaaa4'] })
    const live = await world.read(TREE)
    expect(live.entries.get('workbook/cash')?.commit).toBe('abcdef0')
    expect(live.entries.get('report/aaaaaaaaaaa4')).toMatchObject({ commit: 'abcdef0', recordOnly: [1, 2] })
    expect(live.entries.get('workbook/revenue')?.commit).toBe('41ab9c0')
    expect(world.writes()).toEqual(['PUT /reports/N', 'PUT /workbooks/by-slug/cash'])

    await world.apply(TREE, { forgotten: ['report/aaaaaaaaaaa1', 'report/aaaaaaaaaaa4'] })
    const after = await world.read(TREE)
    expect([...after.entries.keys()].filter((key) => key.startsWith('report/')).sort()).toEqual([
      'report/aaaaaaaaaaa2',
      'report/aaaaaaaaaaa3',
      'report/aaaaaaaaaaa5',
    ])
    expect(differences(after.content, TREE)).toEqual([])
  })

  test('after a failure the ledger has the old base and what was being written; the next run continues from there', async () => {
    await world.apply(TREE)
    const desired = {
      ...TREE,
      reports: TREE.reports.map((each) => ({ ...each, definition: { ...each.definition, sql: 'select 0' } })),
    }
    const seen = await world.read(desired)
    world.sandbox().controls.addFault({
      method: 'PUT',
      path: `**/reports/${seen.ids.get('report/aaaaaaaaaaa2')}`,
      kind: 'status',
      status: 400,
    })
    const { result } = await world.apply(desired, { seen, onError: 'continue', commit: 'abcdef0' })
    expect(result).toMatchObject({ exit: 4, failed: [{ key: 'report/aaaaaaaaaaa2' }] })
    const live = await world.read(desired)
    const failed = live.entries.get('report/aaaaaaaaaaa2')
    expect(failed).toMatchObject({
      commit: '41ab9c0',
      base: expect.not.objectContaining({ sql: expect.anything() }),
    })
    expect(failed?.next).toMatchObject({ commit: 'abcdef0', units: { sql: expect.any(String) } })
    expect(failed?.next?.at).toBeUndefined()
    expect(live.entries.get('report/aaaaaaaaaaa1')).toMatchObject({ commit: 'abcdef0' })
    expect((await world.apply(desired, { commit: 'abcdef0' })).result.failed).toEqual([])
    await expectSettled(desired)
  })

  test('what could not be created is in the ledgers, so that the next run creates it', async () => {
    world.sandbox().controls.addFault({ method: 'POST', path: '**/reports', kind: 'status', status: 400, times: 2 })
    await world.apply(TREE, { onError: 'continue', concurrency: 1, pending: [{ key: 'report/held', why: 'held' }] })
    const live = await world.read(TREE)
    expect([...live.pending.values()].map(({ key, why }) => [key, why])).toEqual([
      ['report/aaaaaaaaaaa1', 'failed'],
      ['report/aaaaaaaaaaa2', 'failed'],
      ['report/held', 'held'],
      ['workbook/revenue', 'cut off'],
    ])
    expect(live.entries.has('report/aaaaaaaaaaa1')).toBe(false)
    expect(live.gone.size).toBe(0)
    await world.apply(TREE)
    await expectSettled(TREE)
  })

  test('a workbook that somebody deletes during the run is not created again', async () => {
    await world.apply(TREE)
    const desired = {
      ...TREE,
      workbooks: TREE.workbooks.map((each) => (each.slug === 'bare' ? { ...each, name: 'Bare 2' } : each)),
    }
    const seen = await world.read(desired)
    await world.sandbox().controls.addPeople({
      do: [{ do: 'delete', type: 'WORKBOOK', id: 'bare' }],
      when: { method: 'PUT', path: '**/workbooks/by-slug/bare', nth: 2 },
    })
    const { result } = await world.apply(desired, { seen })
    expect(result.failed).toMatchObject([{ key: 'workbook/bare', error: { kind: 'CONFLICT' } }])
    expect((await world.read(desired)).content.workbooks.map(({ slug }) => slug).sort()).toEqual(['cash', 'revenue'])
  })
})

describe('away from home', () => {
  const world = openWorld({ target: AWAY })

  test('reports get derived ids, the next one if one is taken', async () => {
    const [first = '', second] = derivedIds(AWAY.projectId, AWAY.deployment, 'aaaaaaaaaaa5')
    await world.sandbox().controls.addPeople({
      do: [
        {
          do: 'request',
          method: 'PUT',
          path: `/api/v1/deployments/2/reports/by-public-id/${first}`,
          body: { name: 'Theirs' },
        },
      ],
    })
    expect((await world.apply(TREE)).result.failed).toEqual([])
    const live = await world.read(TREE)
    expect(live.publicIds.get('report/aaaaaaaaaaa5')).toBe(second)
    expect(live.publicIds.get('report/aaaaaaaaaaa1')).toBe(
      derivedIds(AWAY.projectId, AWAY.deployment, 'aaaaaaaaaaa1')[0],
    )
    expect(differences(live.content, TREE)).toEqual([])
    expect(unaccounted(live, TREE)).toEqual([])
  })
})
