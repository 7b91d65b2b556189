import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startSandbox } from '../../../src/sandbox/index.ts'

/** What the index page says that people did, the newest first. */
async function watch(seed: number, least: number): Promise<string[]> {
  const sandbox = await startSandbox({ seed: 'acme', live: { perMinute: 6_000, seed } })
  try {
    for (;;) {
      const page = await (await fetch(sandbox.url)).text()
      expect(page).toContain('http-equiv="refresh"')
      const row = /<td>([^<]+@[^<]+)<\/td><td>((?:drafts|edits|publishes|duplicates) .*?)<\/td>/g
      const found = [...page.matchAll(row)].map(([, who, what]) => `${who} ${what}`)
      if (found.length >= least) return found.toReversed().slice(0, least)
      await sleep(20)
    }
  } finally {
    await sandbox.close()
  }
}

test('people at work do the same for the same seed, and the index page shows it', async () => {
  const first = await watch(7, 20)
  expect(await watch(7, 20)).toEqual(first)
  expect(await watch(8, 20)).not.toEqual(first)
  for (const word of [0, 1]) expect(new Set(first.map((each) => each.split(' ')[word])).size).toBeGreaterThan(2)
})
