// Slow: it applies many times.
import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { validateProject } from '../../src/check/validate.ts'
import { accessOf } from '../../src/plan/access.ts'
import { planTarget } from '../../src/project/plan.ts'
import { takeSnapshot } from '../../src/project/snapshot.ts'
import { renderMarkdown } from '../../src/words/markdown.ts'
import { readFiles } from '../support/directory.ts'
import { accountTarget, applied, outcomeOf } from './account-target.ts'
import { at, type Scene } from './promote-world.ts'

const { account, open, call, asked } = accountTarget('roles')

const FILE = 'account/roles/sellers.yaml'
const PATH = '/api/v1/roles'
const DEPLOYMENTS = '/api/v1/deployments'

const on = (resources: string, ...actions: readonly string[]): string =>
  `  - {resourceType: Deployment, actions: [${actions.join(', ')}], resources: [${resources}]}\n`
const role = (...policies: readonly string[]): string =>
  policies.length === 0 ? 'name: Sellers\npolicies: []\n' : `name: Sellers\npolicies:\n${policies.join('')}`
const READS = role(on('production', 'ReportRead'))

interface Policy {
  readonly resourceType: string
  readonly actions: readonly string[]
  readonly resources: readonly string[]
}
interface Live {
  readonly id: number
  readonly name: string
  readonly description?: string
  readonly policies: readonly Policy[]
}

const live = async (): Promise<readonly Live[]> => (await call<{ items: Live[] }>(PATH)).items
/** Each action on each resource. */
const allowed = async (): Promise<string[]> =>
  (await live())
    .flatMap(({ policies }) => policies)
    .flatMap(({ actions, resources }) => resources.flatMap((one) => actions.map((action) => `${one} ${action}`)))
    .sort()

const edit = async (body: object): Promise<void> => {
  const [{ id } = { id: 0 }] = await live()
  await call(`${PATH}/${id}`, 'PUT', body)
}
const policy = (resources: readonly string[], ...actions: readonly string[]): Policy => ({
  ...{ resourceType: 'Deployment', actions, resources },
})

const outcome = (scene: Scene, accept: readonly string[] = []) => outcomeOf('role', scene, accept)

test('a role is created and changed, its deployments by name; the order of policies makes no change', async () => {
  const scene = await open({ [FILE]: READS })
  expect(await outcome(scene)).toEqual(['create role/sellers name policy Deployment production'])
  await applied(scene)
  expect(await live()).toMatchObject([{ name: 'Sellers', policies: [policy(['2'], 'ReportRead')] }])
  expect(await outcome(scene)).toEqual([])

  const two = [on('production, dev', 'ReportRead'), on('dev', 'DownloadData')]
  await scene.commit({ [FILE]: `${role(...two)}description: Those who sell\n` })
  expect(await outcome(scene)).toEqual(['update role/sellers description policy Deployment dev'])
  await applied(scene)
  expect(await allowed()).toEqual(['1 DownloadData', '1 ReportRead', '2 ReportRead'])
  const same = role(on('dev', 'DownloadData', 'ReportRead'), on('production', 'ReportRead'))
  await scene.commit({ [FILE]: `${same}description: Those who sell\n` })
  expect(await outcome(scene)).toEqual([])
})

test('what is allowed on each resource is compared three ways, and an update loses nothing that people allowed', async () => {
  const scene = await open({ [FILE]: READS })
  await applied(scene)
  await edit({ policies: [policy(['2'], 'ReportRead'), policy(['1'], 'SchemaRead')] })
  expect(await outcome(scene)).toEqual(['left ui-edit role/sellers: edited in the UI since the last apply'])
  await scene.commit({ [FILE]: role(on('production', 'ReportRead', 'DownloadData')) })
  expect(await outcome(scene)).toEqual(['update role/sellers policy Deployment production'])
  await applied(scene)
  expect(await allowed()).toEqual(['1 SchemaRead', '2 DownloadData', '2 ReportRead'])
  await scene.export('production', false)
  expect(readFiles(scene.root)[FILE]).toBe(
    `${role(on('production', 'ReportRead', 'DownloadData'))}  - resourceType: Deployment
    actions:
      - SchemaRead
    resources:
      - dev
`,
  )
  expect(await outcome(scene)).toEqual([])

  await edit({ policies: [policy(['2'], 'ReportEdit'), policy(['1'], 'SchemaRead')] })
  await scene.commit({ [FILE]: role(on('production', 'ReportRead'), on('dev', 'SchemaRead')) })
  expect(await outcome(scene)).toEqual(['conflict role/sellers: 1 conflict'])
  await applied(scene, ['ui-edits'])
  expect(await allowed()).toEqual(['1 SchemaRead', '2 ReportRead'])
})

test('a role is renamed by `was`; one whose file is gone stays, because a delete would take it from everybody', async () => {
  const scene = await open({ [FILE]: READS })
  await applied(scene)
  const [{ id } = { id: 0 }] = await live()
  await scene.commit({ [FILE]: `was: Sellers\n${READS.replace('Sellers', 'sales people')}` })
  expect(await outcome(scene)).toEqual(['update role/sales people name'])
  await applied(scene)
  expect(await live()).toMatchObject([{ id, name: 'sales people' }])
  await scene.commit({ [FILE]: READS.replace('Sellers', 'Sales people') })
  expect(await outcome(scene)).toEqual(['update role/sales people name'])
  await applied(scene)
  expect(await live()).toMatchObject([{ id, name: 'Sales people' }])

  await rm(at(scene.root, FILE))
  await scene.commit()
  expect(await outcome(scene)).toEqual([
    'left orphan role/sales people: removed from the repo, but a delete takes it from everybody who has it, and no call says who that is',
  ])
  await applied(scene)
  expect(await live()).toHaveLength(1)
})

test('one that people renamed stays the same one: its name is their edit, and so are its capitals', async () => {
  const scene = await open({ [FILE]: READS })
  await applied(scene)
  await edit({ name: 'Sales people' })
  expect(await outcome(scene)).toEqual(['left ui-edit role/sellers: edited in the UI since the last apply'])
  await edit({ name: 'SELLERS', policies: [] })
  expect(await outcome(scene)).toEqual(['left ui-edit role/sellers: edited in the UI since the last apply'])
})

test('one that people made is left alone where it differs until it is adopted', async () => {
  await call(PATH, 'POST', { name: 'SELLERS', policies: [] })
  const other = await open({ [FILE]: READS })
  expect(await outcome(other)).toEqual([expect.stringMatching(/^left unclaimed role\/sellers: differs from live/)])
  await applied(other)
  await other.adopt('production')
  await applied(other, ['ui-edits'])
  expect(await live()).toMatchObject([{ name: 'Sellers', policies: [policy(['2'], 'ReportRead')] }])
  expect(await outcome(other)).toEqual([])
})

test('a rule of the house stops what a role would allow', async () => {
  const rule = 'on: {kind: change}\ncheck: \'!("DownloadData on Deployment production" in allows)\'\n'
  const scene = await open({ [FILE]: READS, 'rules/downloads.yaml': `${rule}message: "{name} may download"\n` })
  const stops = async () => (await scene.plan('production')).plan.stops.map(({ message }) => message)
  expect(await stops()).toEqual([])
  await scene.commit({ [FILE]: role(on('production', 'ReportRead', 'DownloadData')) })
  expect(await stops()).toEqual([expect.stringContaining('Sellers may download')])
})

test('a deployment that there is not stops a plan that would write it; a number that leads nowhere stays in the file', async () => {
  const scene = await open({ [FILE]: role(on('prod', 'ReportRead')) })
  const refusal = async (): Promise<string> => scene.plan('production').then(String, String)
  expect(await refusal()).toContain('no deployment is called "prod"')
  await scene.commit({ [FILE]: role(on("'2'", 'ReportRead')) })
  expect(await refusal()).toContain('2 is the number of the deployment "production" here')
  expect(await live()).toEqual([])

  await call(PATH, 'POST', { name: 'Sellers', policies: [policy(['77', '2', 'All'], 'ReportRead')] })
  await scene.export('production')
  await rm(at(scene.root, FILE))
  await scene.commit()
  await scene.export('production')
  expect(readFiles(scene.root)[FILE]).toContain("resources:\n      - '77'\n      - production\n      - All\n")
  await applied(scene)
  expect(await outcome(scene)).toEqual([])
  const { live: seen } = await scene.plan('production')
  expect(seen.notes.flatMap(({ kind, message }) => (kind === 'numbered' ? [message] : []))).toEqual([
    'the role "Sellers" names deployment 77: no other name leads there, so the file has the number',
  ])
})

const BOTH = role(on('dev, production', 'ReportRead'))
const rename = (id: number, name: string): Promise<unknown> => call(`${DEPLOYMENTS}/${id}`, 'PUT', { name })

test('a deployment with another name is no edit of a role: its file only has to call it that', async () => {
  const scene = await open({ [FILE]: BOTH })
  await applied(scene)
  await rename(1, 'staging')
  const staging = role(on('staging, production', 'ReportRead'))
  await scene.commit({ [FILE]: staging })
  expect(await outcome(scene)).toEqual([])
  await scene.export('production', false)
  expect(readFiles(scene.root)[FILE]).toBe(staging)
  await applied(scene)
  await scene.commit({ [FILE]: role(on('staging', 'ReportRead', 'DownloadData'), on('production', 'ReportRead')) })
  expect(await outcome(scene)).toEqual(['update role/sellers policy Deployment staging'])
  await applied(scene)
  expect(await allowed()).toEqual(['1 DownloadData', '1 ReportRead', '2 ReportRead'])
})

test('what the repo takes away is taken away, also if the deployment has another name since', async () => {
  const scene = await open({ [FILE]: BOTH })
  await applied(scene)
  await rename(1, 'staging')
  await scene.commit({ [FILE]: READS })
  expect(await outcome(scene)).toEqual(['update role/sellers policy Deployment staging'])
  await applied(scene)
  expect(await allowed()).toEqual(['2 ReportRead'])
  expect(await outcome(scene)).toEqual([])
})

test('two deployments that are given each other’s names move no access: what the file says is held until somebody decides', async () => {
  const scene = await open({ [FILE]: role(on('production', 'ReportRead')) })
  await applied(scene)
  await rename(2, 'between')
  await rename(1, 'production')
  await rename(2, 'dev')
  const [first] = (await scene.plan('production')).plan.held
  expect(first).toMatchObject({
    reason: 'namesake',
    key: 'role/sellers',
    message: expect.stringContaining('"production"'),
  })
  await applied(scene)
  expect(await allowed()).toEqual(['2 ReportRead'])

  await scene.commit({ [FILE]: role(on('dev', 'ReportRead')) })
  expect(await outcome(scene)).toEqual([])
  await scene.commit({ [FILE]: role(on('production', 'ReportRead')) })
  await applied(scene, ['ui-edits'])
  expect(await allowed()).toEqual(['1 ReportRead'])
})

test('a role whose file has an earlier name that was never applied is held, too, and stops nothing else', async () => {
  const scene = await open({ [FILE]: BOTH })
  await applied(scene)
  await rename(1, 'staging')
  await scene.commit({ [FILE]: role(on('staging, production', 'ReportRead')) })
  await applied(scene)
  await rename(1, 'stage')
  const { held } = (await scene.plan('production')).plan
  expect(held).toMatchObject([{ reason: 'absent-deployment', message: 'no deployment is called "staging"' }])
})

test('two that a role both names, with different actions, are held as well', async () => {
  const scene = await open({ [FILE]: role(on('dev', 'ReportRead', 'DownloadData'), on('production', 'ReportRead')) })
  await applied(scene)
  const before = await allowed()
  await rename(2, 'between')
  await rename(1, 'production')
  await rename(2, 'dev')
  const { held } = (await scene.plan('production')).plan
  expect(held).toMatchObject([
    { reason: 'namesake', message: 'other deployments are called "production", "dev" than when it was applied' },
  ])
  await applied(scene)
  expect(await allowed()).toEqual(before)
})

test('a name that no deployment has any more holds its role, and stops a plan that would write it', async () => {
  const scene = await open({ [FILE]: BOTH })
  await applied(scene)
  await rename(1, 'staging')
  const { held } = (await scene.plan('production')).plan
  expect(held).toMatchObject([{ reason: 'absent-deployment', message: 'no deployment is called "dev"' }])
  await scene.commit({ [FILE]: role(on('dev, production', 'ReportRead', 'DownloadData')) })
  const [problem] = await scene.plan('production').catch(({ problems }) => problems)
  expect(problem).toMatchObject({
    message: 'no deployment is called "dev"',
    hint: expect.stringContaining('The account has production, staging'),
  })
  await scene.plan('production', { shaping: { select: ['sales'] } })
  expect(await allowed()).toEqual(['1 ReportRead', '2 ReportRead'])
})

test('a deployment beside all of them is no gain, nor a loss; all of them after one is', async () => {
  const scene = await open({ [FILE]: role(on('All', 'ReportRead')) })
  await applied(scene)
  const access = async () => {
    const { allows, forbids } = accessOf(
      (await scene.plan('production')).plan.objects[0] ?? { action: 'update', units: [] },
    )
    return [...allows, ...forbids].map(({ resource, actions }) => [resource, ...actions].join(' '))
  }
  await scene.commit({ [FILE]: role(on('All, dev', 'ReportRead')) })
  expect(await outcome(scene)).toEqual(['update role/sellers policy Deployment dev'])
  expect(await access()).toEqual([])
  await scene.commit({ [FILE]: role(on('All', 'ReportRead'), on('dev', 'ReportRead', 'DownloadData')) })
  expect(await access()).toEqual(['dev DownloadData'])
  await applied(scene)
  await scene.commit({ [FILE]: role(on('All', 'ReportRead')) })
  expect(await access()).toEqual(['dev DownloadData'])
})

/** The platform takes a resource without a name, and no file does. */
const ODD = { resourceType: 'Report', actions: ['ReportRead'], resources: [''] }

test('a file of a role that this version cannot read is held before the first write, whatever is accepted', async () => {
  const scene = await open({ [FILE]: READS })
  await call(PATH, 'POST', { name: 'SELLERS', policies: [ODD] })
  const said = ['taken role/sellers: a role of this name is live that this version cannot read']
  expect(await outcome(scene)).toEqual(said)
  expect(await outcome(scene, ['ui-edits'])).toEqual(said)
  const { plan } = await scene.plan('production')
  expect(renderMarkdown(plan)).toMatch(new RegExp(`Or give this one another name: +in ${FILE}`))
  await applied(scene, ['ui-edits'])
  expect(await live()).toMatchObject([{ name: 'SELLERS' }])

  const [{ id } = { id: 0 }] = await live()
  await call(`${PATH}/${id}`, 'DELETE')
  await applied(scene)
  await edit({ policies: [ODD] })
  expect(await outcome(scene, ['ui-edits'])).toEqual(said)
})

test('a plan asks for roles once, and for deployments once, if a role names one', async () => {
  const plain = await open({ [FILE]: role() })
  expect([await asked(plain, PATH), await asked(plain, DEPLOYMENTS)]).toEqual([1, 0])
  const naming = await open({ [FILE]: READS })
  expect([await asked(naming, PATH), await asked(naming, DEPLOYMENTS)]).toEqual([1, 1])
  await applied(naming)
  expect([await asked(naming, PATH), await asked(naming, DEPLOYMENTS)]).toEqual([1, 1])
  const without = await open({ [FILE]: READS }, '')
  expect([await asked(without, PATH), await asked(without, DEPLOYMENTS)]).toEqual([0, 0])
})

test('lost answers make no second role, and a role that changes under an apply is left as it is', async () => {
  const { controls } = account()
  const scene = await open({ [FILE]: READS })
  controls.addFault({ method: 'POST', path: PATH, kind: 'truncate', times: 1 })
  await applied(scene)
  expect(await live()).toHaveLength(1)
  await scene.commit({ [FILE]: role(on('production', 'ReportEdit')) })
  controls.addFault({ method: 'PUT', path: `${PATH}/*`, kind: 'truncate', times: 1 })
  await applied(scene)
  expect(await allowed()).toEqual(['2 ReportEdit'])
  expect(await outcome(scene)).toEqual([])
})

test('a key that may not read roles is told so, and nothing of them is planned', async () => {
  const scene = await open({ [FILE]: READS })
  account().controls.addFault({ method: 'GET', path: PATH, kind: 'status', status: 403, times: 20 })
  expect(await outcome(scene)).toEqual([])
  expect((await scene.plan('production')).plan.notes).toContain('roles cannot be read with this token: none is planned')
})

test('a snapshot has what a plan of roles asks for', async () => {
  const scene = await open({})
  const { text } = await takeSnapshot(await scene.open(), { env: scene.env, target: 'production' })
  await scene.commit({ [FILE]: READS })
  const { plan } = await planTarget(await scene.open(), { env: {}, target: 'production', snapshot: text })
  expect(plan.objects.map(({ key }) => key)).toContain('role/sellers')
})

test('what is wrong with a file is said at its place', async () => {
  const scene = await open({
    'account/roles/a.yaml': role(),
    'account/roles/b.yaml': role().replace('Sellers', 'sellers'),
    'account/roles/c.yaml': role().replace('Sellers', 'aibiviewer'),
    'account/roles/d.yaml': `name: D
policies:
  - {resourceType: Deployment, actions: [], resources: [dev]}
  - {resourceType: Deploy, actions: [All], resources: [All]}
  - {resourceType: Global, actions: [Dance], resources: []}
`,
    'account/roles/e.yaml': `name: E
policies:
${on('dev, production', 'All')}${on('production, dev', 'All')}${on('dev, dev', 'ReportRead')}`,
  })
  const { problems } = validateProject(await scene.open(), undefined)
  expect(problems.map(({ at: place, message }) => `${place.file}:${place.line} ${message}`)).toEqual([
    'account/roles/b.yaml:1 the role "sellers", whatever its capitals, is in account/roles/a.yaml too',
    'account/roles/c.yaml:1 "name" must not be "aibiviewer": the platform has a role of that name, which nobody can change',
    'account/roles/d.yaml:3 "policies[0].actions" must not be empty',
    expect.stringMatching(/d.yaml:4 "policies\[1\].resourceType" must be one of Global, Deployment, .*, not "Deploy"$/),
    expect.stringMatching(/d.yaml:5 "policies\[2\].actions\[0\]" must be one of All, .* and 33 more, not "Dance"$/),
    'account/roles/d.yaml:5 "policies[2].resources" must not be empty',
    'account/roles/e.yaml:4 "policies[1]" says the same as one before it',
    'account/roles/e.yaml:5 "policies[2].resources[1]" is in the list twice',
  ])
})
