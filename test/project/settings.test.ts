// Slow: it applies many times.
import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { validateProject } from '../../src/check/validate.ts'
import { driftOf } from '../../src/plan/drift.ts'
import { readFiles } from '../support/directory.ts'
import { accountTarget, applied, outcomeOf } from './account-target.ts'
import { at, type Scene } from './promote-world.ts'

const { account, open, call, asked } = accountTarget('settings')

const FILE = 'account/settings.yaml'
const PATH = '/api/v1/tenant/settings'
const outcome = (scene: Scene) => outcomeOf('settings', scene)
const live = () => call<Record<string, unknown>>(PATH)
const set = (settings: object) => call(PATH, 'PUT', settings)

const drift = async ({ plan }: Scene): Promise<string[]> =>
  driftOf((await plan('production')).plan).flatMap(({ key, units }) =>
    units.map(({ unit, before, after }) => `${key} ${unit}: ${before} -> ${after}`),
  )

test('settings are exported, compared and shown as drift, and nothing ever writes them', async () => {
  const scene = await open({})
  await scene.export('production')
  expect(readFiles(scene.root)[FILE]).toBe(`auditLogEnabled: false
hasSupportAccess: false
useAIBIUserInterface: true
maintenanceWindowEnabled: false
maintenanceWindowDay: Sunday
maintenanceWindowTime: '02:00'
oidcEnabled: false
`)
  expect(await outcome(scene)).toEqual([])
  await applied(scene)

  await set({ hasSupportAccess: true, oidcEnabled: true })
  const before = await live()
  expect(await outcome(scene)).toEqual([
    'left read-only settings/account: hasSupportAccess, oidcEnabled differ from live, and settings of the account are never written',
  ])
  expect(await drift(scene)).toEqual([
    'settings/account hasSupportAccess: false -> true',
    'settings/account oidcEnabled: false -> true',
  ])
  await applied(scene, ['ui-edits'])
  expect(await live()).toEqual(before)
  await scene.export('production', false)
  expect(readFiles(scene.root)[FILE]).toContain('hasSupportAccess: true\n')
  expect([await outcome(scene), await drift(scene)]).toEqual([[], []])
})

test('what the repo says otherwise stays a difference, after an apply too, until somebody sets it or says it', async () => {
  const scene = await open({ [FILE]: 'hasSupportAccess: true\n' })
  const said = [
    'left read-only settings/account: hasSupportAccess differs from live, and settings of the account are never written',
  ]
  expect(await outcome(scene)).toEqual(said)
  await applied(scene)
  await applied(scene)
  expect(await outcome(scene)).toEqual(said)
  expect(await live()).toMatchObject({ hasSupportAccess: false })
  expect((await scene.plan('production')).plan.summary).toMatchObject({ create: 0, update: 0, held: 0, converged: 0 })
  // A setting that the file leaves out is not looked at.
  await set({ hasSupportAccess: true, maintenanceWindowDay: 'Friday' })
  expect([await outcome(scene), await drift(scene)]).toEqual([[], []])
  await scene.export('production')
  expect(readFiles(scene.root)[FILE]).toBe('hasSupportAccess: true\n')
})

test('a file that goes leaves the account as it is; where nothing manages settings, none are asked for', async () => {
  const scene = await open({ [FILE]: 'hasSupportAccess: true\n' })
  await applied(scene)
  await rm(at(scene.root, FILE))
  await scene.commit()
  expect(await outcome(scene)).toEqual([])
  await applied(scene)
  expect(await live()).toMatchObject({ hasSupportAccess: false })
  expect(await asked(scene, PATH)).toBe(1)
  expect(await asked(await open({ [FILE]: 'oidcEnabled: true\n' }, ''), PATH)).toBe(0)
})

test('a key that may not read them is told so, and nothing of them is planned', async () => {
  const scene = await open({ [FILE]: 'hasSupportAccess: true\n' })
  account().controls.addFault({ method: 'GET', path: PATH, kind: 'status', status: 403, times: 20 })
  const { plan } = await scene.plan('production')
  expect(plan.left).toEqual([])
  expect(plan.notes).toContain('settings files cannot be read with this token: none is planned')
})

test('what is wrong with the file is said at its place', async () => {
  const scene = await open({ [FILE]: 'hasSupportAccess: yes please\nlogo: acme\n', 'account/setting.yaml': '{}\n' })
  const { problems } = validateProject(await scene.open(), undefined)
  expect(problems.map(({ at: place, message }) => `${place.file}:${place.line} ${message}`)).toEqual([
    'account/setting.yaml:undefined unexpected file: nothing refers to it',
    'account/settings.yaml:1 "hasSupportAccess" must be true or false, not a text',
    'account/settings.yaml:2 unknown key "logo"',
  ])
})
