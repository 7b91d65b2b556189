// Slow: it makes many copies.
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commitAll } from '../support/directory.ts'
import { openPreviewedTenant } from './previewed-tenant.ts'

const { root, sandbox, run, retitle, later, list, whole } = openPreviewedTenant()

test('a widget of a report outside of the tree is named in the copy, and the rest is copied', async () => {
  const before = await whole()
  const made = await fetch(`${sandbox().url}/api/v1/deployments/2/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox().keys.admin}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Outside', sqlQuery: 'select 1' }),
  })
  const { publicId, id } = (await made.json()) as { publicId: string; id: number }
  const file = `${root}/content/sales/revenue-overview/dashboard.yaml`
  const was = readFileSync(file, 'utf8')
  const widget = `  - id: out1\n    type: CHART\n    report: id:${publicId}\n    position: {x: 0, y: 900, w: 6, h: 4}\n`
  writeFileSync(file, `${was}${widget}`)
  commitAll(root, 'shows another')
  const staged = await run('try copies --name pr-1')
  expect(staged).toMatchObject({ code: 0, stdout: expect.not.stringContaining('Left as people changed it') })
  const copy = (await list('workbooks?first=1000')).find(({ slug }) => /^preview-pr-1-.*overview$/.test(String(slug)))
  const text = JSON.stringify(copy)
  expect(text).toContain(`shows a report that is not in the tree (id:${publicId})`)
  expect(text).not.toContain(`"reportId":${id}`)
  expect(await run('try drop --name pr-1')).toMatchObject({ code: 0 })
  await sandbox().controls.addPeople({ do: [{ do: 'delete', type: 'REPORT', id: publicId }] })
  writeFileSync(file, was)
  commitAll(root, 'no longer')
  expect(await whole()).toBe(before)
})

test('a key that sees only a part of a preview ends, says so, and does not claim to have dropped it', async () => {
  const { keys } = sandbox()
  retitle('Orders that others try')
  expect(await run('try copies --name pr-2')).toMatchObject({ code: 0 })
  const before = await whole()
  const again = await run('try copies --name pr-2', keys.member)
  expect(again.code).not.toBe(0)
  expect(again.stdout).toContain('or it was there where this key cannot see it\nTry it with the key that made it')
  expect(await whole()).toBe(before)

  const dropped = await run('try drop --name pr-2', keys.member)
  expect([dropped.code, dropped.stdout]).toEqual([
    0,
    "pr-2: nothing that this key sees was left\n  This key does not see everything: copies of others stay. Drop it with the key that made it, or an admin's.\n",
  ])
  const json = JSON.parse((await run('try drop --name pr-2 --json', keys.member)).stdout)
  expect(json.dropped).toMatchObject([{ deleted: 0, unseen: true }])
  later(9)
  expect(await run('try sweep', keys.member)).toMatchObject({
    code: 0,
    stdout: 'Nothing that was tried and this key sees has expired.\n',
  })
  expect(await whole()).toBe(before)
  expect((await run('try sweep')).stdout).toContain('pr-2: ')
})

test('a key that is no admin drops all of what it copied itself', async () => {
  const { keys } = sandbox()
  const before = await whole()
  expect(await run('try copies --name pr-3', keys.member)).toMatchObject({ code: 0 })
  const { code, stdout } = await run('try drop --name pr-3', keys.member)
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^pr-3: \d+ objects removed\n$/)])
  expect(await whole()).toBe(before)
})
