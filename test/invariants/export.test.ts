import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { caseTwins, isSafePath } from '../../src/serialize/names.ts'
import { validateProject } from '../../src/sync/validate.ts'
import { switches } from './switches.ts'
import { tenant } from './tenants.ts'
import { holds, open, openWorld, TIMEOUT } from './world.ts'

const world = openWorld()

/** Every file below a directory, by its path: its bytes, one character each. */
function bytesBelow(root: string): Record<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !path.startsWith('.boardwright/'))
    .sort()
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(root, path), 'latin1')]))
}

const writes = () =>
  world
    .sandbox()
    .controls.requests()
    .filter(({ method }) => method !== 'GET')

describe('the export of any tenant', () => {
  test(
    'twice changes no byte, writes nothing to the platform, and is a valid tree of safe files',
    async () => {
      await holds(
        fc.asyncProperty(tenant, switches, async (seed, changes) => {
          await world.lay(seed, changes)
          const root = await world.project()
          const first = await world.export(root)
          const before = bytesBelow(root)
          const second = await world.export(root)
          expect(bytesBelow(root)).toEqual(before)
          expect([second.written, second.removed]).toEqual([[], []])
          expect([first.writeRequests, second.writeRequests, writes()]).toEqual([0, 0, []])
          const content = Object.keys(before).filter((path) => path.startsWith('content/'))
          expect(content.filter((path) => !isSafePath(path))).toEqual([])
          expect([...caseTwins(content)]).toEqual([])
          const { problems } = validateProject(await open(root), undefined)
          expect(problems.filter(({ warning }) => !warning)).toEqual([])
        }),
      )
    },
    TIMEOUT,
  )
})
