import fc from 'fast-check'
import { test } from 'vitest'
import { switches } from './switches.ts'
import { tenant } from './tenants.ts'
import { openWorld } from './world.ts'

const world = openWorld()
test('debug', async () => {
  const samples = fc.sample(fc.tuple(tenant, switches), { numRuns: 12, seed: Number(process.env['SEED'] ?? 1) })
  for (const [seed, sw] of samples) {
    const t0 = performance.now()
    await world.lay(seed, sw)
    const t1 = performance.now()
    const root = await world.project()
    let say = 'ok'
    const timer = setTimeout(() => console.log(JSON.stringify(world.sandbox().controls.requests().slice(-5))), 3000)
    try {
      await Promise.race([world.export(root), new Promise((_, no) => setTimeout(() => no(new Error('slow')), 5000))])
    } catch (e) {
      say =
        String((e as Error).stack).slice(0, 1500) +
        JSON.stringify((e as { cause?: Error }).cause?.stack)?.slice(0, 800) +
        JSON.stringify(((e as { problems?: unknown[] }).problems ?? []).slice(0, 3)).slice(0, 900)
    }
    clearTimeout(timer)
    console.log(
      Math.round(t1 - t0),
      Math.round(performance.now() - t1),
      world.sandbox().controls.requests().length,
      say,
    )
  }
}, 200000)
