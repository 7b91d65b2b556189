// Slow: it kills many runs, and finishes each.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RequestFacts } from '../../packages/sandbox/index.ts'
import { isLong } from '../support/long.ts'
import { changedFiles, liveFiles } from './big-change.ts'
import { readRows } from './live-rows.ts'
import { openStage } from './stage.ts'

const APPLY = ['apply', '--target', 'production', '--yes', '--prune', '--accept', 'uncommitted']

const stage = openStage()

interface Cut {
  /** The number of the request within the run, from 1. */
  readonly at: number
  readonly phase: 'before' | 'after'
}

/** Kills the process at a request: before it is handled, or before its answer. */
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

/** The number of drafts in a run before its first publish; all of them if there is none. */
function draftsBeforePublish(requests: readonly string[]): number {
  const first = requests.findIndex(isPublish)
  return requests.slice(0, first === -1 ? undefined : first).filter(isDraft).length
}

/** A run that was not cut off sends all planned drafts before the first publish. */
const expectDraftsFirst = (requests: readonly string[]): void =>
  expect(draftsBeforePublish(requests)).toBe(requests.filter(isDraft).length)

/** In long runs, with the real program too. */
async function again(): Promise<{ readonly code: number | null; readonly said: string }> {
  if (!isLong) return stage.apply({ prune: true })
  const { code, stdout, stderr } = await stage.run(APPLY)
  return { code, said: stdout + stderr }
}

const PHASES = ['before', 'after'] as const

/** Every cut, or one of this phase: the same one every time. */
const cutsOf = (first: number, last: number, phase: Cut['phase']): Cut[] => {
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  if (isLong) return all.flatMap((at) => PHASES.map((phase) => ({ at, phase })))
  return fc.sample(fc.constantFrom(...all), { numRuns: 1, seed: 4460 }).map((at) => ({ at, phase }))
}

/** A run that nobody killed, and the state in which it leaves the target. */
interface Whole {
  readonly code: number | null
  readonly requests: readonly string[]
  readonly end: string
  readonly left: readonly string[]
}

async function runWhole(begin: () => Promise<void>): Promise<Whole> {
  await begin()
  const { code } = await again()
  const requests = stage.requests()
  return { code, requests, end: await readRows(stage.sandbox()), left: await stage.plan({ prune: true }) }
}

/** Kills a run at every place, each time from the same start, and lets the next run finish it. */
async function killEverywhere(
  begin: () => Promise<void>,
  { code, end, left, requests }: Whole,
  phase: Cut['phase'],
): Promise<string[]> {
  const approved = await begin().then(() => stage.approve({ prune: true }))
  const drafts = requests.filter(isDraft).length
  const problems: string[] = []
  const firstWrite = requests.findIndex((line) => !line.includes('GET')) + 1
  for (const cut of cutsOf(firstWrite, requests.length, phase)) {
    const note = (problem: string): void => void problems.push(`${cut.phase} request ${cut.at}: ${problem}`)
    await begin()
    const killed = await applyKilled(cut)
    if (killed.some(isPublish) && draftsBeforePublish(killed) !== drafts) note('published before its drafts')
    for (const line of await stage.unapproved({ prune: true }, approved)) note(line)
    const second = await again()
    if (second.code !== code) note(`the next run ends with ${second.code}: ${second.said}`)
    const sent = stage.requests()
    if (draftsBeforePublish(sent) !== sent.filter(isDraft).length) note('the next run published too early')
    const rows = await readRows(stage.sandbox())
    if (rows !== end && second.code === code) note(`another end: ${differing(end, rows)}`)
    const planned = await stage.plan({ prune: true })
    if (`${planned}` !== `${left}` && second.code === code) note(`the next plan: ${planned.join(', ')}`)
  }
  return problems
}

const TIME = isLong ? 3_600_000 : 600_000

describe('an apply that is killed', () => {
  test(
    'is finished by the next run: nothing twice, nothing half, nothing published too early',
    async () => {
      const { url } = stage.sandbox()
      await stage.prepare(liveFiles(url), changedFiles(url))
      const whole = await runWhole(stage.layOut)
      const { requests } = whole
      expect(whole).toMatchObject({ code: 0, left: [] })
      const writes = writesIn(requests)
      expect(writes.length).toBeGreaterThanOrEqual(40)
      expect([...new Set(writes)].sort()).toMatchInlineSnapshot(`
        [
          "+ DELETE folders/*",
          "+ DELETE reports/*",
          "+ DELETE workbooks/*",
          "+ POST folders",
          "+ POST reports",
          "+ POST workbooks",
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
      expect(await killEverywhere(stage.layOut, whole, 'before')).toEqual([])
    },
    TIME,
  )

  test(
    'also where an earlier run left part of the commit pending',
    async () => {
      const { url } = stage.sandbox()
      await stage.prepare(liveFiles(url), changedFiles(url))
      const begin = async (): Promise<void> => {
        await stage.layOut()
        const { code } = await stage.apply({ prune: true, select: ['ops/**'] })
        expect(code).toBe(0)
        expect(await readRows(stage.sandbox())).toMatch(/"pending":\[\{/)
        // What people have edited since stays pending to the end.
        await stage.sandbox().controls.addPeople({
          as: 'maria@acme.com',
          do: [{ do: 'edit-report', report: 'pipeline0001', set: { name: 'Of others' }, deployment: 2 }],
        })
      }
      const whole = await runWhole(begin)
      expect(whole.code).toBe(5)
      expect(whole.end).toMatch(/"pending":\[\{[^}]*pipeline0001[^}]*"held"/)
      expect(writesIn(whole.requests).length).toBeGreaterThanOrEqual(15)
      expect(await killEverywhere(begin, whole, 'after')).toEqual([])
    },
    TIME,
  )
})

const differing = (one: string, other: string): string => {
  const [a, b] = [new Set(one.split('\n')), new Set(other.split('\n'))]
  return [
    ...[...a].filter((line) => !b.has(line)).map((line) => `\n- ${line}`),
    ...[...b].filter((line) => !a.has(line)).map((line) => `\n+ ${line}`),
  ].join('')
}
