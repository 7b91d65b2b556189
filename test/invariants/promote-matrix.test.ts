// Slow: it promotes many times.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { readDataModel, readSeed, type Seed } from '../../packages/sandbox/seeds/seed.ts'
import { selectTarget } from '../../src/config/targets.ts'
import { sha1Of } from '../../src/content/digest.ts'
import type { Accepted } from '../../src/plan/accept.ts'
import { openProject, requireConfig } from '../../src/project/local/project.ts'
import { readTreeFor } from '../../src/project/local/render.ts'
import { configOf, TREE } from '../project/promote-tree.ts'
import { openScene, rowsOf, TODAY } from '../project/promote-world.ts'
import { appliedSeed } from '../scenarios/applied.ts'
import { temporaryDirectory, writeFiles } from '../support/directory.ts'
import { listsOf } from '../support/lists.ts'
import { isLong } from '../support/long.ts'

/** The ways in which two targets of a promotion can differ. */
const AXES = {
  accounts: ['one account', 'two accounts'],
  kind: ['classic', 'app'],
  model: ['model in one deployment', 'model in two deployments'],
  goal: ['fresh', 'grown apart and adopted'],
} as const
type Case = { readonly [K in keyof typeof AXES]: (typeof AXES)[K][number] }

/** Together these cover each value of each axis. The long run has all combinations. */
const FEW = ['0110', '1001']
const ALL = Array.from({ length: 16 }, (_, n) => n.toString(2).padStart(4, '0'))
const cases = (isLong ? ALL : FEW).map(
  (digits) =>
    Object.fromEntries(
      Object.entries(AXES).map(([axis, values], index) => [axis, values[Number(digits[index])]]),
    ) as unknown as Case,
)

const sandboxes: Sandbox[] = []
beforeAll(async () => {
  for (let n = 0; n < 2; n += 1) sandboxes.push(await startSandbox({ seed: 'empty' }))
})
afterAll(async () => {
  for (const sandbox of sandboxes) await sandbox.close()
})

const MODEL = Object.fromEntries([...readDataModel('acme')].map(([path, bytes]) => [`data-model/${path}`, bytes]))
const CUBE = 'data-model/model/cubes/orders.yml'
const REPORT = 'content/sales/revenue/reports/by-month.yaml'
const BOARD = 'content/sales/revenue/dashboard.yaml'
const ENTRY = 'content/sales/revenue/app/main.js'

const report = (id: string, name: string): string => `id: ${id}\nname: ${name}\nsource: PLAYGROUND\nsql: select 2\n`
const treeOf = ({ kind }: Pick<Case, 'kind'>): Record<string, string> => ({
  ...TREE,
  [REPORT]: report('byMonth00001', 'By month'),
  ...(kind === 'app' && {
    [BOARD]: 'kind: APP\ntitle: Revenue\nwidgets: []\n',
    [ENTRY]: 'show("${report.by-month}")\n',
  }),
})

/** The same dashboard, made by hand in production: same slug, other ids, other contents. */
async function grownSeed(): Promise<Seed> {
  const root = temporaryDirectory()
  const files = {
    ...treeOf({ kind: 'classic' }),
    [REPORT]: report('grownMonth01', 'By month, by hand'),
    'content/sales/pipeline.report.yaml': report('grownPipe001', 'Pipeline by hand'),
  }
  await writeFiles(root, {
    ...files,
    'boardwright.yaml': configOf({ production: { url: 'https://acme.example', deployment: 2 } }),
  })
  const project = requireConfig(await openProject(root, TODAY))
  const { tree } = readTreeFor(project, project.config, selectTarget(project.config, undefined))
  return { ...appliedSeed(listsOf(tree.content), readDataModel('acme'), undefined) }
}

const modelBranch = (branch: string): string => `, dataModel: {branch: ${branch}}`
const ACCEPT: Accepted[] = ['model', 'first-apply']
const TAKE = { shaping: { accept: ACCEPT } }

async function request(sandbox: Sandbox, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${sandbox.url}/build/api/v1/deployments/${path}`, {
    method,
    headers: { authorization: `Bearer ${sandbox.keys.admin}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(answer.status).toBeLessThan(300)
  return answer.json()
}

const cubeOn = async (sandbox: Sandbox, deployment: number): Promise<string | undefined> => {
  const path = `${deployment}/data-model/file-hashes?branchName=main`
  const hashes = (await request(sandbox, 'GET', path)) as Record<string, { hash: string }>
  return hashes[CUBE.replace('data-model/', '')]?.hash
}

describe.each(cases)('$accounts, $kind, $model, $goal', (each) => {
  test('keeps ids and addresses, refers only to what exists, and repeating it does nothing', async () => {
    const [first, second] = sandboxes
    if (!first || !second) throw new Error('a sandbox is not running')
    const goal = each.accounts === 'one account' ? first : second
    const isGrown = each.goal !== 'fresh'
    const isOneDeployment = each.model === 'model in one deployment'
    const empty = { ...readSeed('empty'), dataModel: readDataModel('acme') }
    await first.controls.reset({ seed: empty })
    await goal.controls.reset({ seed: isGrown ? await grownSeed() : empty })
    for (const { controls } of [first, goal]) controls.setSwitches({ buildMs: 0 })
    if (isOneDeployment) await request(goal, 'POST', '2/branches', { name: 'develop' })

    const more = '\ninterpolate: [content/**/app/*.js]\n'.trimStart()
    const targets = {
      production: { url: goal.url, deployment: 2, more: modelBranch('main') },
      dev: { url: first.url, deployment: 1, more: isOneDeployment ? '' : modelBranch('main') },
      ...(isOneDeployment && {
        next: { url: goal.url, deployment: 2, more: `, content: off${modelBranch('develop')}` },
      }),
    }
    const env = {
      BOARDWRIGHT_TOKEN_DEV: first.keys.admin,
      BOARDWRIGHT_TOKEN_NEXT: goal.keys.admin,
      BOARDWRIGHT_TOKEN_PRODUCTION: goal.keys.admin,
    }
    const play = await openScene({ ...treeOf(each), ...MODEL, 'boardwright.yaml': configOf(targets, more) }, env)
    if (isGrown) await play.adopt('production', { byMonth00001: 'grownMonth01', pipeline0001: 'grownPipe001' })
    const cube = Buffer.from(MODEL[CUBE] ?? []).toString()
    const changed = `${cube}# changed\n`
    await play.commit({ [CUBE]: changed })
    const sources = isOneDeployment ? ['dev', 'next'] : ['dev']
    for (const name of sources) expect((await play.apply(name, TAKE)).result?.failed).toEqual([])
    const before = await rowsOf(goal, 2)

    const shaping = { accept: [...ACCEPT, ...(isGrown ? ['ui-edits' as const] : [])] }
    for (const name of sources) {
      const { result, plan } = await play.promote(name, 'production', { shaping })
      expect([result?.failed, plan.held]).toEqual([[], []])
    }
    const after = await rowsOf(goal, 2)
    expect(addressesOf(after)).toEqual(expect.arrayContaining(addressesOf(before)))
    expect(after.reports).toHaveLength(2)
    expect(after.workbooks).toHaveLength(1)
    const ids = new Set(after.reports.map(({ id }) => id))
    const [board] = after.workbooks
    const shown = [
      ...(board?.dashboardPublished?.widgets ?? []).flatMap(({ config }) => config?.reportId ?? []),
      ...(board?.publishedDashboard?.reportSnapshots ?? []).map(({ reportId }) => reportId),
    ]
    expect(shown.filter((id) => !ids.has(id))).toEqual([])
    if (each.kind === 'app') {
      const own = after.reports.find(({ name }) => name === 'By month')?.publicId
      expect(JSON.stringify(board?.dashboardPublished)).toContain(`show(\\"${own}\\")`)
    }
    expect(after.reports.map(({ publicId }) => publicId).sort()).toEqual(
      isGrown ? ['grownMonth01', 'grownPipe001'] : ['byMonth00001', 'pipeline0001'],
    )
    expect(await cubeOn(goal, 2)).toBe(sha1Of(Buffer.from(changed)))
    for (const name of sources) {
      const { plan } = await play.promote(name, 'production', { shaping: TAKE.shaping })
      expect([plan.objects, plan.held]).toEqual([[], []])
    }
  })
})

const addressesOf = ({ reports, workbooks }: Awaited<ReturnType<typeof rowsOf>>): string[] => [
  ...reports.map(({ id, publicId }) => `${id} ${publicId}`),
  ...workbooks.map(({ id, slug, publishedDashboard }) => `${id} ${slug} ${publishedDashboard?.publicId}`),
]
