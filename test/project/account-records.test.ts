// Slow: it applies many times.
import { readFile, rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { explainObject } from '../../src/check/explain.ts'
import { groupKey } from '../../src/content/model.ts'
import { adoptTarget } from '../../src/project/adopt.ts'
import { git } from '../support/directory.ts'
import { accountTarget, applied, decidedFor, GROUPS } from './account-target.ts'
import { at as pathIn, type Scene } from './promote-world.ts'

const { account, open, call, groups } = accountTarget('groups, roles, tenantGroups')

const FILE = 'account/groups/analysts.yaml'
const ROLE = 'account/roles/sellers.yaml'
const MARIA = 'maria@acme.com'
const BOT = 'ci-bot@acme.com'
const WORKBOOKS = '/api/v1/deployments/2/workbooks'
const withMembers = (...members: readonly string[]): string => `name: Analysts\nmembers: [${members.join(', ')}]\n`
const allowing = (...actions: readonly string[]): string =>
  `name: Sellers\npolicies:\n  - {resourceType: Deployment, actions: [${actions.join(', ')}], resources: [production]}\n`

const openTarget = (files: Record<string, string> = { [FILE]: withMembers(MARIA) }) => open(files)
const outcome = (scene: Scene) => decidedFor(/(group|role|tenantGroup)\//, scene)
const allowed = async (): Promise<readonly string[]> => {
  const { items } = await call<{ items: { policies: { actions: string[] }[] }[] }>('/api/v1/roles')
  return items.flatMap(({ policies }) => policies.flatMap(({ actions }) => actions)).sort()
}

/** An apply that writes what it has to, and then none of the records of it; long enough ago to be over. */
async function cutOff(scene: Scene, shaping: object = { prune: true }): Promise<void> {
  const { controls } = account()
  const { result } = await scene.apply('production', {
    shaping,
    onEvent: (event) => {
      if (event.type === 'phase' && event.phase === 'ledgers')
        controls.addFault({ method: 'PUT', path: `${WORKBOOKS}/**`, kind: 'status', status: 403, times: 99 })
    },
  })
  expect(result?.failed.length).toBeGreaterThan(0)
  controls.clearFaults()
  controls.setClock({ advanceMs: 16 * 60_000 })
}

const revert = async (scene: Scene, files: Record<string, string | undefined>): Promise<void> => {
  for (const [file, text] of Object.entries(files)) {
    if (text === undefined) await rm(pathIn(scene.root, file))
    else await scene.write({ [file]: text })
  }
  await scene.commit()
}

test('a group that no apply wrote is never deleted, also if a file had its name once', async () => {
  await groups.make('Finance', [BOT])
  const scene = await openTarget({})
  await applied(scene)
  await scene.export('production')
  await applied(scene)
  await rm(pathIn(scene.root, 'account/groups/finance.yaml'))
  await scene.commit()
  expect(await outcome(scene)).toEqual([])
  await applied(scene)
  expect(await groups.members()).toEqual({ Finance: [BOT] })
})

test('if people give the name of one of ours to another one, both are left as they are until somebody decides', async () => {
  const scene = await openTarget({ [FILE]: withMembers(MARIA) })
  await applied(scene)
  await groups.rename('Analysts', 'Data people')
  await groups.make('Analysts', [MARIA])
  await scene.commit({ [FILE]: withMembers(MARIA, BOT) })
  expect(await outcome(scene)).toEqual(['namesake group/analysts'])
  await applied(scene)
  expect(await groups.members()).toEqual({ Analysts: [MARIA], 'Data people': [MARIA] })

  // The file follows the name that ours has now.
  const renamed = withMembers(MARIA, BOT).replace('Analysts', 'Data people')
  await scene.commit({ [FILE]: `was: Analysts\n${renamed}` })
  expect(await outcome(scene)).toEqual(['update group/data people'])
  await applied(scene)
  expect(await groups.members()).toEqual({ Analysts: [MARIA], 'Data people': [BOT, MARIA] })
  await scene.commit({ [FILE]: renamed })
  expect(await outcome(scene)).toEqual([])
  await applied(scene)
  await rm(pathIn(scene.root, FILE))
  await scene.commit()
  expect(await outcome(scene)).toEqual(['delete group/data people'])
  await applied(scene)
  expect(await groups.members()).toEqual({ Analysts: [MARIA] })
})

test('a group that says it was one that has a file of its own is a new one', async () => {
  const scene = await openTarget()
  await applied(scene)
  await scene.commit({ 'account/groups/b.yaml': `was: Analysts\n${withMembers(BOT).replace('Analysts', 'Board')}` })
  expect(await outcome(scene)).toEqual(['create group/board'])
  await applied(scene)
  expect(await groups.members()).toEqual({ Analysts: [MARIA], Board: [BOT] })
  expect(await outcome(scene)).toEqual([])
})

test('a new group waits while one of ours has its name in the UI', async () => {
  const scene = await openTarget()
  await applied(scene)
  await groups.rename('Analysts', 'Data people')
  const file = 'account/groups/data-people.yaml'
  await scene.commit({ [file]: withMembers(BOT).replace('Analysts', 'Data people') })
  expect(await outcome(scene)).toEqual(['taken group/data people', 'left ui-edit group/analysts'])
  await applied(scene)
  expect(await groups.members()).toEqual({ 'Data people': [MARIA] })
})

test('a group that people made under the name of one of ours that is gone belongs to them', async () => {
  const scene = await openTarget()
  await applied(scene)
  const [ours] = await groups.live()
  await call(`${GROUPS}/${ours?.id}`, 'DELETE')
  await groups.make('Analysts', [BOT])
  expect(await outcome(scene)).toEqual(['left unclaimed group/analysts'])
  await rm(pathIn(scene.root, FILE))
  await scene.commit()
  expect(await outcome(scene)).toEqual([])
})

test('a delete says the name that a group has now', async () => {
  const scene = await openTarget()
  await applied(scene)
  await groups.rename('Analysts', 'Data people')
  await rm(pathIn(scene.root, FILE))
  await scene.commit()
  const { plan } = await scene.plan('production', { shaping: { prune: true, accept: ['ui-edits'] as never } })
  expect(plan.objects).toMatchObject([{ action: 'delete', key: 'group/analysts', title: ['Data people'] }])
})

test.each([
  ['a group that it made', {}, { [FILE]: withMembers(MARIA) }, { [FILE]: undefined }, {}],
  [
    'a member whom it added',
    { [FILE]: withMembers(BOT) },
    { [FILE]: withMembers(BOT, MARIA) },
    { [FILE]: withMembers(BOT) },
    { Analysts: [BOT] },
  ],
  [
    'a member whom it took out',
    { [FILE]: withMembers(BOT, MARIA) },
    { [FILE]: withMembers(BOT) },
    { [FILE]: withMembers(BOT, MARIA) },
    { Analysts: [BOT, MARIA] },
  ],
])('what a killed apply wrote is taken back with its commit: %s', async (_, before, wrong, back, after) => {
  const scene = await openTarget(before)
  await applied(scene)
  await scene.commit(wrong)
  await cutOff(scene)
  await revert(scene, back)
  await applied(scene)
  expect(await groups.members()).toEqual(after)
  expect(await outcome(scene)).toEqual([])
})

test('a role that a killed apply widened is narrowed with its commit', async () => {
  const scene = await openTarget({ [ROLE]: allowing('ReportRead') })
  await applied(scene)
  await scene.commit({ [ROLE]: allowing('ReportRead', 'DownloadData') })
  await cutOff(scene)
  expect(await allowed()).toEqual(['DownloadData', 'ReportRead'])
  await scene.commit({ [ROLE]: allowing('ReportRead') })
  expect(await outcome(scene)).toEqual(['update role/sellers'])
  await applied(scene)
  expect(await allowed()).toEqual(['ReportRead'])
})

test('a group that a killed apply made is renamed in git without a twin', async () => {
  const scene = await openTarget({})
  await applied(scene)
  await scene.commit({ [FILE]: withMembers(MARIA) })
  await cutOff(scene)
  await scene.commit({ [FILE]: `was: Analysts\n${withMembers(MARIA).replace('Analysts', 'Data people')}` })
  await applied(scene)
  expect(Object.keys(await groups.members())).toHaveLength(1)
})

test('a group that a killed apply created again is ours', async () => {
  const scene = await openTarget()
  await applied(scene)
  const [before] = await groups.live()
  await call(`${GROUPS}/${before?.id}`, 'DELETE')
  await cutOff(scene, { accept: ['ui-edits'] })
  await scene.commit({ [FILE]: withMembers(BOT) })
  await applied(scene)
  expect(await groups.members()).toEqual({ Analysts: [BOT] })
})

test.each([
  ['no list', 'name: Analysts\n'],
  ['`members: off`', "name: Analysts\nmembers: 'off'\n"],
])('whom an apply added stays ours while the file has %s, and leaves with a later list', async (_, without) => {
  const scene = await openTarget({ [FILE]: withMembers(BOT, MARIA) })
  await applied(scene)
  await scene.commit({ [FILE]: without })
  const { plan } = await scene.plan('production')
  expect(plan.notes).toContainEqual(expect.stringContaining('2 members whom an apply added stay in "Analysts"'))
  await applied(scene)
  expect(await groups.members()).toEqual({ Analysts: [BOT, MARIA] })
  expect((await scene.plan('production')).plan.notes).toEqual(plan.notes)
  await scene.commit({ [FILE]: withMembers(BOT) })
  await applied(scene)
  expect(await groups.members()).toEqual({ Analysts: [BOT] })
  await scene.commit({ [FILE]: without })
  await applied(scene)
  await scene.commit({ [FILE]: withMembers() })
  await applied(scene)
  expect(await groups.members()).toEqual({ Analysts: [] })
})

test('if every record is lost, nobody who was taken out by hand is added again', async () => {
  const scene = await openTarget({ [FILE]: withMembers(BOT, MARIA) })
  await applied(scene)
  await groups.leave('Analysts', MARIA)
  for (const { id } of await workbooks()) await call(`${WORKBOOKS}/${id}`, 'PUT', { meta: {} })
  expect(await outcome(scene)).toEqual(['left unclaimed group/analysts'])
  await applied(scene)
  expect(await groups.members()).toEqual({ Analysts: [BOT] })
})

test('a group whose entry is lost and that people rename gets no twin, and goes on under its new name', async () => {
  const scene = await openTarget({ [FILE]: withMembers(BOT, MARIA) })
  await applied(scene)
  // As a browser tab does that was open before the first apply to the group.
  await forge('revenue', ({ o: { 'group/analysts': _, ...o } }) => ({ o }))
  await groups.leave('Analysts', MARIA)
  await groups.rename('Analysts', 'Data people')
  for (const files of [{}, plain('alpha'), { [FILE]: withMembers(BOT) }, plain('beta')]) {
    await scene.commit(files)
    expect(await outcome(scene)).toEqual(['deleted-live group/analysts'])
    await applied(scene)
    expect(await groups.members()).toEqual({ 'Data people': [BOT] })
  }

  const renamed = withMembers(BOT, MARIA).replace('Analysts', 'Data people')
  await scene.commit({ [FILE]: `was: Analysts\n${renamed}` })
  expect(await outcome(scene)).toEqual(['left unclaimed group/data people'])
  await scene.adopt('production')
  await applied(scene)
  expect(await outcome(scene)).toEqual(['conflict group/data people'])
})

test('a group whose entry is lost and that is gone is created again once that is accepted', async () => {
  const scene = await openTarget()
  await applied(scene)
  await forge('revenue', ({ o: { 'group/analysts': _, ...o } }) => ({ o }))
  await groups.remove()
  expect(await outcome(scene)).toEqual(['deleted-live group/analysts'])
  await applied(scene, ['ui-edits'])
  expect(await groups.members()).toEqual({ Analysts: [MARIA] })
  expect(await outcome(scene)).toEqual([])
})

interface Holder {
  readonly id: number
  readonly slug: string
  readonly meta?: { readonly boardwright?: string }
}
const workbooks = async () => (await call<{ items: Holder[] }>(`${WORKBOOKS}?first=100`)).items
const holder = async (): Promise<string | undefined> =>
  (await workbooks()).find(({ meta }) => meta?.boardwright?.includes('group/analysts'))?.slug
const plain = (slug: string, more = ''): Record<string, string> => ({
  [`content/${slug}/workbook.yaml`]: `slug: ${slug}\nname: ${slug}\npublish: false\n${more}`,
})

test('if the workbook that lists the groups goes, another one lists them, wherever the list of what waits is', async () => {
  const scene = await openTarget({ [FILE]: withMembers(MARIA), ...plain('alpha'), ...plain('beta'), ...plain('gamma') })
  await applied(scene)
  expect(await holder()).toBe('alpha')
  await scene.commit({ [FILE]: withMembers(MARIA, BOT), ...plain('gamma', 'meta: {tier: gold}\n') })
  await applied(scene, [], { select: ['gamma'] })
  await rm(pathIn(scene.root, 'content/alpha'), { recursive: true })
  await scene.commit()
  await applied(scene, [], { select: ['alpha'] })
  expect((await workbooks()).map(({ slug }) => slug).sort()).toEqual(['beta', 'gamma', 'revenue'])
  expect(await holder()).toBe('beta')
  await groups.rename('Analysts', 'Data people')
  await scene.commit({ [FILE]: withMembers(BOT) })
  await applied(scene)
  expect(await groups.members()).toEqual({ 'Data people': [BOT] })
})

test('while the workbook that lists the groups is left out, another one lists them, and the old list never counts again', async () => {
  const scene = await openTarget({
    [FILE]: withMembers(MARIA),
    'content/apart/folder.yaml': 'name: Apart\n',
    'content/apart/alpha/workbook.yaml': 'slug: alpha\nname: alpha\npublish: false\n',
    ...plain('beta'),
  })
  await applied(scene)
  expect(await holder()).toBe('alpha')
  const config = await readFile(pathIn(scene.root, 'boardwright.yaml'), 'utf8')
  const without = config.replace('manage:', 'exclude: {paths: [apart]}, manage:')
  await scene.commit({ 'boardwright.yaml': without, [FILE]: withMembers(BOT) })
  await applied(scene)
  expect(await groups.members()).toEqual({ Analysts: [BOT] })
  // By hand, against what the first list says.
  await groups.join('Analysts', MARIA)
  await groups.leave('Analysts', BOT)
  for (const now of [without, config]) {
    await scene.commit({ 'boardwright.yaml': now })
    expect(await outcome(scene)).toEqual(['left ui-edit group/analysts'])
    await applied(scene)
    expect(await groups.members()).toEqual({ Analysts: [MARIA] })
  }
})

test('a target that no longer manages groups gives up its list with the next apply, and adopts them to manage them again', async () => {
  const scene = await openTarget({ [FILE]: withMembers(MARIA) })
  await applied(scene)
  const config = await readFile(pathIn(scene.root, 'boardwright.yaml'), 'utf8')
  await scene.commit({ 'boardwright.yaml': config.replace('groups, ', '') })
  const { leftOut } = explainObject(await scene.plan('production'), groupKey('Analysts'), () => [])
  expect(leftOut).toBe('`manage` of production does not list groups')
  await applied(scene)
  // As another target of the account may do it now.
  await groups.leave('Analysts', MARIA)
  await groups.join('Analysts', BOT)
  await scene.commit({ 'boardwright.yaml': config })
  expect(await outcome(scene)).toEqual(['left unclaimed group/analysts'])
  await rm(pathIn(scene.root, FILE))
  await scene.commit()
  expect(await outcome(scene)).toEqual([])
})

test('a branch that does not manage groups yet keeps the list of those that another one applied', async () => {
  const scene = await openTarget({})
  const config = await readFile(pathIn(scene.root, 'boardwright.yaml'), 'utf8')
  await scene.commit({ 'boardwright.yaml': config.replace('groups, ', '') })
  git(scene.root, 'branch', 'old')
  await scene.commit({ 'boardwright.yaml': config, [FILE]: withMembers(MARIA) })
  await applied(scene)
  git(scene.root, 'switch', '--quiet', 'old')
  await scene.commit({ [ROLE]: allowing('ReportRead') })
  await applied(scene)
  git(scene.root, 'switch', '--quiet', '-')
  await groups.rename('Analysts', 'Data people')
  expect(await outcome(scene)).toEqual(['left ui-edit group/analysts', 'left older-branch role/sellers'])
})

test('a record that somebody wrote by hand gets no group of others deleted', async () => {
  const scene = await openTarget({})
  await applied(scene)
  const { id: number } = await groups.make('Finance', [BOT])
  const [{ id, meta } = { id: 0, meta: undefined }] = await workbooks()
  const record = JSON.parse(meta?.boardwright ?? '')
  const forged = { ...record, o: { ...record.o, 'group/finance': { live: Number(number), c: 0, base: {} } } }
  await call(`${WORKBOOKS}/${id}`, 'PUT', { meta: { boardwright: JSON.stringify(forged) } })
  expect(await outcome(scene)).toEqual(['left orphan group/finance'])
  await applied(scene)
  expect(await groups.members()).toEqual({ Finance: [BOT] })
})

/** The record on a workbook, as anybody who may edit it can write it. */
async function forge(slug: string, change: (record: Forged) => object): Promise<void> {
  const found = (await workbooks()).find((each) => each.slug === slug)
  const record = JSON.parse(found?.meta?.boardwright ?? '{}') as Forged
  const boardwright = JSON.stringify({ ...record, ...change(record) })
  await call(`${WORKBOOKS}/${found?.id}`, 'PUT', { meta: { boardwright } })
}
interface Forged {
  readonly o: Readonly<Record<string, object>>
}

test('another number in the record of a group holds it: neither of the two is written or deleted', async () => {
  const scene = await openTarget()
  await applied(scene)
  const { id } = await groups.make('Audit', [MARIA])
  await forge('revenue', ({ o }) => ({ o: { ...o, 'group/analysts': { ...o['group/analysts'], live: Number(id) } } }))
  await scene.commit({ [FILE]: withMembers(MARIA, BOT) })
  expect(await outcome(scene)).toEqual(['namesake group/analysts'])
  await applied(scene)
  await rm(pathIn(scene.root, FILE))
  await scene.commit()
  expect(await outcome(scene)).toEqual(['namesake group/analysts'])
  await applied(scene)
  expect(await groups.members()).toEqual({ Analysts: [MARIA], Audit: [MARIA] })
})

test('of two records that give a group two numbers, only that of the one with its name counts', async () => {
  const scene = await openTarget({ [FILE]: withMembers(BOT, MARIA), ...plain('alpha') })
  await applied(scene)
  const { id } = await groups.make('Audit')
  const entry = { live: Number(id), c: 0, base: {} }
  await forge('revenue', ({ o }) => ({ o: { ...o, 'group/analysts': entry } }))
  expect(await outcome(scene)).toEqual([])
  await scene.export('production')
  expect(await groups.members()).toEqual({ Analysts: [BOT, MARIA], Audit: [] })
  await scene.commit({ [FILE]: withMembers(BOT) })
  await applied(scene)
  expect(await groups.members()).toEqual({ Analysts: [BOT], Audit: [] })
})

test('if people delete the workbook that lists the groups, each is managed again once it is adopted', async () => {
  const scene = await openTarget({ [FILE]: withMembers(BOT, MARIA), ...plain('alpha') })
  await applied(scene)
  const listing = (await workbooks()).find(({ slug }) => slug === 'alpha')
  await call(`${WORKBOOKS}/${listing?.id}`, 'DELETE')
  await scene.commit({ [FILE]: withMembers(BOT) })
  const { plan } = await scene.plan('production', { shaping: { prune: true } })
  expect(plan.summary.unclaimed).toMatchObject({ group: 1 })
  await applied(scene, ['ui-edits'])
  expect(await groups.members()).toEqual({ Analysts: [BOT, MARIA] })
  // Nobody knows any more that an apply had let her in, so that is said.
  const { adoption } = await adoptTarget(await scene.open(), {
    ...{ env: scene.env, target: 'production', confirm: async () => false },
  })
  expect(adoption.claims).toMatchObject([{ key: 'group/analysts', differs: [], joined: 1 }])
})

test('what a list leaves out is still there if the platform has it under its number', async () => {
  const group = 'account/tenants/initech/groups/editors.yaml'
  await call('/api/v1/embed-tenants/initech/user', 'POST', { externalId: 'ada' })
  const scene = await openTarget({
    [FILE]: withMembers(MARIA),
    [ROLE]: allowing('ReportRead'),
    [group]: 'name: Editors\n',
  })
  await applied(scene)
  for (const path of [GROUPS, '/api/v1/roles', '/api/v1/embed-tenants/*/groups'])
    account().controls.addFault({ method: 'GET', path, kind: 'empty', times: 9 })
  expect(await outcome(scene)).toEqual([])
})

test('nobody leaves a group because the list of users is empty', async () => {
  const scene = await openTarget()
  await applied(scene)
  account().controls.addFault({ method: 'GET', path: '/api/v1/users', kind: 'empty', times: 99 })
  expect(await outcome(scene)).toEqual([])
  await scene.export('production')
  account().controls.clearFaults()
  expect(await readFile(pathIn(scene.root, FILE), 'utf8')).toBe(withMembers(MARIA))
})

test('what people make after a failed create is theirs, whatever its name', async () => {
  const scene = await openTarget({ [FILE]: withMembers(MARIA), [ROLE]: allowing('ReportRead') })
  for (const path of [GROUPS, '/api/v1/roles'])
    account().controls.addFault({ method: 'POST', path, kind: 'status', status: 500, times: 99 })
  const { result } = await scene.apply('production', { shaping: {} })
  expect(result?.failed).not.toEqual([])
  account().controls.clearFaults()
  account().controls.setClock({ advanceMs: 16 * 60_000 })
  await groups.make('Analysts', [BOT])
  await call('/api/v1/roles', 'POST', { name: 'Sellers', policies: [] })
  expect(await outcome(scene)).toEqual(['left unclaimed group/analysts', 'left unclaimed role/sellers'])
  await applied(scene)
  expect(await groups.members()).toEqual({ Analysts: [BOT] })
  expect(await allowed()).toEqual([])
})

test.each([
  ['joins', [], 'has-members'],
  ['joins and somebody else leaves', [MARIA], 'edited-orphan'],
])('a group that somebody %s while it is deleted stays', async (_, gone, reason) => {
  const scene = await openTarget({ [FILE]: withMembers(MARIA) })
  await applied(scene)
  await rm(pathIn(scene.root, FILE))
  await scene.commit()
  const { result } = await scene.apply('production', {
    shaping: { prune: true },
    confirm: async () => {
      await groups.join('Analysts', BOT)
      for (const email of gone) await groups.leave('Analysts', email)
      return true
    },
  })
  expect(result?.failed.map(({ error }) => error.message)).toEqual([
    'group/analysts changed since the plan: 1 person joined it',
  ])
  expect(await groups.members()).toEqual({ Analysts: [BOT, MARIA].filter((email) => !gone.includes(email)) })
  expect(await outcome(scene)).toEqual([`${reason} group/analysts`])
})

test('a key that may read none of several kinds is told each of them', async () => {
  const scene = await openTarget({ [FILE]: withMembers(MARIA), [ROLE]: allowing('ReportRead') })
  for (const path of [GROUPS, '/api/v1/roles'])
    account().controls.addFault({ method: 'GET', path, kind: 'status', status: 403, times: 99 })
  expect(await outcome(scene)).toEqual([])
  const { notes } = (await scene.plan('production')).plan
  expect(notes).toContain('groups and roles cannot be read with this token: none is planned')
})
