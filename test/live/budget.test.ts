// Slow: its tenants are large.
import { describe, expect, test } from 'vitest'
import type { Switches } from '../../packages/sandbox/index.ts'
import { openLive } from './support.ts'

const [REPORTS, F, W, PAGE] = [600, 3, 60, 250]
const { read, sandbox } = openLive({ seed: 'scale', reports: REPORTS })

/** Requests of one reading, by the last segment that is a word. */
async function requestsOf(switches: Partial<Switches> = {}): Promise<Record<string, number>> {
  sandbox().controls.setSwitches({ pageSizeCap: PAGE, ...switches })
  sandbox().controls.clearRequests()
  const { content } = await read({ branch: 'main' })
  expect([content.reports.length, content.workbooks.length, content.folders.length]).toEqual([REPORTS, W, F])
  const requests = sandbox().controls.requests()
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([])
  const counts: Record<string, number> = {}
  for (const { path } of requests) {
    const name = path
      .replace(/\/\d+$/, '/N')
      .split('/')
      .slice(-2)
      .join('/')
      .replace(/^\d+\//, '')
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

const total = (counts: Record<string, number>): number => Object.values(counts).reduce((sum, count) => sum + count, 0)
describe('reading a large deployment', () => {
  test('requests each folder once, and everything else page by page', async () => {
    const counts = await requestsOf()
    expect(counts).toEqual({
      'users/me': 1,
      folders: F + 1,
      workbooks: 1,
      reports: Math.ceil(REPORTS / PAGE),
      'data-model/file-hashes': 1,
      'data-model/files': 1,
    })
    expect(total(counts)).toBeLessThanOrEqual(2 * F + 2 * W + REPORTS / PAGE)
  })

  test('requests the workbooks of each folder only if the list without a folder is the root alone', async () => {
    const counts = await requestsOf({ workbooksList: 'root' })
    expect(counts).toMatchObject({ folders: F + 1, workbooks: F + 1, reports: 3 })
    expect(total(counts)).toBeLessThanOrEqual(2 * F + 2 * W + REPORTS / PAGE)
  })

  test('requests alone only what a list row lacks', async () => {
    const counts = await requestsOf({ workbooksList: 'all', listRows: 'slim' })
    expect(counts).toMatchObject({ 'workbooks/N': W, 'reports/N': REPORTS })
  })
})
