// Slow: its tenants are random, and many.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BoardwrightError } from '../../packages/common/errors.ts'
import type { Accepted } from '../../src/plan/accept.ts'
import { applyPlan } from '../../src/project/apply.ts'
import { requireConfig } from '../../src/project/local/project.ts'
import { promote } from '../../src/project/promote.ts'
import { commitAll, writeFiles } from '../support/directory.ts'
import { isLong } from '../support/long.ts'
import { switches } from './switches.ts'
import { NOBODY, smallTenant } from './tenants.ts'
import { holds, open, openWorld } from './world.ts'

const world = openWorld()
const FIRST: { accept: Accepted[] } = { accept: ['broken-uses', 'first-apply'] }
const DEV = `  dev:
    url: URL
    deployment: 1
    dataModel: off
    limits: {changePercent: 100, deletePercent: 100}
    variables:
      schema: analytics_dev
`

/** The exported tree of live, with a second target in the same account. */
async function twoTargets(): Promise<string> {
  const root = await world.project()
  await world.export(root)
  const config = readFileSync(join(root, 'boardwright.yaml'), 'utf8')
  await writeFiles(root, {
    '.gitignore': '.boardwright/\n',
    'boardwright.yaml': `${config}    limits: {changePercent: 100, deletePercent: 100}\n${DEV.replace('URL', world.sandbox().url)}`,
  })
  commitAll(root)
  return root
}

test('content that was promoted and promoted back is unchanged, for any tenant', async () => {
  const counts = { whole: 0, blocked: 0 }
  await holds(
    fc.asyncProperty(smallTenant, switches, async (seed, changes) => {
      await world.lay(seed, changes)
      const root = await twoTargets()
      await world.lay(NOBODY, changes, { keep: true })
      const project = requireConfig(await open(root))
      const asked = { env: world.env(), confirm: async () => true, onError: 'continue', shaping: FIRST } as const
      const applied = await applyPlan(project, { ...asked, target: 'dev' })
      expect(applied.result?.failed.map(({ error }) => error.message) ?? []).toEqual([])
      try {
        const there = await promote(project, { ...asked, from: 'dev', to: 'production' })
        expect(there.result?.failed.map(({ error }) => error.message) ?? []).toEqual([])
        const again = await promote(project, { ...asked, from: 'dev', to: 'production' })
        expect(again.plan.objects).toEqual([])
        const back = await promote(project, { ...asked, from: 'production', to: 'dev' })
        expect([back.plan.objects, back.plan.held]).toEqual([[], there.plan.held])
        counts.whole += 1
      } catch (cause) {
        if (!(cause instanceof BoardwrightError) || cause.kind !== 'PROMOTE_BLOCKED') throw cause
        counts.blocked += 1
      }
    }),
    { part: isLong ? 0.06 : 0.05 },
  )
  expect(counts.whole).toBeGreaterThan(counts.blocked)
})
