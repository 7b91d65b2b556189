// Slow: its tenants are random, and many.
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { run } from '../../src/cli/run.ts'
import { selectTarget } from '../../src/config/targets.ts'
import { requireConfig } from '../../src/project/local/project.ts'
import { readTreeFor } from '../../src/project/local/render.ts'
import { listsOf } from '../support/lists.ts'
import { isLong } from '../support/long.ts'
import { bytesBelow, RAW } from './files.ts'
import { expectSurvival, meaning } from './survival.ts'
import { switches } from './switches.ts'
import { tenant } from './tenants.ts'
import { holds, holdsModel, open, openWorld } from './world.ts'

const world = openWorld()

describe('over the tree of any other tenant', () => {
  test('--mirror makes the tree the same as live, and repeating it changes no byte', async () => {
    await holds(
      fc.asyncProperty(tenant, tenant, holdsModel, switches, async (before, now, withModel, changes) => {
        await world.lay(before)
        const root = await world.project(withModel)
        await world.export(root)
        await world.lay(now, changes, { keep: true })
        await world.export(root, { mirror: true })
        const project = requireConfig(await open(root))
        const { tree } = readTreeFor(project, project.config, selectTarget(project.config, undefined))
        expectSurvival(now, listsOf(tree.content), { textOf: meaning })
        const files = bytesBelow(root)
        const again = await world.export(root, { mirror: true })
        expect([again.written, again.removed]).toEqual([[], []])
        expect(bytesBelow(root)).toEqual(files)
      }),
      { part: isLong ? 0.25 : 0.1 },
    )
  })
})

describe('output about any tenant', () => {
  let printed: string[] = []
  const environment = process.env['BOARDWRIGHT_TOKEN']
  beforeEach(() => {
    const keep = (text: string | Uint8Array): boolean => {
      printed.push(String(text))
      return true
    }
    vi.spyOn(process.stdout, 'write').mockImplementation(keep)
    vi.spyOn(process.stderr, 'write').mockImplementation(keep)
    process.env['BOARDWRIGHT_TOKEN'] = world.env()['BOARDWRIGHT_TOKEN']
  })
  afterEach(() => {
    vi.restoreAllMocks()
    if (environment === undefined) delete process.env['BOARDWRIGHT_TOKEN']
    else process.env['BOARDWRIGHT_TOKEN'] = environment
  })

  test('contains no control characters, and no key', async () => {
    await holds(
      fc.asyncProperty(tenant, switches, async (seed, changes) => {
        await world.lay(seed, changes)
        const root = await world.project()
        printed = []
        const statuses = [
          await run(['export', '-C', root]),
          await run(['validate', '-C', root]),
          await run(['validate', '-C', root, '--format', 'github']),
        ]
        expect(statuses, printed.join('').slice(0, 2000)).toEqual([0, 0, 0])
        expect(RAW.exec(printed.join(''))?.input ?? '').toBe('')
        expect(printed.join('')).not.toContain(world.env()['BOARDWRIGHT_TOKEN'])
      }),
      { part: isLong ? 0.25 : 0.1 },
    )
  })
})
