import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { EMPTY } from '../content/values.ts'
import type { Lists } from '../support/lists.ts'
import { keysOf, openLive, workbookIn } from './support.ts'

const { read, sandbox, send } = openLive()
afterEach(async () => {
  await sandbox().controls.reset()
})

describe('embed access', () => {
  const declared = (slug: string, embedAccess: Lists['workbooks'][number]['embedAccess']): Lists => ({
    ...EMPTY,
    workbooks: [{ slug, folder: [], name: slug, publish: true, meta: {}, ...(embedAccess ? { embedAccess } : {}) }],
  })
  const asked = () =>
    sandbox()
      .controls.requests()
      .filter(({ path }) => path.endsWith('/embed-access'))

  test('is read if the tree declares it, for the audiences that it names', async () => {
    const all = await send('GET', 'workbooks')
    const { id } = all.items.find(({ slug }: { slug: string }) => slug === 'revenue-overview')
    const { tenants } = await send('GET', `workbooks/${id}/embed-access`)
    const [{ embedTenantName }] = tenants
    sandbox().controls.clearRequests()
    const live = await read({
      declared: declared('revenue-overview', { '*': 'read', [embedTenantName]: 'none', nobody: 'read' }),
    })
    expect(workbookIn(live, 'revenue-overview')?.embedAccess).toEqual({
      '*': 'none',
      [embedTenantName]: 'read',
      nobody: 'none',
    })
    expect(asked()).toHaveLength(1)
  })

  test.each([
    ['nothing is declared', declared('revenue-overview', undefined)],
    ['no audience is', declared('revenue-overview', {})],
    ['it is declared of what is not there', declared('other', { '*': 'read' })],
  ])('is not read if %s', async (_, tree) => {
    const live = await read({ declared: tree })
    expect(workbookIn(live, 'revenue-overview')).not.toHaveProperty('embedAccess')
    expect(asked()).toEqual([])
  })

  test('that may not be read is not compared', async () => {
    sandbox().controls.addFault({
      method: 'GET',
      path: '/api/v1/deployments/2/workbooks/*/embed-access',
      kind: 'status',
      status: 403,
    })
    const live = await read({ declared: declared('revenue-overview', { '*': 'read' }) })
    expect(workbookIn(live, 'revenue-overview')?.embedAccess).toEqual({ '*': 'read' })
    expect(keysOf(live, 'unseen')).toEqual(['workbook/revenue-overview'])
  })
})

describe('the data model', () => {
  const bytesAsked = () =>
    sandbox()
      .controls.requests()
      .filter(({ path }) => path.endsWith('/data-model/files'))

  test('is read as hashes, with bytes only for files that differ from the tree', async () => {
    const live = await read({ branch: 'main' })
    expect(live.content.model).toHaveLength(10)
    for (const { path, hash } of live.content.model) {
      expect([
        path,
        createHash('sha1')
          .update(live.modelBytes.get(path) ?? '')
          .digest('hex'),
      ]).toEqual([path, hash])
    }
    expect(bytesAsked()).toHaveLength(1)

    sandbox().controls.clearRequests()
    const again = await read({ branch: 'main', declared: live.content })
    expect([again.modelBytes.size, bytesAsked().length]).toEqual([0, 0])

    const [first, ...others] = live.content.model
    const declared = { ...EMPTY, model: [{ path: first?.path ?? '', hash: '0'.repeat(40) }, ...others] }
    expect([...(await read({ branch: 'main', declared })).modelBytes.keys()]).toEqual([first?.path])
  })

  test('is left out without a branch, and by its scope', async () => {
    expect((await read()).content.model).toEqual([])
    const live = await read({ branch: 'main', isInScope: (path) => path.endsWith('.yml') && path.includes('cubes') })
    expect(live.content.model.map(({ path }) => path).every((path) => path.includes('cubes'))).toBe(true)
  })
})

test('progress counts what was read', async () => {
  const seen: string[] = []
  await read({ onProgress: (counts) => seen.push(JSON.stringify(counts)) })
  expect(JSON.parse(seen.at(-1) ?? '')).toEqual({ folders: 6, workbooks: 7, reports: 20 })
  expect(seen).toHaveLength(33)
})
