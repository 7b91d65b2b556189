// Slow: it waits for people at work.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../../test/support/directory.ts'
import type { Workbook } from '../../../platform/api/workbooks.ts'
import { startSandbox } from '../../index.ts'

interface Row {
  readonly who: string
  readonly what: string
  readonly isRefused: boolean
}

/** What the index page says that people did, the oldest first. */
async function watch(seed: number, least: number, data?: string): Promise<Row[]> {
  const sandbox = await startSandbox({ seed: 'acme', data, live: { perMinute: 6_000, seed } })
  try {
    for (;;) {
      const page = await (await fetch(sandbox.url)).text()
      expect(page).toContain('http-equiv="refresh"')
      const row =
        /<td>([^<]+@[^<]+)<\/td><td>((?:drafts|edits|publishes|duplicates) .*?)<\/td><td class="bad">(.*?)<\/td>/g
      const found = [...page.matchAll(row)].map(([, who = '', what = '', refused]) => ({
        who,
        what: what.replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
        isRefused: refused !== '',
      }))
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
  expect(new Set(first.map(({ who }) => who)).size).toBeGreaterThan(2)
  expect(new Set(first.map(({ what }) => what.split(' ')[0])).size).toBeGreaterThan(2)
})

test('a draft names who saved it, and people save only what their keys allow', async () => {
  const data = temporaryDirectory()
  const done = await watch(7, 100, data)
  const sandbox = await startSandbox({ data })
  try {
    const base = `${sandbox.url}/api/v1/deployments/2/workbooks`
    const send = (key: string, path = '', init: RequestInit = {}): Promise<Response> =>
      fetch(`${base}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      })
    const { items } = (await (await send(sandbox.keys.admin)).json()) as { items: Workbook[] }

    // A copy has the draft of its source, so it is the step that is looked up, not the name.
    const named = items.flatMap(({ dashboardDraft }) => {
      const [, step, who] = /^Draft (\d+), by (.+)\.$/.exec(dashboardDraft?.description ?? '') ?? []
      return who === undefined || Number(step) > done.length ? [] : [{ who, row: done[Number(step) - 1] }]
    })
    expect(new Set(named.map(({ who }) => who)).size).toBeGreaterThan(1)
    for (const { who, row } of named) {
      expect(row).toEqual({ who, what: expect.stringMatching(/^drafts /), isRefused: false })
    }

    const outcomes = new Set<boolean>()
    for (const { who, what, isRefused } of done) {
      const [workbook, ...others] = items.filter(({ name }) => what === `drafts "${name}"`)
      if (workbook === undefined || others.length > 0) continue
      const { key } = sandbox.controls.addKey({ user: who, personal: true })
      const body = JSON.stringify({ dashboardDraft: workbook.dashboardDraft })
      const { ok } = await send(key, `/${workbook.id}/dashboard`, { method: 'PUT', body })
      expect(`${who} ${what}: ${ok}`).toBe(`${who} ${what}: ${!isRefused}`)
      outcomes.add(ok)
    }
    expect(outcomes.size).toBe(2)
  } finally {
    await sandbox.close()
  }
})
