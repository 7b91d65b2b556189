import fc from 'fast-check'
import { test, expect } from 'vitest'
import { readSeed } from '../../src/sandbox/seeds/seed.ts'
import { requireConfig } from '../../src/sync/project.ts'
import { planTarget } from '../../src/sync/plan.ts'
import { applyPlan } from '../../src/sync/apply.ts'
import { commitAll, writeFiles } from '../support/directory.ts'
import { switches } from './switches.ts'
import { smallTenant } from './tenants.ts'
import { holds, holdsModel, open, openWorld, TIMEOUT } from './world.ts'
import { readFileSync } from 'node:fs'
const world = openWorld()
const time: Record<string, number> = {}
const timed = async <T>(name: string, f: () => Promise<T> | T): Promise<T> => { const t = performance.now(); const r = await f(); time[name] = (time[name] ?? 0) + performance.now() - t; return r }
test('x', async () => {
  let n = 0
  const fails = new Map<string, number>()
  await holds(fc.asyncProperty(smallTenant, switches, async (seed, changes) => {
    n++
    await timed('lay', () => world.lay(seed, changes))
    const root = await world.project(false)
    await timed('export', () => world.export(root))
    const yaml = readFileSync(`${root}/boardwright.yaml`, 'utf8')
    await writeFiles(root, { '.gitignore': '.boardwright\n', 'boardwright.yaml': yaml.replace('    variables:', '    limits: {changePercent: 100, deletePercent: 100}\n    variables:') })
    await timed('commit', () => commitAll(root))
    const go = async () => requireConfig(await open(root))
    const p1 = await timed('plan', async () => planTarget(await go(), { env: world.env() }))
    expect(p1.plan.objects).toEqual([])
    expect(p1.plan.held).toEqual([])
    await timed('lay2', () => world.lay(readSeed('empty'), changes, { keep: true }))
    try {
    const a = await timed('apply', async () => applyPlan(await go(), { env: world.env(), confirm: async () => true, shaping: { firstApply: true } }))
    const f = a.result?.failed.map(({ error, key, verb }) => `${verb} ${error.code} ${error.message.slice(0, 200)}`) ?? []
    for (const each of f.slice(0, 1)) fails.set(each, (fails.get(each) ?? 0) + 1)
    if (a.why !== 'applied') fails.set(a.why + JSON.stringify(a.plan.stops), 1)
    const p2 = await timed('plan2', async () => planTarget(await go(), { env: world.env() }))
    if (f.length === 0) for (const o of p2.plan.objects) { const k = `2nd plan: ${o.action} ${o.because} ${o.key} ${JSON.stringify(o.units).slice(0,600)}`; fails.set(k, n) }
    for (const o of p2.plan.held) if (f.length === 0) { const k = `2nd held: ${o.reason} ${o.message} ${o.key} ${JSON.stringify(o.units).slice(0,600)}`; fails.set(k, n) }
    for (const o of p2.plan.left) if (f.length === 0 && !o.message.startsWith('deleted')) { const k = `2nd left: ${o.reason} ${o.message} ${o.key} ${JSON.stringify(o.units).slice(0,600)}`; fails.set(k, n) }
    } catch (e) { fails.set(String((e as Error).stack).slice(0, 600), n) }
  }), { part: Number(process.env['PART'] ?? 0.3) })
  console.log(n, time, [...fails])
}, TIMEOUT)
