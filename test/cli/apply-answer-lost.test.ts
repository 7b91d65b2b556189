// Slow: it breaks off many runs, and finishes each.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createClient } from '../../packages/platform/client/client.ts'
import type { Accepted } from '../../src/plan/accept.ts'
import { isLong } from '../support/long.ts'
import { changedFiles, liveFiles } from './big-change.ts'
import { readRows } from './live-rows.ts'
import { openStage } from './stage.ts'

const PHASES = ['after', 'before'] as const
const SHAPING: { prune: boolean; accept: Accepted[] } = { prune: true, accept: ['model'] }

type Files = Readonly<Record<string, string>>

const stage = openStage()

const CUBES = 'data-model/model/cubes'
const cube = (name: string, table: string): string => `cubes:\n  - name: ${name}\n    sql_table: ${table}\n`
const MODEL_BEFORE: Files = {
  [`${CUBES}/orders.yml`]: cube('orders', 'public.orders'),
  [`${CUBES}/old.yml`]: cube('old', 'public.old'),
}
const MODEL_AFTER: Files = {
  [`${CUBES}/orders.yml`]: cube('orders', 'mart.orders'),
  [`${CUBES}/visits.yml`]: cube('visits', 'public.visits'),
}
/** An empty folder: no ledger ever mentions it. */
const EMPTY_FOLDER: Files = { 'content/shelf/folder.yaml': 'name: Shelf\n' }

const withModel = (files: Files, model: Files): Files => ({
  ...files,
  ...model,
  'boardwright.yaml': (files['boardwright.yaml'] ?? '').replace(
    'dataModel: off',
    'dataModel: {branch: main, route: fork, merge: none}',
  ),
})

interface Course {
  readonly name: string
  /** What is live; nothing if left out. */
  readonly before?: (url: string) => Files
  readonly after: (url: string) => Files
}

const COURSES: readonly Course[] = [
  { name: 'a first apply', after: (url) => ({ ...liveFiles(url), ...EMPTY_FOLDER }) },
  {
    name: 'a first apply with a data model',
    after: (url) => withModel({ ...liveFiles(url), ...EMPTY_FOLDER }, MODEL_BEFORE),
  },
  { name: 'a mixed apply', before: liveFiles, after: (url) => ({ ...changedFiles(url), ...EMPTY_FOLDER }) },
  {
    name: 'a mixed apply with a data model',
    before: (url) => withModel(liveFiles(url), MODEL_BEFORE),
    after: (url) => withModel({ ...changedFiles(url), ...EMPTY_FOLDER }, MODEL_AFTER),
  },
]

const NAMES = COURSES.map(({ name }) => name)

interface Cut {
  /** The number of the request within the run, from 1. */
  readonly at: number
  readonly phase: 'before' | 'after'
}

/** From that request on, nothing gets through. `after`: it was handled, and its answer is lost. */
async function applyCut({ at, phase }: Cut) {
  let seen = 0
  const numbers = new Map<number, number>()
  stage.onRequest = (request) => {
    if (request.phase === 'before') {
      seen += 1
      numbers.set(request.index, seen)
    }
    if (numbers.get(request.index) !== at || request.phase !== phase) return undefined
    // A refused key stops the run at once, without retries.
    stage.sandbox().controls.addFault({ path: '/**', kind: 'status', status: 401, times: 1_000_000 })
    return 'drop'
  }
  const run = await stage.apply(SHAPING)
  stage.onRequest = () => undefined
  stage.sandbox().controls.clearFaults()
  return { ...run, requests: stage.requests() }
}

/** Every cut in long runs; otherwise one for each course, the phases in turn, the same ones every time. */
const cutsOf = (first: number, last: number, course: number): Cut[] => {
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  if (isLong) return all.flatMap((at) => PHASES.map((phase) => ({ at, phase })))
  const phase = PHASES[course % PHASES.length] as Cut['phase']
  return fc.sample(fc.constantFrom(...all), { numRuns: 1, seed: 21 + course }).map((at) => ({ at, phase }))
}

async function modelFiles(): Promise<unknown> {
  const { url, keys } = stage.sandbox()
  const client = createClient({ url, token: keys.admin })
  const hashes = await client.uploads.fileHashes({ path: { deploymentId: 2 }, query: { branchName: 'main' } })
  await client.close()
  return hashes
}

describe('a lost connection', () => {
  test.each(COURSES)(
    'in $name, before any request or after its answer: the next run ends where an uninterrupted one does',
    async ({ name, before, after }) => {
      const { url } = stage.sandbox()
      const files = after(url)
      await stage.prepare(before?.(url) ?? { 'boardwright.yaml': files['boardwright.yaml'] ?? '' }, files)
      const layOut = async (): Promise<void> => {
        if (before) await stage.layOut()
        else await stage.sandbox().controls.reset({ seed: 'empty' })
        stage.sandbox().controls.setSwitches({ buildMs: 0 })
      }
      await layOut()
      expect(await stage.apply(SHAPING)).toEqual({ code: 0, said: '' })
      const requests = stage.requests()
      const end = [await readRows(stage.sandbox()), await modelFiles()]

      const problems: string[] = []
      const firstWrite = requests.findIndex((line) => !line.includes('GET')) + 1
      for (const cut of cutsOf(firstWrite, requests.length, NAMES.indexOf(name))) {
        const note = (problem: string): void =>
          void problems.push(`${cut.phase} ${cut.at} (${requests[cut.at - 1]}): ${problem}`)
        await layOut()
        const first = await applyCut(cut)
        const wrote = first.requests.some((line) => line.startsWith('+') && !line.includes('GET'))
        if (!(wrote ? [3, 4] : [3]).includes(first.code)) note(`ends with ${first.code}`)
        const second = await stage.apply(SHAPING)
        if (second.code !== 0) note(`the next run ends with ${second.code}: ${second.said}`)
        const now = [await readRows(stage.sandbox()), await modelFiles()]
        if (second.code === 0 && JSON.stringify(now) !== JSON.stringify(end)) note(differing(`${end[0]}`, `${now[0]}`))
        const left = await stage.plan(SHAPING)
        if (second.code === 0 && left.length > 0) note(`the next plan: ${left.join(', ')}`)
      }
      expect(problems).toEqual([])
    },
    isLong ? 3_600_000 : 600_000,
  )
})

const differing = (one: string, other: string): string => {
  const [a, b] = [new Set(one.split('\n')), new Set(other.split('\n'))]
  return [
    'another end',
    ...[...a].filter((line) => !b.has(line)).map((line) => `\n- ${line}`),
    ...[...b].filter((line) => !a.has(line)).map((line) => `\n+ ${line}`),
  ].join('')
}
