// Slow: it applies many times.
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { overwrittenIn, restoreRun } from '../../src/project/restore.ts'
import { accountTarget, applied, decidedFor } from './account-target.ts'

const { open, call, groups } = accountTarget('groups, attributes, roles, tenantGroups')

const [MARIA, BOT] = ['maria@acme.com', 'ci-bot@acme.com']
const TENANT_GROUPS = '/api/v1/embed-tenants/initech/groups'
const FILES = {
  'account/groups/analysts.yaml': `name: Analysts\nmembers: [${MARIA}, ${BOT}]\n`,
  'account/attributes/region.yaml': 'name: region\ntype: string\ndisplayName: Region\ndescription: Ours\n',
  'account/roles/sellers.yaml':
    'name: Sellers\npolicies:\n  - {resourceType: Deployment, actions: [ReportRead], resources: [production]}\n',
  'account/tenants/initech/groups/editors.yaml': 'name: Editors\ndescription: Ours\n',
}

interface Row {
  readonly id: number
  readonly description: string | null
  readonly policies: readonly unknown[]
}
const only = async (path: string): Promise<Row> => {
  const [row] = (await call<{ items: Row[] }>(path)).items
  if (!row) throw new Error(`nothing is at ${path}`)
  return row
}
const ROWS = { attribute: '/api/v1/user-attributes', role: '/api/v1/roles', tenantGroup: TENANT_GROUPS }
const live = async () => ({
  members: (await groups.members())['Analysts'],
  attribute: (await only(ROWS.attribute)).description,
  allowed: (await only(ROWS.role)).policies,
  tenantGroup: (await only(ROWS.tenantGroup)).description,
})
const reading = (...actions: readonly string[]) => [{ resourceType: 'Deployment', actions, resources: ['2'] }]

test('what a run overwrote of the account is restored: who had left, what a role allowed, and descriptions', async () => {
  await call('/api/v1/embed-tenants/initech/user', 'POST', { externalId: 'ada' })
  const scene = await open(FILES)
  await applied(scene)
  const ours = { members: [BOT, MARIA], attribute: 'Ours', allowed: reading('ReportRead'), tenantGroup: 'Ours' }
  expect(await live()).toMatchObject(ours)

  await groups.leave('Analysts', MARIA)
  await call(`${ROWS.attribute}/${(await only(ROWS.attribute)).id}`, 'PUT', { description: 'Theirs' })
  await call(`${ROWS.role}/${(await only(ROWS.role)).id}`, 'PUT', { policies: reading('DownloadData', 'ReportRead') })
  await call(`${TENANT_GROUPS}/${(await only(TENANT_GROUPS)).id}`, 'PATCH', { description: null })
  const { journal = '' } = await scene.apply('production', { shaping: { accept: ['ui-edits'] } })
  expect(await live()).toMatchObject(ours)

  const project = await scene.open()
  const back = await overwrittenIn(project, basename(journal, '.jsonl'))
  expect(back.leftOut).toEqual([])
  await restoreRun(project, back, { env: scene.env, target: 'production', confirm: async () => true })
  expect(await live()).toMatchObject({
    ...{ members: [BOT], attribute: 'Theirs', tenantGroup: null },
    allowed: reading('DownloadData', 'ReportRead'),
  })
  const edited = ['group/analysts', 'attribute/region', 'role/sellers', 'tenantGroup/initech/Editors']
  expect((await decidedFor(/./, scene)).sort()).toEqual(edited.map((key) => `left ui-edit ${key}`).sort())
})
