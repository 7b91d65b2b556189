import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RequestFacts } from '../../src/sandbox/index.ts'
import { changedFiles, liveFiles } from './big-change.ts'
import { readRows } from './live-rows.ts'
import { openStage } from './stage.ts'

const LONG = Boolean(process.env['BOARDWRIGHT_LONG'])
const CUTS = 15
const APPLY = ['apply', '--target', 'production', '--yes', '--prune', '--allow-dirty']

const stage = openStage()

interface Cut {
  /** Of all requests of the run, from 1. */
  readonly at: number
  readonly phase: 'before' | 'after'
}

/** Ends the process at a request: before it is handled, or once it is, and before the answer. */
async function applyKilled({ at, phase }: Cut): Promise<string[]> {
  let seen = 0
  let kill: () => void = () => {}
  stage.onRequest = (request: RequestFacts & { phase: 'before' | 'after' }) => {
    if (request.phase === 'before') seen += 1
    if (seen !== at || request.phase !== phase) return undefined
    kill()
    return 'drop'
  }
  await stage.run(APPLY, { begun: (child) => (kill = () => child.kill('SIGKILL')) })
  stage.onRequest = () => undefined
  return stage.requests()
}

const isDraft = (line: string): boolean => line === '+ PUT workbooks/*/dashboard'
const isPublish = (line: string): boolean => line.endsWith('POST workbooks/*/publish')
const writesIn = (requests: readonly string[]): string[] => requests.filter((line) => !line.includes('GET'))

/** How many drafts of a run came before its first publish; all of them where there is none. */
function draftsBeforePublish(requests: readonly string[]): number {
  const first = requests.findIndex(isPublish)
  return requests.slice(0, first === -1 ? undefined : first).filter(isDraft).length
}

/** In a run that was not cut off there are as many as it planned. */
const expectDraftsFirst = (requests: readonly string[]): void =>
  expect(draftsBeforePublish(requests)).toBe(requests.filter(isDraft).length)

/** In long runs by the real program too. */
async function again(): Promise<{ readonly code: number | null; readonly said: string }> {
  if (!LONG) return stage.apply({ prune: true })
  const { code, stdout, stderr } = await stage.run(APPLY)
  return { code, said: stdout + stderr }
}

/** Every cut, or some of them: the same ones every time. */
const cutsOf = (first: number, last: number): Cut[] => {
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index).flatMap((at): Cut[] => [
    { at, phase: 'before' },
    { at, phase: 'after' },
  ])
  if (LONG) return all
  return fc.sample(fc.shuffledSubarray(all, { minLength: CUTS, maxLength: CUTS }), { numRuns: 1, seed: 4460 })[0] ?? []
}

describe('the program, killed while it applies', () => {
  test(
    'is finished by the next run: nothing twice, nothing half, nothing published too early',
    async () => {
      const { url } = stage.sandbox()
      await stage.prepare(liveFiles(url), changedFiles(url))
      await stage.layOut()
      const approved = await stage.approve({ prune: true })
      const whole = await stage.run(APPLY)
      expect([whole.code, whole.stderr]).toEqual([0, expect.stringContaining('Read production')])
      const requests = stage.requests()
      const writes = writesIn(requests)
      expect(writes.length).toBeGreaterThanOrEqual(40)
      expect([...new Set(writes)].sort()).toMatchInlineSnapshot(`
        [
          "+ DELETE folders/*",
          "+ DELETE reports/*",
          "+ DELETE workbooks/*",
          "+ POST folders",
          "+ POST reports",
          "+ POST workbooks/*/publish",
          "+ PUT folders/*",
          "+ PUT reports/*",
          "+ PUT workbooks/*",
          "+ PUT workbooks/*/dashboard",
          "+ PUT workbooks/*/embed-access",
          "+ PUT workbooks/by-slug/*",
        ]
      `)
      expectDraftsFirst(requests)
      const drafts = requests.filter(isDraft).length
      const end = await readRows(stage.sandbox())

      const problems: string[] = []
      const firstWrite = requests.findIndex((line) => !line.includes('GET')) + 1
      for (const cut of cutsOf(firstWrite, requests.length)) {
        const note = (problem: string): void => void problems.push(`${cut.phase} request ${cut.at}: ${problem}`)
        await stage.layOut()
        const killed = await applyKilled(cut)
        if (killed.some(isPublish) && draftsBeforePublish(killed) !== drafts) note('published before its drafts')
        for (const line of await stage.unapproved({ prune: true }, approved)) note(line)
        const second = await again()
        if (second.code !== 0) note(`the next run ends with ${second.code}: ${second.said}`)
        const sent = stage.requests()
        if (draftsBeforePublish(sent) !== sent.filter(isDraft).length) note('the next run published too early')
        const rows = await readRows(stage.sandbox())
        if (rows !== end && second.code === 0) note(`another end: ${differing(end, rows)}`)
        const left = await stage.plan({ prune: true })
        if (left.length > 0 && second.code === 0) note(`the next plan: ${left.join(', ')}`)
      }
      expect(problems).toEqual([])
    },
    LONG ? 3_600_000 : 600_000,
  )
})

const differing = (one: string, other: string): string => {
  const [a, b] = [new Set(one.split('\n')), new Set(other.split('\n'))]
  return [
    ...[...a].filter((line) => !b.has(line)).map((line) => `\n- ${line}`),
    ...[...b].filter((line) => !a.has(line)).map((line) => `\n+ ${line}`),
  ].join('')
}
