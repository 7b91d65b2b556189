// Slow: it applies many times.
import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { validateProject } from '../../src/check/validate.ts'
import { planTarget } from '../../src/project/plan.ts'
import { takeSnapshot } from '../../src/project/snapshot.ts'
import { renderMarkdown } from '../../src/words/markdown.ts'
import { readFiles } from '../support/directory.ts'
import { accountTarget, applied, outcomeOf } from './account-target.ts'
import { at as pathIn, type Scene } from './promote-world.ts'

const { account, open, call } = accountTarget('tenantGroups')

const TENANTS = '/api/v1/embed-tenants'
const DIRECTORY = 'account/tenants/initech/groups'
const FILE = `${DIRECTORY}/editors.yaml`
const EDITORS = 'name: Editors\n'

const openTarget = (files: Record<string, string> = { [FILE]: EDITORS }, more?: string) => open(files, more)

interface Live {
  readonly id: number
  readonly name: string
  readonly description: string | null
}
const groupsOf = async (tenant = 'initech'): Promise<Live[]> =>
  (await call<{ items: Live[] }>(`${TENANTS}/${tenant}/groups`)).items

/** As a session of the embedding application would: the tenant is made with its first user. */
const makeUser = (externalId: string, tenantGroups?: readonly string[], tenant = 'initech'): Promise<void> =>
  call(`${TENANTS}/${tenant}/user`, 'POST', { externalId, ...(tenantGroups && { tenantGroups }) })

const outcome = (scene: Scene, accept?: readonly string[], prune?: boolean) =>
  outcomeOf('tenantGroup', scene, accept, prune)

const KEY = 'tenantGroup/initech/Editors'

test('a group is created and described, compared three ways, and what its file leaves out is cleared', async () => {
  await makeUser('ada')
  const scene = await openTarget()
  expect(await outcome(scene)).toEqual([`create ${KEY} name`])
  await applied(scene)
  expect(await groupsOf()).toMatchObject([{ name: 'Editors', description: null }])
  expect(await outcome(scene)).toEqual([])

  await scene.commit({ [FILE]: `${EDITORS}description: They edit\n` })
  expect(await outcome(scene)).toEqual([`update ${KEY} description`])
  await applied(scene)
  const [{ id } = { id: 0 }, another] = await groupsOf()
  expect(another).toBeUndefined()

  await call(`${TENANTS}/initech/groups/${id}`, 'PATCH', { description: 'They edit and publish' })
  expect(await outcome(scene)).toEqual([`left ui-edit ${KEY}: edited in the UI since the last apply`])
  await scene.commit({ [FILE]: `${EDITORS}description: They write\n` })
  expect(await outcome(scene)).toEqual([`conflict ${KEY}: 1 conflict`])
  await scene.commit({ [FILE]: EDITORS })
  await applied(scene, ['ui-edits'])
  expect(await groupsOf()).toMatchObject([{ description: null }])
  expect(await outcome(scene)).toEqual([])
})

test('nobody’s group is taken over unless it is adopted; an export has those of every tenant', async () => {
  await makeUser('ada')
  await makeUser('cy', undefined, 'globex')
  await call(`${TENANTS}/initech/groups`, 'POST', { name: 'Editors', description: 'Theirs' })
  await call(`${TENANTS}/globex/groups`, 'POST', { name: 'All / some' })
  const scene = await openTarget()
  expect(await outcome(scene)).toEqual([expect.stringMatching(/^left unclaimed .*: differs from live/)])
  await applied(scene, ['ui-edits'])
  expect(await groupsOf()).toMatchObject([{ description: 'Theirs' }])
  await scene.export('production')
  expect(readFiles(scene.root)).toMatchObject({
    [FILE]: `${EDITORS}description: Theirs\n`,
    'account/tenants/globex/groups/all-some.yaml': 'name: All / some\n',
  })
  await applied(scene)
  expect(await outcome(scene)).toEqual([])
})

test('a group is deleted with --prune only, if it is ours and nobody is in it', async () => {
  await makeUser('ada')
  await call(`${TENANTS}/initech/groups`, 'POST', { name: 'Theirs' })
  const scene = await openTarget()
  await applied(scene)
  await makeUser('ada', ['Editors'])
  await makeUser('bo', ['Editors'])
  await rm(pathIn(scene.root, FILE))
  await scene.commit()
  expect(await outcome(scene)).toEqual([`has-members ${KEY}: removed from the repo, but 2 embed users are in it`])
  expect(await outcome(scene, [], false)).toEqual([
    `left orphan ${KEY}: removed from the repo, but 2 embed users are in it`,
  ])
  await makeUser('ada', [])
  await makeUser('bo', [])
  expect(await outcome(scene, [], false)).toEqual([
    `left orphan ${KEY}: removed from the repo, still live; --prune deletes it`,
  ])
  await applied(scene)
  expect((await groupsOf()).map(({ name }) => name)).toEqual(['Theirs'])
  expect(await outcome(scene)).toEqual([])
})

test('a group that somebody joins between plan and delete stays, and the run says why', async () => {
  await makeUser('ada')
  const scene = await openTarget()
  await applied(scene)
  await rm(pathIn(scene.root, FILE))
  await scene.commit()
  const { result } = await scene.apply('production', {
    shaping: { prune: true },
    confirm: async () => {
      await makeUser('ada', ['Editors'])
      return true
    },
  })
  expect(result?.failed.map(({ error }) => error.message)).toEqual([expect.stringContaining('1 embed user in it')])
  expect(await groupsOf()).toHaveLength(1)
})

test('another name is another group, and the plan says so', async () => {
  await makeUser('ada')
  const scene = await openTarget()
  await applied(scene)
  await scene.commit({ [FILE]: 'name: Authors\n' })
  const another = 'its file is about "Authors" now, which is another one: the platform cannot rename a group'
  expect(await outcome(scene, [], false)).toEqual([
    'create tenantGroup/initech/Authors name',
    expect.stringContaining(`left orphan ${KEY}: ${another}`),
  ])
  const { plan } = await scene.plan('production', { shaping: { prune: true } })
  expect(renderMarkdown(plan)).toContain(another)
  await applied(scene)
  expect((await groupsOf()).map(({ name }) => name)).toEqual(['Authors'])
})

test('a group of a tenant that there is not waits for it, and nothing is sent', async () => {
  const scene = await openTarget()
  expect(await outcome(scene)).toEqual([
    `absent-tenant ${KEY}: there is no embed tenant "initech": the application that embeds dashboards makes it`,
  ])
  account().controls.clearRequests()
  await applied(scene)
  const writes = account()
    .controls.requests()
    .filter(({ method, path }) => path.startsWith(TENANTS) && method !== 'GET')
  expect(writes).toEqual([])
  await makeUser('ada')
  expect(await outcome(scene)).toEqual([`create ${KEY} name`])
  await applied(scene)
  await call(`${TENANTS}/initech`, 'DELETE')
  for (const accept of [[], ['ui-edits']])
    expect(await outcome(scene, accept)).toEqual([expect.stringContaining(`absent-tenant ${KEY}`)])
})

test('only where they are managed is anything asked: the list of tenants, and one list for each', async () => {
  await makeUser('ada')
  await makeUser('cy', undefined, 'globex')
  const asked = async (scene: Scene): Promise<number> => {
    account().controls.clearRequests()
    await scene.plan('production')
    return account()
      .controls.requests()
      .filter(({ path }) => path.startsWith(TENANTS)).length
  }
  const unmanaged = await openTarget({ [FILE]: EDITORS }, '')
  expect([await asked(unmanaged), await asked(await openTarget())]).toEqual([0, 3])
  expect(await outcome(unmanaged)).toEqual([])
})

test('a lost answer makes no second group', async () => {
  await makeUser('ada')
  account().controls.addFault({ method: 'POST', path: `${TENANTS}/*`, kind: 'truncate', times: 1 })
  const scene = await openTarget()
  await applied(scene)
  expect(await groupsOf()).toHaveLength(1)
})

test('a key that may not see tenants plans nothing of them, and says so', async () => {
  await makeUser('ada')
  const scene = await openTarget()
  await applied(scene)
  await scene.commit({ [FILE]: `${EDITORS}description: They edit\n` })
  account().controls.addFault({ method: 'GET', path: TENANTS, kind: 'status', status: 403, times: 9 })
  const { plan } = await scene.plan('production')
  expect(plan.objects.filter(({ key }) => key.startsWith('tenantGroup/'))).toEqual([])
  expect(plan.notes).toContain('tenant groups cannot be read with this token: none is planned')
})

test('a snapshot has what a plan of tenant groups asks for', async () => {
  await makeUser('ada')
  const scene = await openTarget()
  const { text } = await takeSnapshot(await scene.open(), { env: scene.env, target: 'production' })
  const { plan } = await planTarget(await scene.open(), { env: {}, target: 'production', snapshot: text })
  expect(plan.objects.map(({ key }) => key)).toContain(KEY)
})

test('of two groups of a tenant that differ only in capitals, the second is held: the platform may take both for one', async () => {
  await makeUser('ada')
  const other = `${DIRECTORY}/small.yaml`
  const scene = await openTarget({ [FILE]: EDITORS, [other]: 'name: editors\n' })
  const held = `taken tenantGroup/initech/editors: "Editors" of this tenant differs only in capitals, and the platform may take both for one`
  expect(await outcome(scene)).toEqual([`create ${KEY} name`, held])
  await applied(scene)
  expect(await groupsOf()).toMatchObject([{ name: 'Editors' }])
  expect(await outcome(scene)).toEqual([held])
  expect(renderMarkdown((await scene.plan('production')).plan)).toMatch(
    new RegExp(`Give this one another name: +in ${other}`),
  )

  await call(`${TENANTS}/initech/groups`, 'POST', { name: 'editors' })
  expect(await outcome(scene)).toEqual([])
})

test('what is wrong with a file is said at its place', async () => {
  const scene = await openTarget({
    'account/tenants/Initech/groups/a.yaml': EDITORS,
    'account/tenants/x/groups/a.yaml': EDITORS,
    'account/tenants/acme-corp/groups/a.yaml': EDITORS,
    'account/tenants/acme-corp/groups/b.yaml': 'name: editors\n',
    'account/tenants/acme-corp/groups/c.yaml': EDITORS,
    'account/tenants/acme-corp/groups/d.yaml': 'name: System:all\nwas: Everybody\n',
    'account/tenants/acme-corp/users/a.yaml': 'name: ada\n',
    'account/tenants/globex/groups/a.yaml': EDITORS,
  })
  const { problems } = validateProject(await scene.open(), undefined)
  const said = problems.map(
    ({ at: { file, line }, message, warning }) => `${file}:${line} ${warning ? 'warning: ' : ''}${message}`,
  )
  expect(said).toMatchInlineSnapshot(`
    [
      "account/tenants/Initech/groups/a.yaml:undefined the platform writes the tenant "Initech" as "initech"",
      "account/tenants/acme-corp/groups/b.yaml:1 warning: the group "editors" differs only in capitals from the one in account/tenants/acme-corp/groups/a.yaml: the platform may take both for one, so a plan makes only one of them",
      "account/tenants/acme-corp/groups/c.yaml:1 the group "Editors" of acme-corp is in account/tenants/acme-corp/groups/a.yaml too",
      "account/tenants/acme-corp/groups/d.yaml:1 "name" must not begin with system:, which the platform keeps for itself",
      "account/tenants/acme-corp/groups/d.yaml:2 unknown key "was"",
      "account/tenants/acme-corp/users/a.yaml:undefined warning: unexpected file: nothing refers to it",
      "account/tenants/x/groups/a.yaml:undefined "x" cannot be the name of an embed tenant",
    ]
  `)
})
