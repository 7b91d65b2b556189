// Slow: it plans and applies once for each message.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sandbox } from '../../packages/sandbox/index.ts'
import { openPlace, type Place, startPlaces } from './read-aloud/place.ts'
import { ROWS } from './read-aloud/rows.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startPlaces()
})
afterAll(() => sandbox.close())

test.each(ROWS.map((row) => [row.about, row] as const))('%s', async (_, { say, printed, gone }) => {
  const place: Place = await openPlace(sandbox)
  const text = await say(place)
  for (const words of printed) expect(text).toContain(words)
  for (const words of gone) expect(text).not.toMatch(words)
})
