import { afterEach, beforeAll, test } from 'vitest'
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
}
