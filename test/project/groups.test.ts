// Slow: it applies many times.
import { rm } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { validateProject } from '../../src/check/validate.ts'
import { planTarget } from '../../src/project/plan.ts'
import { takeSnapshot } from '../../src/project/snapshot.ts'
import { readFiles } from '../support/directory.ts'
import { accountTarget, applied, GROUPS } from './account-target.ts'
import { configOf, TREE } from './promote-tree.ts'
import { openScene, at as pathIn, type Scene } from './promote-world.ts'

const { account, call, groups } = accountTarget('groups')

const FILE = 'account/groups/analysts.yaml'
const MARIA = 'maria@acme.com'
const BOT = 'ci-bot@acme.com'
const withMembers = (...members: readonly string[]): string => `name: Analysts\nmembers: [${members.join(', ')}]\n`

const config = (more = ', manage: [groups]') => {
  const { url } = account()
  return { 'boardwright.yaml': configOf({ production: { url, deployment: 2, more }, dev: { url, deployment: 1 } }) }
}

const openTarget = (files: Record<string, string> = { [FILE]: withMembers(MARIA) }, more?: string) =>
  openScene({ ...config(more), ...TREE, ...files }, { BOARDWRIGHT_TOKEN: account().keys.admin })

async function outcome({ plan }: Scene) {
  const { objects, held, left } = (await plan('production', { shaping: { prune: true } })).plan
  return [
    ...objects.map(({ action, key, units }) => [action, key, ...units.map(({ unit }) => unit.split(' ')[0])].join(' ')),
    ...held.map(({ reason, key }) => `${reason} ${key}`),
    ...left.map(({ reason, key }) => `left ${reason} ${key}`),
  ].filter((text) => text.includes('group/'))
}

const fileIn = ({ root }: Scene, path = FILE): string | undefined => readFiles(root)[path]

test('a group is created with its members, changed, renamed and pruned; then the plan is empty each time', async () => {
  const scene = await openTarget()
  expect(await outcome(scene)).toEqual(['create group/analysts name member'])
  await applied(scene)
  expect(await groups.members()).toEqual({ Analysts: [MARIA] })
  expect(await outcome(scene)).toEqual([])

  await scene.commit({ [FILE]: withMembers(BOT) })
  expect(await outcome(scene)).toEqual(['update group/analysts member member'])
  await applied(scene)
  expect(await groups.members()).toEqual({ Analysts: [BOT] })

  const [before] = await groups.live()
  await scene.commit({ [FILE]: `name: Data people\nmembers: [${BOT}]\n` })
  expect(await outcome(scene)).toEqual(['renamed group/data people', 'left orphan group/analysts'])
  await scene.commit({ [FILE]: `name: Data people\nwas: Analysts\nmembers: [${BOT}]\n` })
  expect(await outcome(scene)).toEqual(['update group/data people name'])
  await applied(scene)
  expect(await groups.members()).toEqual({ 'Data people': [BOT] })
  expect((await groups.live()).map(({ id }) => id)).toEqual([before?.id])
  expect(await outcome(scene)).toEqual([])
  await scene.commit({ [FILE]: `name: DATA people\nmembers: [${BOT}]\n` })
  expect(await outcome(scene)).toEqual(['update group/data people name'])
  await applied(scene)
  expect(await outcome(scene)).toEqual([])

  await rm(pathIn(scene.root, FILE))
  await scene.commit()
  expect(await outcome(scene)).toEqual(['delete group/data people name member'])
  await applied(scene)
  expect(await groups.members()).toEqual({})
  expect(await outcome(scene)).toEqual([])
})

test('members are a set, and each is a wish of their own', async () => {
  const scene = await openTarget({ [FILE]: withMembers(MARIA, BOT) })
  await applied(scene)
  await scene.commit({ [FILE]: withMembers(BOT, 'Maria@acme.com') })
  expect(await outcome(scene)).toEqual([])

  // Who left is not added again, also when something else changes.
  await groups.leave('Analysts', MARIA)
  expect(await outcome(scene)).toEqual(['left ui-edit group/analysts'])
  await call('/api/v1/users', 'POST', { email: 'jonas@acme.com', username: 'jonas' })
  await scene.commit({ [FILE]: withMembers(BOT, MARIA, 'jonas@acme.com') })
  await applied(scene)
  expect(await groups.members()).toEqual({ Analysts: [BOT, 'jonas@acme.com'] })
  await scene.export('production', false)
  expect(fileIn(scene)).toBe(withMembers(BOT, 'jonas@acme.com'))
  expect(await outcome(scene)).toEqual([])

  // Who joined by hand is neither exported nor removed, also when ours go.
  await applied(scene)
  await groups.join('Analysts', MARIA)
  expect(await outcome(scene)).toEqual([])
  await scene.export('production', false)
  expect(fileIn(scene)).toBe(withMembers(BOT, 'jonas@acme.com'))
  await scene.commit({ [FILE]: withMembers() })
  expect(await outcome(scene)).toEqual(['update group/analysts member member'])
  await applied(scene)
  expect(await groups.members()).toEqual({ Analysts: [MARIA] })
  expect(await outcome(scene)).toEqual([])
})

test.each([
  ['no members', 'name: Analysts\n'],
  ['`members: off`', 'name: Analysts\nmembers: off\n'],
])('a file with %s touches nobody, also if it once did', async (_, text) => {
  const scene = await openTarget()
  await applied(scene)
  await groups.join('Analysts', BOT)
  await scene.commit({ [FILE]: text })
  expect(await outcome(scene)).toEqual([])
  expect((await scene.plan('production')).plan.notes).toContain(
    '1 member whom an apply added stays in "Analysts", whose file names none any more (`members: []` takes them out)',
  )
  await applied(scene)
  expect(await groups.members()).toEqual({ Analysts: [BOT, MARIA] })
})

test('a group that people made is exported without its members; adopted, it gets those that its file names', async () => {
  await groups.make('Analysts', [BOT])
  const scene = await openTarget({})
  await applied(scene)
  await scene.export('production')
  expect(fileIn(scene)).toBe('name: Analysts\n')
  expect(await outcome(scene)).toEqual([])
  await scene.commit()
  await scene.adopt('production')
  await scene.commit({ [FILE]: withMembers(MARIA) })
  expect(await outcome(scene)).toEqual(['update group/analysts member'])
  await applied(scene)
  expect(await groups.members()).toEqual({ Analysts: [BOT, MARIA] })
  await scene.commit({ [FILE]: withMembers() })
  await applied(scene)
  expect(await groups.members()).toEqual({ Analysts: [BOT] })
})

test('a group of that name that was never applied is left alone until it is adopted, and nobody is taken out', async () => {
  await groups.make('analysts', [BOT])
  const scene = await openTarget()
  expect(await outcome(scene)).toEqual(['left unclaimed group/analysts'])
  await applied(scene)
  expect(await groups.members()).toEqual({ analysts: [BOT] })
  await scene.adopt('production')
  expect(await outcome(scene)).toEqual(['conflict group/analysts'])
  await applied(scene, ['ui-edits'])
  expect(await groups.members()).toEqual({ Analysts: [BOT, MARIA] })
  expect(await outcome(scene)).toEqual([])
})

test('a group is deleted only if nobody is in it whom people added, and no group of others ever is', async () => {
  await groups.make('Theirs', [MARIA])
  const scene = await openTarget()
  await applied(scene)
  await groups.join('Analysts', BOT)
  await rm(pathIn(scene.root, FILE))
  await scene.commit()
  expect(await outcome(scene)).toEqual(['has-members group/analysts'])
  await applied(scene)
  expect(await groups.members()).toEqual({ Analysts: [BOT, MARIA], Theirs: [MARIA] })
  await groups.leave('Analysts', BOT)
  expect(await outcome(scene)).toEqual(['delete group/analysts name member'])
  await applied(scene)
  expect(await groups.members()).toEqual({ Theirs: [MARIA] })
})

test('a group that was renamed in the UI stays the same, and gets no twin; one that was deleted there is held', async () => {
  const scene = await openTarget()
  await applied(scene)
  await groups.rename('Analysts', 'Data people')
  expect(await outcome(scene)).toEqual(['left ui-edit group/analysts'])
  await applied(scene)
  expect(await groups.members()).toEqual({ 'Data people': [MARIA] })

  // Under its new name, with `was`, whom an apply added is still ours.
  await scene.commit({ [FILE]: `name: Data people\nwas: Analysts\nmembers: [${BOT}]\n` })
  expect(await outcome(scene)).toEqual(['update group/data people member member'])
  await applied(scene)
  expect([await groups.members(), await outcome(scene)]).toEqual([{ 'Data people': [BOT] }, []])

  const [{ id } = { id: '' }] = await groups.live()
  await call(`${GROUPS}/${id}`, 'DELETE')
  expect(await outcome(scene)).toEqual(['deleted-live group/data people'])
})

test('a group that a directory fills says so in its file, and a list of members there stops the plan', async () => {
  await groups.make('Analysts', [BOT], { externalId: 'directory-7' })
  const scene = await openTarget({})
  await applied(scene)
  await scene.export('production')
  expect(fileIn(scene)).toBe("name: Analysts\nmembers: 'off'\n")
  expect(await outcome(scene)).toEqual([])
  await scene.commit({ [FILE]: withMembers(MARIA) })
  await expect(scene.plan('production')).rejects.toMatchObject({
    problems: [{ message: 'a directory says who is in this group, so a file cannot', at: { file: FILE, line: 2 } }],
  })
})

test('somebody whom the account does not have stops the plan before the first write; one who left it does not', async () => {
  const scene = await openTarget({ [FILE]: withMembers(BOT, 'mario@acme.com') })
  await expect(scene.apply('production')).rejects.toMatchObject({
    problems: [
      {
        message: 'mario@acme.com is no active user of the account',
        hint: expect.stringContaining('maria@acme.com'),
        at: { file: FILE, line: 2 },
      },
    ],
  })
  expect(await groups.members()).toEqual({})

  const { id } = await call<{ id: number }>('/api/v1/users', 'POST', { email: 'jonas@acme.com', username: 'jonas' })
  await scene.commit({ [FILE]: withMembers(BOT, 'jonas@acme.com') })
  await applied(scene)
  await call(`/api/v1/users/${id}`, 'DELETE')
  expect(await outcome(scene)).toEqual(['left ui-edit group/analysts'])
  await scene.export('production', false)
  expect(fileIn(scene)).toBe(withMembers(BOT))
})

test('no ledger has an address in it', async () => {
  const scene = await openTarget()
  await applied(scene)
  await scene.commit({
    [FILE]: withMembers(BOT),
    'content/sales/revenue/workbook.yaml': 'slug: revenue\nname: Income\nallowEmbed: true\n',
  })
  await scene.apply('production', { shaping: { select: ['revenue'] } })
  const rows = JSON.stringify(await call('/api/v1/deployments/2/workbooks'))
  expect(rows).toContain('group/analysts')
  expect(rows.slice(rows.indexOf('"boardwright"'))).not.toContain('maria')
})

test('a plan that leaves a group out keeps it for the next, whatever is live', async () => {
  await groups.make('Analysts', [BOT])
  const scene = await openTarget()
  await scene.apply('production', { shaping: { select: ['sales/**'] } })
  expect(await groups.members()).toEqual({ Analysts: [BOT] })
  expect(await outcome(scene)).toEqual(['left unclaimed group/analysts'])
  expect((await scene.plan('production', { shaping: { select: [FILE.replace('.yaml', '')] } })).plan.left).toHaveLength(
    1,
  )
  await rm(pathIn(scene.root, FILE))
  await scene.commit()
  expect(await outcome(scene)).toEqual([])
})

test('whom a commit takes out of a group is taken out by a later apply, if that one did not reach the group', async () => {
  const scene = await openTarget({ [FILE]: withMembers(MARIA, BOT) })
  await applied(scene)
  const workbook = 'content/sales/revenue/workbook.yaml'
  await scene.commit({ [FILE]: withMembers(MARIA), [workbook]: `${TREE[workbook]}meta: {tier: gold}\n` })
  await scene.apply('production', { shaping: { select: ['sales/revenue'] } })
  expect(await groups.members()).toEqual({ Analysts: [BOT, MARIA] })
  expect(await outcome(scene)).toEqual(['update group/analysts member'])
  await applied(scene)
  expect(await groups.members()).toEqual({ Analysts: [MARIA] })
  expect(await outcome(scene)).toEqual([])
})

test.each([
  ['joins', [MARIA], [MARIA, BOT], [BOT, MARIA]],
  ['leaves', [MARIA, BOT], [MARIA], [MARIA]],
])('somebody who %s while the users cannot be read waits for a key that reads them', async (_, before, after, then) => {
  const scene = await openTarget({ [FILE]: withMembers(...before) })
  await applied(scene)
  await scene.commit({ [FILE]: withMembers(...after) })
  const { controls } = account()
  controls.addFault({ method: 'GET', path: '/api/v1/users', kind: 'status', status: 403, times: 20 })
  expect(await outcome(scene)).toEqual([])
  await applied(scene)
  controls.clearFaults()
  expect(await groups.members()).toEqual({ Analysts: before.toSorted() })
  expect(await outcome(scene)).toEqual(['update group/analysts member'])
  await applied(scene)
  expect(await groups.members()).toEqual({ Analysts: then })
  expect(await outcome(scene)).toEqual([])
})

test('a group whose write fails is created by the next apply, once', async () => {
  const scene = await openTarget()
  account().controls.addFault({ method: 'POST', path: GROUPS, kind: 'status', status: 400, times: 1 })
  await scene.apply('production')
  expect(await groups.members()).toEqual({})
  account().controls.addFault({ method: 'POST', path: GROUPS, kind: 'truncate', times: 1 })
  await applied(scene)
  expect(await groups.members()).toEqual({ Analysts: [MARIA] })
  await scene.commit({ [FILE]: `name: People\nwas: Analysts\nmembers: [${BOT}]\n` })
  account().controls.addFault({ method: 'PATCH', path: `${GROUPS}/*`, kind: 'truncate', times: 1 })
  await applied(scene)
  expect(await groups.members()).toEqual({ People: [BOT] })
  expect(await outcome(scene)).toEqual([])
})

test('a snapshot has what a plan of groups asks for', async () => {
  const scene = await openTarget({ [FILE]: 'name: Analysts\n' })
  const { text } = await takeSnapshot(await scene.open(), { env: scene.env, target: 'production' })
  await scene.commit({ [FILE]: withMembers(MARIA) })
  const { plan } = await planTarget(await scene.open(), { env: {}, target: 'production', snapshot: text })
  expect(plan.objects.map(({ key }) => key)).toContain('group/analysts')
})

test('what is wrong with a file is said at its place', async () => {
  const scene = await openTarget({
    'account/groups/a.yaml': 'name: Sales\n',
    'account/groups/b.yaml': 'name: sales\n',
    'account/groups/c.yaml': `name: system:all\nmembers: [${MARIA}, MARIA@acme.com]\n`,
    'account/group/d.yaml': 'name: Board\n',
  })
  const { problems } = validateProject(await scene.open(), undefined)
  const said = problems.map(
    ({ at: { file, line }, message, warning }) => `${file}:${line} ${warning ? 'warning: ' : ''}${message}`,
  )
  expect(said).toEqual([
    // A repository may have a directory of that name for something else.
    'account/group/d.yaml:undefined warning: unexpected file: nothing refers to it',
    'account/groups/b.yaml:1 the group "sales", whatever its capitals, is in account/groups/a.yaml too',
    'account/groups/c.yaml:1 "name" must not begin with system:, which the platform keeps for itself',
    `account/groups/c.yaml:2 "members[1]" is ${MARIA} in other letters`,
  ])
})

test('two targets of an account may not both manage groups', async () => {
  const { url } = account()
  const both = configOf({ production: { url, deployment: 2 }, dev: { url, deployment: 1 } }, 'manage: [groups]\n')
  const scene = await openTarget({ 'boardwright.yaml': both })
  await expect(scene.open()).rejects.toMatchObject({
    problems: [
      {
        kind: 'TARGET_CLASH',
        message: expect.stringMatching(/^"dev" and "production" both manage the groups of http/),
      },
    ],
  })
})

describe('only where a target manages groups', () => {
  const paths = async (scene: Scene, target = 'production'): Promise<readonly string[]> => {
    account().controls.clearRequests()
    await scene.plan(target)
    return account()
      .controls.requests()
      .map(({ path }) => path)
      .filter((path) => path.includes('scim') || /users(?!\/me)/.test(path))
  }

  test('is anything asked for them, and in as few requests as there are lists', async () => {
    expect(await paths(await openTarget({ [FILE]: withMembers(MARIA) }, ''))).toEqual([])
    const scene = await openTarget()
    expect([await paths(scene), await paths(scene, 'dev')]).toEqual([[GROUPS, '/api/v1/users'], []])
    await scene.commit({ [FILE]: 'name: Analysts\n' })
    expect(await paths(scene)).toEqual([GROUPS])
  })

  test('are the users of the account asked for once, for schedules too', async () => {
    const weekly = `slug: weekly\nschedule: 0 7 * * 1\ntimezone: UTC\nrecipients: [${MARIA}]\n`
    const files = { [FILE]: withMembers(MARIA), 'content/sales/revenue/notifications/weekly.yaml': weekly }
    const scene = await openTarget(files, ', manage: [groups, notifications]')
    expect(await paths(scene)).toEqual([GROUPS, '/api/v1/users'])
  })

  test('does what its tree said before count as applied', async () => {
    await groups.make('Analysts', [BOT])
    const scene = await openTarget({ [FILE]: withMembers(BOT) }, '')
    await applied(scene)
    await rm(pathIn(scene.root, FILE))
    await scene.commit(config())
    expect(await outcome(scene)).toEqual([])
    await applied(scene)
    expect(await groups.members()).toEqual({ Analysts: [BOT] })
  })

  test('a key that may not see groups plans nothing of them, and forgets nothing', async () => {
    const scene = await openTarget()
    const deny = () =>
      account().controls.addFault({ method: 'GET', path: GROUPS, kind: 'status', status: 403, times: 1 })
    deny()
    await applied(scene)
    expect(await groups.members()).toEqual({})
    await applied(scene)
    await scene.commit({ [FILE]: withMembers() })
    deny()
    await applied(scene)
    expect(await groups.members()).toEqual({ Analysts: [MARIA] })
    expect(await outcome(scene)).toEqual(['update group/analysts member'])
  })
})
