// Slow: it runs two commits in many orders.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../../packages/platform/client/client.ts'
import { type OnRequest, type Sandbox, startSandbox } from '../../../packages/sandbox/index.ts'
import type { Seed } from '../../../packages/sandbox/seeds/seed.ts'
import { runPlan } from '../../../src/apply/run.ts'
import { selectTarget } from '../../../src/config/targets.ts'
import { type Key, reportKey, workbookKey } from '../../../src/content/model.ts'
import { digestsOf, unitsOfReport, unitsOfWorkbook } from '../../../src/content/units.ts'
import { createWriter } from '../../../src/live/write/writer.ts'
import { openProject, requireConfig, type SoundProject } from '../../../src/project/local/project.ts'
import { readTreeFor } from '../../../src/project/local/render.ts'
import { planTarget } from '../../../src/project/plan.ts'
import { appliedSeed } from '../../scenarios/applied.ts'
import { commitAll, writeFiles } from '../../support/directory.ts'
import type { Lists } from '../../support/lists.ts'
import { isLong } from '../../support/long.ts'
import { inWhole } from '../../support/whole.ts'
import { readDeployment } from '../support.ts'

/** Two applies of two commits at the same time: one runs while the other one stands before its nth request. */

let sandbox: Sandbox
let hook: OnRequest = () => undefined
let directory = ''
let prepared: Prepared
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'empty', onRequest: (request) => hook(request) })
  directory = mkdtempSync(join(tmpdir(), 'boardwright-interleaved-'))
  prepared = await prepare()
})
afterAll(async () => {
  await sandbox.close()
  rmSync(directory, { recursive: true, force: true })
})

/** Everything that this commit says of itself says which commit it is. */
const filesOf = (url: string, said: string): Record<string, string> => ({
  'boardwright.yaml': `version: 1\nproject: acme\nprojectId: 7f3kQ2m9\nhome: production\ntargets:\n  production: {url: ${url}, deployment: 2, dataModel: off}\n`,
  '.gitignore': '.boardwright/\n',
  'content/board/workbook.yaml': `slug: board\nname: Board ${said}\nmeta: {said: ${said}}\n`,
  'content/board/dashboard.yaml': `title: Title ${said}\nwidgets:\n  - {id: w, type: CHART, report: shown, position: {x: 0, y: 0, w: 1, h: 1}}\n`,
  'content/board/reports/shown.yaml': `id: shown0000001\nname: Shown\nsql: select '${said}'\n`,
  'content/still/workbook.yaml': 'slug: still\nname: Still\npublish: false\n',
  'content/loose.report.yaml': `id: loose0000001\nname: Loose\nsql: select '${said}'\n`,
  ...(said === 'first'
    ? {}
    : {
        'content/added.report.yaml': `id: added0000001\nname: Added\nsql: select '${said}'\n`,
        'content/still/reports/late.yaml': `id: late00000001\nname: Late\nsql: select '${said}'\n`,
        'content/shelf/folder.yaml': 'name: Shelf\n',
        'content/shelf/fresh/workbook.yaml': `slug: fresh\nname: Fresh ${said}\nmeta: {said: ${said}}\n`,
        'content/shelf/fresh/dashboard.yaml': `title: Title ${said}\nwidgets:\n  - {id: w, type: CHART, report: new, position: {x: 0, y: 0, w: 1, h: 1}}\n`,
        'content/shelf/fresh/reports/new.yaml': `id: fresh0000001\nname: New\nsql: select '${said}'\n`,
      }),
})

const open = async (root: string): Promise<SoundProject> => requireConfig(await openProject(root, '2026-11-20'))
const env = (): Record<string, string> => ({ BOARDWRIGHT_TOKEN: sandbox.keys.admin })

interface Prepared {
  readonly seed: Seed
  readonly older: SoundProject
  readonly newer: SoundProject
  readonly newest: Lists
}

/** The same repository at two commits, the older one in a clone that does not know the newer one. */
async function prepare(): Promise<Prepared> {
  const roots = [join(directory, 'older'), join(directory, 'newer')] as const
  await writeFiles(roots[1], filesOf(sandbox.url, 'first'))
  const first = commitAll(roots[1])
  const project = await open(roots[1])
  const { tree } = readTreeFor(project, project.config, selectTarget(project.config, 'production'))
  await writeFiles(roots[1], filesOf(sandbox.url, 'older'))
  commitAll(roots[1])
  cpSync(roots[1], roots[0], { recursive: true })
  await writeFiles(roots[1], filesOf(sandbox.url, 'newer'))
  commitAll(roots[1])
  const [older, newer] = [await open(roots[0]), await open(roots[1])]
  const newest = inWhole(readTreeFor(newer, newer.config, selectTarget(newer.config, 'production')).tree).content
  return { seed: appliedSeed(inWhole(tree).content, new Map(), first), older, newer, newest }
}

async function planned(project: SoundProject) {
  const decision = await planTarget(project, { env: env(), target: 'production' })
  return {
    async go(): Promise<void> {
      const fast = { now: Date.now, sleep: async () => {} }
      const client = createClient({ url: sandbox.url, token: sandbox.keys.admin, clock: fast })
      await client.users.getMe()
      const { deployment, projectId, name, home } = decision.target
      const target = { deployment, projectId, target: name, home }
      const writer = createWriter(client, { ...target, seen: decision.live, sleep: async () => {} })
      await runPlan(decision, writer, { seen: decision.live, concurrency: 1, onError: 'continue' })
      await client.close()
    },
  }
}

/** By object and unit, what stands in live. */
async function liveUnits(declared: Lists): Promise<Map<string, string>> {
  const { content, facts } = await liveNow(declared)
  // A workbook without its slug is still being created: a run that loses the slug takes it back.
  const workbooks = content.workbooks.filter(({ slug }) => facts.get(workbookKey(slug))?.name !== undefined)
  return unitsIn({ ...content, workbooks })
}

async function liveNow(declared: Lists) {
  const client = createClient({ url: sandbox.url, token: sandbox.keys.admin })
  const target = { deployment: 2, projectId: '7f3kQ2m9', target: 'production', home: true }
  const live = await readDeployment(client, { ...target, declared })
  await client.close()
  const twins = live.notes.filter(({ kind }) => kind === 'twin-folders').map(({ message }) => message)
  return { content: inWhole(live).content, facts: live.facts, twins }
}

const unitsIn = ({ workbooks, reports }: Lists): Map<string, string> => {
  const all: [Key, ReadonlyMap<string, string>][] = [
    ...workbooks.map((each): [Key, ReadonlyMap<string, string>] => [
      workbookKey(each.slug),
      digestsOf(unitsOfWorkbook(each)),
    ]),
    ...reports.map((each): [Key, ReadonlyMap<string, string>] => [reportKey(each.id), digestsOf(unitsOfReport(each))]),
  ]
  return new Map(all.flatMap(([key, units]) => [...units].map(([unit, digest]) => [`${key} ${unit}`, digest] as const)))
}

interface Meeting {
  readonly first: SoundProject
  readonly second: SoundProject
  readonly newer: SoundProject
  /** What the newer one declares. */
  readonly newest: Lists
  /** The second one made its plan before the first one began. */
  readonly isPlannedEarly: boolean
  readonly nth: number
}

/** What the newer commit had written and did not stand there any more later. Undefined: the first one ended before. */
async function meet({
  first,
  second,
  newer,
  newest,
  isPlannedEarly,
  nth,
}: Meeting): Promise<string[] | 'in the gap' | undefined> {
  const early = isPlannedEarly ? await planned(second) : undefined
  const one = await planned(first)
  let [seen, isInside, previous, isGap] = [0, false, '', false]
  const marks: Map<string, string>[] = []
  hook = async ({ phase, method }) => {
    if (isInside || phase !== 'before') return undefined
    seen += 1
    // What was read is written next: nothing stands between the two but hope.
    if (seen === nth && method !== 'GET' && previous === 'GET') isGap = true
    previous = method
    if (seen !== nth || isGap) return undefined
    isInside = true
    marks.push(await liveUnits(newest))
    await (early ?? (await planned(second))).go()
    marks.push(await liveUnits(newest))
    isInside = false
    return undefined
  }
  await one.go()
  hook = () => undefined
  if (isGap) return 'in the gap'
  if (marks.length === 0) return undefined
  marks.push(await liveUnits(newest))
  const wanted = unitsIn(newest)
  const isNewer = (mark: Map<string, string> | undefined, unit: string): boolean => mark?.get(unit) === wanted.get(unit)
  const lost = [...wanted.keys()].flatMap((unit) =>
    marks.some((mark, index) => isNewer(mark, unit) && !isNewer(marks[index + 1] ?? mark, unit))
      ? [`lost ${unit}`]
      : [],
  )
  // What the older one was still writing counts as given up by then.
  sandbox.controls.setClock({ advanceMs: 20 * 60_000 })
  await (await planned(newer)).go()
  const end = await liveUnits(newest)
  const { twins } = await liveNow(newest)
  return [
    ...lost,
    ...twins,
    ...[...wanted.keys()].filter((unit) => !isNewer(end, unit)).map((unit) => `not written ${unit}`),
  ]
}

/** Every request in long runs, every eighth one else: none that is written right after it was read. */
const STEP = isLong ? 1 : 8

const MEETINGS = [
  ['older', 'newer', false],
  ['newer', 'older', true],
  ['newer', 'older', false],
  ['older', 'newer', true],
] as const

describe.each(isLong ? MEETINGS : MEETINGS.slice(0, 2))(
  'while the %s commit is applied, the %s one starts (planned early: %s)',
  (outer, inner, isPlannedEarly) => {
    test('the older never overwrites the newer', async () => {
      const { seed, ...projects } = prepared
      const problems: string[] = []
      let met = 0
      for (let nth = isLong ? 1 : isPlannedEarly ? 3 : 4; nth < 99; nth += STEP) {
        await sandbox.controls.reset({ seed })
        sandbox.controls.setClock({ now: new Date().toISOString() })
        const found = await meet({
          first: projects[outer],
          second: projects[inner],
          newer: projects.newer,
          newest: projects.newest,
          isPlannedEarly,
          nth,
        })
        if (found === undefined) break
        if (found === 'in the gap') continue
        met += 1
        problems.push(...found.map((problem) => `request ${nth}: ${problem}`))
      }
      expect(problems).toEqual([])
      expect(met).toBeGreaterThan(2)
    }, 300_000)
  },
)
