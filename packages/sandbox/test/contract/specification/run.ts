import { afterEach, beforeAll, expect, test } from 'vitest'
import { reached } from '../../../../../test/clients/real-ids.mjs'
import type { Switches } from '../../../index.ts'
import { CHAPTERS } from './ledger.ts'
import { placeOf } from './rule.ts'
import { openWorld } from './world.ts'

const EMBEDDING = { enabled: true, useCreatorMode: true, allowUserTimezones: true, settings: {} }

/** One sandbox for all rules of these chapters. What a rule sets through a control is reset after it. */
export function testChapters(...titles: readonly string[]): void {
  const world = openWorld()
  let switches: Switches | undefined
  beforeAll(() => {
    switches = { ...world.sandbox().controls.setSwitches({}) }
  })
  afterEach(() => {
    const { controls } = world.sandbox()
    if (switches) controls.setSwitches(switches)
    controls.setEmbedding(EMBEDDING)
    controls.setClock({ frozen: false })
  })
  const rows = CHAPTERS.filter(({ title }) => titles.includes(title)).flatMap(({ rules }) => rules)
  const named = rows.map((row) => [`line ${placeOf(row)}: ${row.rule}`, row] as const)
  test.for(named)('%s', async ([, { run }]) => {
    await run(world)
  })

  test('the operations that they had answers of', async () => {
    const requests = world.sandbox().controls.requests()
    const { names } = reached((await world.call('GET', '/api/v1/spec')).body, requests)
    const file = (titles[0] ?? '').toLowerCase().replaceAll(/\W+/g, '-')
    await expect(`${names.join('\n')}\n`).toMatchFileSnapshot(`answered/${file}.txt`)
  })
}
