// Slow: it applies many times.
import { rm } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import { accountTarget, applied, decidedFor } from './account-target.ts'
import { at as pathIn, type Scene } from './promote-world.ts'

const { open, call } = accountTarget('')

const FILE = 'content/sales/revenue/workbook.yaml'
const REVENUE = 'slug: revenue\nname: Revenue\nallowEmbed: true\n'
const WORKBOOKS = '/api/v1/deployments/2/workbooks'

const openTarget = (access: string) => open({ [FILE]: `${REVENUE}${access}` }, '')
const outcome = (scene: Scene, more?: object) => decidedFor(/workbook\//, scene, more)

const workbook = async (): Promise<number> => {
  const { items } = await call<{ items: { id: number; slug: string }[] }>(WORKBOOKS)
  return items.find(({ slug }) => slug === 'revenue')?.id ?? 0
}
const share = async (embedTenantName: string, action: string) =>
  call(`${WORKBOOKS}/${await workbook()}/embed-access`, 'PUT', { embedTenantName, action })
/** The tenants that see it. */
async function seenBy(): Promise<readonly string[]> {
  type Access = { readonly tenants: readonly { readonly embedTenantName: string; readonly action: string }[] }
  const { tenants } = await call<Access>(`${WORKBOOKS}/${await workbook()}/embed-access`)
  return tenants.flatMap(({ embedTenantName, action }) => (action === 'read' ? [embedTenantName] : [])).sort()
}

beforeEach(async () => {
  for (const tenant of ['globex', 'initech'])
    await call(`/api/v1/embed-tenants/${tenant}/user`, 'POST', { externalId: 'ada' })
})

test.each([
  ['no access', '', ['globex', 'initech'], 'embed tenant globex and embed tenant initech'],
  ['another tenant', 'embedAccess: {initech: read}\n', ['globex', 'initech'], 'embed tenant globex'],
])(
  'whom an apply let see a dashboard still does while its file names %s, and no more once it says `none`',
  async (_, without, still, whom) => {
    const scene = await openTarget('embedAccess: {globex: read, initech: read}\n')
    await applied(scene)
    await scene.commit({ [FILE]: `${REVENUE}${without}` })
    expect(await outcome(scene)).toEqual([])
    const { notes } = (await scene.plan('production')).plan
    expect(notes).toContain(
      `an apply let ${whom} see "Revenue", and its file no longer says so (\`none\` takes it away)`,
    )
    await applied(scene)
    expect(await seenBy()).toEqual(still)

    await scene.commit({ [FILE]: `${REVENUE}embedAccess: {globex: none, initech: read}\n` })
    expect(await outcome(scene)).toEqual(['update workbook/revenue'])
    await applied(scene)
    expect(await seenBy()).toEqual(['initech'])
    expect(await outcome(scene)).toEqual([])
  },
)

test('a dashboard whose file is gone is deleted if the same tenants see it, and held if people changed who does', async () => {
  const scene = await openTarget('embedAccess: {globex: read, initech: none}\n')
  await applied(scene)
  await rm(pathIn(scene.root, 'content/sales/revenue'), { recursive: true })
  await scene.commit()
  await share('globex', 'none')
  expect(await outcome(scene)).toEqual(['edited-orphan workbook/revenue'])
  await share('globex', 'read')
  expect(await outcome(scene)).toEqual(['delete workbook/revenue'])
})
