import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startSandbox } from '../../packages/sandbox/index.ts'
import { exportTree } from '../../src/project/export.ts'
import { openProject, requireConfig } from '../../src/project/local/project.ts'
import { planTarget } from '../../src/project/plan.ts'
import { openSnapshot, takeSnapshot } from '../../src/project/snapshot.ts'
import { commitAll, temporaryDirectory, writeFiles } from '../support/directory.ts'

const TODAY = '2026-11-20'
const configOf = (url: string): string => `version: 1
project: acme
projectId: 7f3kQ2m9
home: production
targets:
  dev: {url: "${url}", deployment: 1}
  production: {url: "${url}", deployment: 2, dataModel: {branch: main}}
`

const edit = (root: string, file: string, change: (text: string) => string): void =>
  writeFileSync(join(root, file), change(readFileSync(join(root, file), 'utf8')))

describe('a snapshot', () => {
  test('gives the same plan as the platform, for a tree that has changed since, without a request', async () => {
    const sandbox = await startSandbox({ seed: 'acme' })
    const root = temporaryDirectory()
    await writeFiles(root, { 'boardwright.yaml': configOf(sandbox.url), '.gitignore': '.boardwright/\n' })
    const env = { BOARDWRIGHT_TOKEN: sandbox.keys.admin }
    const open = async () => requireConfig(await openProject(root, TODAY))
    await exportTree(await open(), { env, target: 'production' })
    commitAll(root)
    const traffic = { reads: 0, writes: 0 }
    const taken = await takeSnapshot(await open(), { env, target: 'production', traffic })
    expect(traffic).toEqual({ reads: expect.any(Number), writes: 0 })
    expect(taken.text).not.toContain(sandbox.keys.admin)

    // Another name, another slug, another model file, and embedding that only this tree declares.
    edit(root, 'content/sales/revenue-overview/workbook.yaml', (text) =>
      text
        .replace('name: Revenue overview', 'name: Revenue\nwas: revenue-overview')
        .replace('slug: revenue-overview', 'slug: revenue'),
    )
    edit(root, 'content/sales/revenue-overview/reports/orders.yaml', (text) =>
      text.replace(/^name: .*$/m, 'name: Orders 2'),
    )
    edit(root, 'data-model/model/cubes/orders.yml', (text) => `${text}\n# more\n`)
    commitAll(root, 'change')
    const live = await planTarget(await open(), { env, target: 'production' })
    await sandbox.close()

    const offline = await planTarget(await open(), { env: {}, target: 'production', snapshot: taken.text })
    const [note, ...notes] = offline.plan.notes
    expect(note).toMatch(/^compared with a snapshot of \d{4}-\d\d-\d\d \d\d:\d\d UTC, not with what is live now$/)
    expect({ ...offline.plan, notes }).toEqual(live.plan)
    expect([...live.plan.objects, ...live.plan.held].map(({ key }) => key)).toEqual(['model/model/cubes/orders.yml'])
    expect(offline).toMatchObject({ requests: 0, writeRequests: 0 })
    expect(traffic.reads).toBeGreaterThan(0)
  })

  test.each([
    [
      'another target',
      (text: string) => text.replace('"target":"production"', '"target":"dev"'),
      'BW-E1507',
      'its target is dev, not production',
    ],
    [
      'another project',
      (text: string) => text.replace('"projectId":"7f3kQ2m9"', '"projectId":"other"'),
      'BW-E1507',
      'its projectId is other',
    ],
    ['a later version', (text: string) => text.replace('{"format":2,', '{"format":3,'), 'BW-E1506', 'it has format 3'],
    ['half a file', (text: string) => text.slice(0, 100), 'BW-E1506', 'too early'],
    ['another file', () => '{"a":1}', 'BW-E1506', 'format'],
  ] as const)('of %s is refused', async (_, change, code, message) => {
    const text = `{"format":2,"snapshot":{"projectId":"7f3kQ2m9","target":"production","deployment":2,"origin":"https://acme.example","branch":"main"},"now":0,"refusals":[],"answers":[]}`
    const root = temporaryDirectory()
    await writeFiles(root, { 'boardwright.yaml': configOf('https://acme.example') })
    const { config } = requireConfig(await openProject(root, TODAY))
    const target = config.targets.find(({ name }) => name === 'production')
    if (!target) throw new Error('no target')
    expect(() => openSnapshot(text, target)).not.toThrow()
    expect(() => openSnapshot(change(text), target)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message) }),
    )
  })
})
