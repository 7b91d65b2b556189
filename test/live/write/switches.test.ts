// Slow: it runs with every switch of the sandbox.
import { describe, expect, test } from 'vitest'
import type { Switches } from '../../../packages/sandbox/index.ts'
import { CHANGED, differences, openWorld, TREE, unaccounted } from './support.ts'

const world = openWorld()

/** Both values of every switch that a write can feel, each beside the first values of the others, and all together. */
const OTHERS: Partial<Switches> = {
  reportMeta: 'merge',
  bySlugMeta: 'deep',
  metaDraft: 'without',
  replacedMetaDraft: 'kept',
  draftAnswer: 'without',
  publishDraft: 'clears',
  nulls: 'ignore',
  deletedWorkbookReports: 'detached',
  workbooksList: 'root',
  listRows: 'slim',
  themeKeys: 'dropped',
  expectedVersion: 'ignored',
  deletedPublicId: 'retired',
}
const combinations: [string, Partial<Switches>][] = [
  ...Object.entries(OTHERS).map(([name, value]): [string, Partial<Switches>] => [
    `${name} ${value}`,
    { [name]: value },
  ]),
  ['all of them', OTHERS],
  ['merge and clear', { reportMeta: 'merge', publishDraft: 'clears', metaDraft: 'without' }],
]

describe.each(combinations)('with %s', (_name, switches) => {
  test('everything is created, changed and recorded', async () => {
    world.setSwitches(switches)
    const created = await world.apply(TREE)
    expect(created.result).toMatchObject({ failed: [], slipped: [] })
    const first = await world.read(TREE)
    expect(differences(first.content, TREE)).toEqual([])
    expect(unaccounted(first, TREE)).toEqual([])

    const changed = await world.apply(CHANGED)
    expect(changed.result).toMatchObject({ failed: [], slipped: [] })
    const live = await world.read(CHANGED)
    expect(unaccounted(live, CHANGED)).toEqual([])
    // What a platform keeps against all asking is in the ledger, and people are told.
    const told = changed.events.flatMap((event) =>
      event.type === 'altered' ? [`update ${event.key} ${event.units.join(' ')}`] : [],
    )
    expect(differences(live.content, CHANGED)).toEqual(told)
    if (!switches.reportMeta && !switches.nulls) expect(told).toEqual([])
  })
})
