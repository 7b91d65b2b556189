import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { printDocument } from '../../src/serialize/print.ts'
import { caseTwins, isSafePath } from '../../src/serialize/names.ts'
import { dashboardValue, folderValue, reportValue, workbookValue } from '../../src/serialize/values.ts'
import { selectTarget } from '../../src/config/targets.ts'
import { readTreeFor } from '../../src/sync/render.ts'
import { validateProject } from '../../src/sync/validate.ts'
import { requireConfig } from '../../src/sync/project.ts'
import { CHECKED_ROWS, expectSurvival, TREE_ROWS } from './survival.ts'
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
  test('the rows that are checked are those of the field table', () => {
    expect(CHECKED_ROWS.toSorted()).toEqual(TREE_ROWS.toSorted())
  })

  test(
    'twice changes no byte, loses nothing, writes nothing to the platform, and is a valid tree of safe files',
    async () => {
      const survived = new Map<string, number>()
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
          const project = requireConfig(await open(root))
          const { problems } = validateProject(project, undefined)
          expect(problems.filter(({ warning }) => !warning)).toEqual([])
          const { tree } = readTreeFor(project, project.config, selectTarget(project.config, undefined))
          expectSurvival(seed, tree.content, survived)
        }),
      )
      expect(CHECKED_ROWS.filter((row) => !survived.has(row))).toEqual([])
    },
    TIMEOUT,
  )
})
