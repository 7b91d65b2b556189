// Slow: it applies many times.
import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { overwrittenIn, restoreRun } from '../../src/project/restore.ts'
import { readFiles } from '../support/directory.ts'
import { call as callOf } from './call.ts'
import { configOf, TREE } from './promote-tree.ts'
import { openAccount, openScene, at as pathIn, rowsOf, type Scene } from './promote-world.ts'

const account = openAccount()

const FILE = 'content/sales/revenue/notifications/weekly.yaml'
const WEEKLY = `slug: weekly
schedule: 0 7 * * 1
timezone: Europe/Zurich
format: pdf
`

/** The units of a new one. */
const ALL = 'workbook schedule timezone enabled format send aiSummary'

const config = (more = 'manage: [notifications]\n') => {
  const { url } = account()
  const dev = { url, deployment: 1 }
  return { 'boardwright.yaml': configOf({ production: { url, deployment: 2, more: ', protected: true' }, dev }, more) }
}

const openTarget = (files: Record<string, string> = { [FILE]: WEEKLY }, more?: string) =>
  openScene({ ...config(more), ...TREE, ...files }, { BOARDWRIGHT_TOKEN: account().keys.admin })

interface Live {
  readonly id: number
  readonly cronExpression: string
  readonly isEnabled: boolean
  readonly recipients: readonly string[]
}

const call = <T>(path: string, method = 'GET', body?: unknown, sandbox = account()): Promise<T> =>
  callOf<T>(sandbox, path, method, body)

const at = (deployment: number): string => `/api/v1/deployments/${deployment}/notifications`

interface Recipient {
  readonly email: string
  readonly userId: number
}
const recipientsOf = async (id: number, deployment = 2, sandbox = account()): Promise<Recipient[]> =>
  (await call<{ items: Recipient[] }>(`${at(deployment)}/${id}/recipients`, 'GET', undefined, sandbox)).items

async function schedules(deployment = 2, sandbox = account()): Promise<Live[]> {
  const { items } = await call<{ items: Live[] }>(at(deployment), 'GET', undefined, sandbox)
  return Promise.all(
    items.map(async ({ id, cronExpression, isEnabled }) => {
      const recipients = (await recipientsOf(id, deployment, sandbox)).map(({ email }) => email).toSorted()
      return { id, cronExpression, isEnabled, recipients }
    }),
  )
}

async function outcome({ plan }: Scene, target = 'production') {
  const { objects, held, left } = (await plan(target, { shaping: { prune: true } })).plan
  return [
    ...objects.map(({ action, key, units }) => [action, key, ...units.map(({ unit }) => unit.split(' ')[0])].join(' ')),
    ...held.map(({ reason, key }) => `${reason} ${key}`),
    ...left.map(({ reason, key }) => `left ${reason} ${key}`),
  ].filter((text) => text.includes('notification'))
}

const applied = async (scene: Scene, target = 'production'): Promise<void> => {
  const { result } = await scene.apply(target, { shaping: { prune: true, accept: ['deletes=9'] as never } })
  expect(result?.failed.map(({ error }) => error.message) ?? []).toEqual([])
}

const only = async (deployment?: number): Promise<Live> => {
  const [first, another] = await schedules(deployment)
  if (!first || another) throw new Error(`there is not one schedule: ${JSON.stringify([first, another])}`)
  return first
}

const fileIn = ({ root }: Scene, path = FILE): string | undefined => readFiles(root)[path]

/** Who is subscribed by hand. */
const join = (id: number, ...emails: readonly string[]) =>
  call(`${at(2)}/${id}/recipients`, 'POST', { recipients: emails.map((email) => ({ type: 'USER', email })) })

async function leave(id: number, email: string): Promise<void> {
  const found = (await recipientsOf(id)).find((each) => each.email === email)
  await call(`${at(2)}/${id}/recipients`, 'DELETE', { recipients: [{ type: 'USER', id: found?.userId }] })
}

const edit = (id: number, body: object) => call(`${at(2)}/${id}`, 'PUT', body)

test('what people edit in a schedule while an apply writes something else of it is their edit afterwards', async () => {
  const editAtPut = async (id: number): Promise<void> => {
    const path = `${at(2)}/${id}`
    const act = { do: 'request', method: 'PUT', path, body: { timezone: 'Europe/Paris' } }
    await account().controls.addPeople({ when: { method: 'PUT', path }, do: [act] } as never)
  }
  const scene = await openTarget()
  const edits = async () =>
    (await scene.plan('production')).plan.left.map(({ key, reason, units }) => [key, reason, units[0]?.unit])
  await applied(scene)
  const [{ id } = { id: 0 }] = await schedules()
  await editAtPut(id)
  await scene.commit({ [FILE]: WEEKLY.replace('0 7', '0 9') })
  await applied(scene)
  expect(await edits()).toEqual([['notification/weekly', 'ui-edit', 'timezone']])

  // A new one is paused by a second request.
  await editAtPut(id + 1)
  const monthly = WEEKLY.replace('weekly', 'monthly').replace('* * 1', '1 * *')
  await scene.commit({ [FILE.replace('weekly', 'monthly')]: `${monthly}enabled: false\n` })
  await applied(scene)
  expect(await edits()).toEqual([
    ['notification/monthly', 'ui-edit', 'timezone'],
    ['notification/weekly', 'ui-edit', 'timezone'],
  ])
})

test('a schedule is created, and paused where the target is not protected; then it is changed and pruned', async () => {
  const scene = await openTarget()
  await applied(scene)
  await applied(scene, 'dev')
  expect(await schedules(2)).toMatchObject([{ cronExpression: '0 7 * * 1', isEnabled: true, recipients: [] }])
  expect(await schedules(1)).toMatchObject([{ cronExpression: '0 7 * * 1', isEnabled: false, recipients: [] }])
  expect([await outcome(scene), await outcome(scene, 'dev')]).toEqual([[], []])

  await scene.commit({ [FILE]: `${WEEKLY.replace('0 7 * * 1', '0  8 * * 1')}enabled: true\n` })
  expect(await outcome(scene)).toEqual(['update notification/weekly schedule'])
  expect(await outcome(scene, 'dev')).toEqual(['update notification/weekly schedule enabled'])
  await applied(scene)
  await applied(scene, 'dev')
  expect(await only(1)).toMatchObject({ cronExpression: '0 8 * * 1', isEnabled: true })
  expect(await outcome(scene)).toEqual([])

  await rm(pathIn(scene.root, FILE))
  await scene.commit()
  expect(await outcome(scene, 'dev')).toEqual([`delete notification/weekly ${ALL}`])
  await applied(scene, 'dev')
  expect(await schedules(1)).toEqual([])
  expect(await schedules(2)).toHaveLength(1)
})

test('a schedule that somebody joins while it is deleted stays, and the next plan counts everybody', async () => {
  const scene = await openTarget({ [FILE]: `${WEEKLY}recipients: [maria@acme.com]\n` })
  await applied(scene)
  const { id } = await only()
  await join(id, 'ci-bot@acme.com')
  await call('/api/v1/users', 'POST', { email: 'jonas@acme.com', username: 'jonas' })
  await rm(pathIn(scene.root, FILE))
  await scene.commit()
  const { result } = await scene.apply('production', {
    shaping: { prune: true, accept: ['deletes=9'] as never },
    confirm: async () => {
      await join(id, 'jonas@acme.com')
      return true
    },
  })
  expect(result?.failed.map(({ error }) => error.message)).toEqual([
    'notification/weekly changed since the plan: 1 person joined it',
  ])
  expect(await only()).toMatchObject({ recipients: ['ci-bot@acme.com', 'jonas@acme.com', 'maria@acme.com'] })
  await applied(scene)
  expect(await schedules()).toEqual([])
})

test('an approved plan that deletes a schedule is for those who get it then, and for nobody else', async () => {
  const scene = await openTarget({ [FILE]: `${WEEKLY}recipients: [maria@acme.com]\n` })
  await applied(scene)
  await rm(pathIn(scene.root, FILE))
  await scene.commit()
  const fingerprint = async () => (await scene.plan('production', { shaping: { prune: true } })).plan.fingerprint
  const before = await fingerprint()
  expect(await fingerprint()).toBe(before)
  await join((await only()).id, 'ci-bot@acme.com')
  expect(await fingerprint()).not.toBe(before)
})

test('the first publish of a dashboard says how many schedules send it from then on', async () => {
  const NEW = 'content/sales/new/workbook.yaml'
  const at = FILE.replace('revenue', 'new')
  const scene = await openTarget({
    [NEW]: 'slug: new\nname: New\n',
    'content/sales/new/dashboard.yaml': 'widgets: []\n',
    [at]: WEEKLY,
    [at.replace('weekly', 'paused')]: WEEKLY.replace('weekly', 'paused').concat('enabled: false\n'),
  })
  const { objects } = (await scene.plan('production')).plan
  expect(objects.find(({ key }) => key === 'workbook/new')?.publish?.notice.notifications).toBe(1)
})

test('an edit in the UI is left alone, taken by an export, and a conflict where both changed the same', async () => {
  const scene = await openTarget()
  await applied(scene)
  const { id } = await only()
  await edit(id, { scheduleType: 'CUSTOM', customCron: '0 9 * * 2', isEnabled: false })
  expect(await outcome(scene)).toEqual(['left ui-edit notification/weekly'])
  await scene.commit({ [FILE]: WEEKLY.replace('pdf', 'png') })
  expect(await outcome(scene)).toEqual(['update notification/weekly format'])
  await scene.export('production', false)
  expect(fileIn(scene)).toBe(
    'slug: weekly\nschedule: 0 9 * * 2\ntimezone: Europe/Zurich\nformat: png\nenabled: false\n',
  )
  await applied(scene)
  expect(await outcome(scene)).toEqual([])
  await edit(id, { scheduleType: 'CUSTOM', customCron: '0 10 * * 2' })
  await scene.commit({ [FILE]: `${WEEKLY}enabled: false\n` })
  expect(await outcome(scene)).toEqual(['conflict notification/weekly'])
})

test('a schedule that people made is exported without its recipients, adopted, and has no twin', async () => {
  const scene = await openTarget({})
  await applied(scene)
  const { workbooks } = await rowsOf(account(), 2)
  const [{ publishedDashboard }] = workbooks as unknown as [{ publishedDashboard: { id: number } }]
  const body = { scheduleType: 'DAILY', hour: 6, dashboardId: publishedDashboard.id }
  const { id } = await call<Live>(at(2), 'POST', body)
  await join(id, 'maria@acme.com')
  await scene.export('production')
  const [file = '', another] = Object.keys(readFiles(scene.root)).filter((path) => path.includes('/notifications/'))
  expect(another).toBeUndefined()
  expect(fileIn(scene, file)).toMatch(/^slug: revenue-[0-9a-f]{8}\nschedule: 0 6 \* \* \*\ntimezone: UTC\n$/)
  await edit(id, { notificationFormat: 'pdf' })
  await scene.export('production')
  expect(fileIn(scene, file)).toMatch(/format: pdf\n$/)
  await scene.adopt('production')
  expect(await outcome(scene)).toEqual([])
  await applied(scene)
  expect(await only()).toMatchObject({ id, recipients: ['maria@acme.com'] })
})

test('recipients are a set, and each is a wish of their own', async () => {
  const scene = await openTarget({ [FILE]: `${WEEKLY}recipients: [maria@acme.com, ci-bot@acme.com]\n` })
  await applied(scene)
  const { id } = await only()
  expect((await only()).recipients).toEqual(['ci-bot@acme.com', 'maria@acme.com'])

  // In any order and in any letters, they are the same people.
  await scene.commit({ [FILE]: `${WEEKLY}recipients: [ci-bot@acme.com, Maria@acme.com]\n` })
  expect(await outcome(scene)).toEqual([])

  // Who left is not added again, also when something else changes.
  await leave(id, 'maria@acme.com')
  expect(await outcome(scene)).toEqual(['left ui-edit notification/weekly'])
  await scene.commit({ [FILE]: `${WEEKLY.replace('pdf', 'png')}recipients: [ci-bot@acme.com, Maria@acme.com]\n` })
  await applied(scene)
  expect((await only()).recipients).toEqual(['ci-bot@acme.com'])
  await scene.export('production', false)
  expect(fileIn(scene)).toMatch(/recipients: \[ci-bot@acme.com\]\n$/)

  // Who joined by hand is neither exported nor removed, also when ours go.
  await call('/api/v1/users', 'POST', { email: 'jonas@acme.com', username: 'jonas' })
  await join(id, 'jonas@acme.com')
  await scene.export('production', false)
  expect(fileIn(scene)).toMatch(/recipients: \[ci-bot@acme.com\]\n$/)
  await scene.commit({ [FILE]: `${WEEKLY}recipients: []\n` })
  expect(await outcome(scene)).toEqual(['update notification/weekly format recipient'])
  await applied(scene)
  expect((await only()).recipients).toEqual(['jonas@acme.com'])
  expect(await outcome(scene)).toEqual([])
})

test('whoever leaves has left before a schedule goes on, so that it never reaches them', async () => {
  const scene = await openTarget({ [FILE]: `${WEEKLY}enabled: false\nrecipients: [maria@acme.com]\n` })
  await applied(scene)
  await scene.commit({ [FILE]: `${WEEKLY}enabled: true\nrecipients: [ci-bot@acme.com]\n` })
  await applied(scene)
  expect(await only()).toMatchObject({ isEnabled: true, recipients: ['ci-bot@acme.com'] })
  expect(account().controls.messages()).toEqual([])
})

test('a promotion brings a schedule with those who get it, paused in a target that is not protected, and back again', async () => {
  const scene = await openTarget({ [FILE]: `${WEEKLY}recipients: [maria@acme.com]\n` })
  await applied(scene)
  await scene.promote('production', 'dev')
  expect(await only(1)).toMatchObject({ cronExpression: '0 7 * * 1', isEnabled: false, recipients: ['maria@acme.com'] })
  expect(await outcome(scene, 'dev')).toEqual([])
  await scene.promote('dev', 'production')
  expect(await only(2)).toMatchObject({ isEnabled: true, recipients: ['maria@acme.com'] })
  expect(await outcome(scene)).toEqual([])
})

test('with a schedule that is deleted, those who joined by hand are counted', async () => {
  const scene = await openTarget({ [FILE]: `${WEEKLY}recipients: [maria@acme.com]\n` })
  await applied(scene)
  await join((await only()).id, 'ci-bot@acme.com')
  await rm(pathIn(scene.root, FILE))
  await scene.commit()
  const [leaving] = (await scene.plan('production', { shaping: { prune: true } })).plan.objects
  expect(leaving).toMatchObject({ key: 'notification/weekly', action: 'delete', joined: 1 })
})

test('a file that says nothing of recipients touches nobody, also if it once did', async () => {
  const scene = await openTarget({ [FILE]: `${WEEKLY}recipients: [maria@acme.com]\n` })
  await applied(scene)
  await scene.commit({ [FILE]: WEEKLY })
  expect(await outcome(scene)).toEqual([])
  expect((await scene.plan('production')).plan.notes).toContain(
    '1 recipient whom an apply added stays on "weekly", whose file names none any more (`recipients: []` removes them)',
  )
  await applied(scene)
  expect((await only()).recipients).toEqual(['maria@acme.com'])
})

test('whom an apply added stays ours while the file names nobody, and goes with a later list', async () => {
  const scene = await openTarget({ [FILE]: `${WEEKLY}recipients: [maria@acme.com, ci-bot@acme.com]\n` })
  await applied(scene)
  await scene.commit({ [FILE]: WEEKLY.replace('pdf', 'png') })
  await applied(scene)
  expect((await only()).recipients).toEqual(['ci-bot@acme.com', 'maria@acme.com'])
  await scene.commit({ [FILE]: `${WEEKLY}recipients: [ci-bot@acme.com]\n` })
  expect(await outcome(scene)).toEqual(['update notification/weekly format recipient'])
  await applied(scene)
  expect((await only()).recipients).toEqual(['ci-bot@acme.com'])
})

test('a schedule whose file moves to another workbook is held, because the platform cannot move it', async () => {
  const other = 'content/sales/other'
  const dashboard = 'title: Other\n'
  const scene = await openTarget({
    [FILE]: WEEKLY,
    [`${other}/workbook.yaml`]: 'slug: other\nname: Other\n',
    [`${other}/dashboard.yaml`]: dashboard,
  })
  await applied(scene)
  await rm(pathIn(scene.root, FILE))
  await scene.commit({ [`${other}/notifications/weekly.yaml`]: WEEKLY.replace('pdf', 'png') })
  expect(await outcome(scene)).toEqual(['cannot-change notification/weekly'])
})

test('a workbook is deleted with its schedules, and not while it has one of others', async () => {
  const scene = await openTarget({ [FILE]: WEEKLY })
  await applied(scene)
  const { id } = await only()
  const { dashboardId } = await call<{ dashboardId: number }>(`${at(2)}/${id}`)
  await rm(pathIn(scene.root, 'content/sales/revenue'), { recursive: true })
  await scene.commit()
  const theirs = await call<Live>(at(2), 'POST', { scheduleType: 'DAILY', hour: 6, dashboardId })
  const workbookIn = async (): Promise<string[]> => {
    const { objects, held } = (await scene.plan('production', { shaping: { prune: true } })).plan
    return [...objects, ...held].flatMap(({ key, ...each }) =>
      key === 'workbook/revenue' ? ['message' in each ? each.message : each.action] : [],
    )
  }
  expect(await workbookIn()).toEqual([expect.stringMatching(/it holds .*revenue-[0-9a-f]{8}.*, which stays/)])
  expect(await outcome(scene)).toEqual(['held-workbook notification/weekly'])
  await call(`${at(2)}/${theirs.id}`, 'DELETE')
  expect(await workbookIn()).toEqual(['delete'])
  await applied(scene)
  expect(await schedules()).toEqual([])
})

test('the ledger of a workbook has no address in it', async () => {
  const scene = await openTarget({ [FILE]: `${WEEKLY}recipients: [maria@acme.com]\n` })
  await applied(scene)
  const { workbooks } = await rowsOf(account(), 2)
  const text = JSON.stringify(workbooks)
  expect(text).toContain('notification/weekly')
  expect(text.slice(text.indexOf('"boardwright"'))).not.toContain('maria')
})

test('somebody whom the account does not have stops the plan before the first write', async () => {
  const scene = await openTarget({ [FILE]: `${WEEKLY}recipients: [ci-bot@acme.com, mario@acme.com]\n` })
  await expect(scene.plan('production')).rejects.toMatchObject({
    problems: [
      {
        message: 'mario@acme.com is no active user of the account',
        hint: expect.stringContaining('maria@acme.com'),
        at: { file: FILE, line: 5 },
      },
    ],
  })
  await expect(scene.apply('production')).rejects.toThrow('mario@acme.com')
  expect(await schedules()).toEqual([])
})

test('a key that may not see schedules plans nothing of them, and forgets nothing', async () => {
  const scene = await openTarget({ [FILE]: `${WEEKLY}recipients: [maria@acme.com]\n` })
  const deny = (times: number) =>
    account().controls.addFault({
      method: 'GET',
      path: '/api/v1/deployments/*/notifications',
      kind: 'status',
      status: 403,
      times,
    })
  deny(1)
  expect(await outcome(scene)).toEqual([])
  deny(1)
  await applied(scene)
  expect(await schedules()).toEqual([])
  expect(await outcome(scene)).toEqual([`create notification/weekly ${ALL.replace('timezone', 'timezone recipient')}`])
  await applied(scene)
  await scene.commit({ [FILE]: `${WEEKLY.replace('pdf', 'png')}recipients: []\n` })
  deny(1)
  await applied(scene)
  expect(await only()).toMatchObject({ recipients: ['maria@acme.com'] })
  expect(await outcome(scene)).toEqual(['update notification/weekly format recipient'])
})

test('a target that does not manage schedules sends not one request for them', async () => {
  const scene = await openTarget({ [FILE]: WEEKLY }, '')
  const count = async (): Promise<string[]> => {
    account().controls.clearRequests()
    expect(await outcome(scene)).toEqual([])
    return account()
      .controls.requests()
      .map(({ path }) => path)
  }
  const without = await count()
  expect(without.filter((path) => path.includes('notification') || path.includes('users'))).toEqual([
    '/api/v1/users/me',
  ])
  await scene.commit({ ...config(), [FILE]: WEEKLY })
  account().controls.clearRequests()
  await scene.plan('production')
  const paths = account()
    .controls.requests()
    .map(({ path }) => path)
  expect(paths).toHaveLength(without.length + 1)
})

test('who gets many schedules is asked of each person, and who is no user any more, of the schedule', async () => {
  const files = Array.from({ length: 9 }, (_, nth): [string, string] => [
    FILE.replace('weekly', `s${nth}`),
    `${WEEKLY.replace('weekly', `s${nth}`).replace('0 7', `${nth} 7`)}recipients: [maria@acme.com, ci-bot@acme.com]\n`,
  ])
  const scene = await openTarget(Object.fromEntries(files))
  await applied(scene)
  const [left] = await schedules()
  await leave(left?.id ?? 0, 'maria@acme.com')
  account().controls.clearRequests()
  expect(await outcome(scene)).toEqual([expect.stringMatching(/^left ui-edit notification\/s/)])
  const paths = account()
    .controls.requests()
    .map(({ path }) => path.replace(/^.*\/(?=notifications|users)/, ''))
    .filter((path) => /^(?:notifications|users$)/.test(path))
  expect(paths).toEqual(['notifications', 'users', 'notifications', 'notifications'])
})

test('what a run overwrote of a schedule is restored: its time, its pause, and who had left', async () => {
  const file = `${WEEKLY}recipients: [maria@acme.com, ci-bot@acme.com]\n`
  const scene = await openTarget({ [FILE]: file })
  await applied(scene)
  const { id } = await only()
  await edit(id, { scheduleType: 'CUSTOM', customCron: '0 9 * * 2', isEnabled: false })
  await leave(id, 'maria@acme.com')
  await scene.commit({ [FILE]: file.replace('0 7 * * 1', '0 6 * * 1') })
  const { journal = '' } = await scene.apply('production', { shaping: { accept: ['ui-edits'] } })
  const both = ['ci-bot@acme.com', 'maria@acme.com']
  expect(await only()).toMatchObject({ cronExpression: '0 6 * * 1', isEnabled: true, recipients: both })
  const project = await scene.open()
  const back = await overwrittenIn(project, basename(journal, '.jsonl'))
  expect(back.leftOut).toEqual([])
  await restoreRun(project, back, { env: scene.env, target: 'production', confirm: async () => true })
  expect(await only()).toMatchObject({ cronExpression: '0 9 * * 2', isEnabled: false, recipients: ['ci-bot@acme.com'] })
  expect(await outcome(scene)).toEqual(['left ui-edit notification/weekly'])
})

test('whose account is gone stops only a plan that adds them', async () => {
  const file = `${WEEKLY}recipients: [maria@acme.com, ci-bot@acme.com]\n`
  const scene = await openTarget({ [FILE]: file })
  await applied(scene)
  await leave((await only()).id, 'maria@acme.com')
  const { items } = await call<{ items: { id: number; email: string }[] }>('/api/v1/users')
  await call(`/api/v1/users/${items.find(({ email }) => email === 'maria@acme.com')?.id}`, 'DELETE')
  expect(await outcome(scene)).toEqual(['left ui-edit notification/weekly'])
  await scene.commit({ [FILE]: file.replace('pdf', 'png') })
  await applied(scene)
  expect((await only()).recipients).toEqual(['ci-bot@acme.com'])
  await scene.commit({ [FILE.replace('weekly', 'other')]: file.replace('weekly', 'other') })
  await expect(scene.plan('production')).rejects.toMatchObject({
    problems: [{ message: 'maria@acme.com is no active user of the account' }],
  })
})

describe('a run that ends early', () => {
  const FILES = { ...TREE, [FILE]: `${WEEKLY}enabled: false\nrecipients: [maria@acme.com]\n` }
  let running: Sandbox | undefined
  let left = Number.POSITIVE_INFINITY
  const refuseAll = { path: '/**', kind: 'status', status: 401, times: 1_000_000 } as const
  beforeAll(async () => {
    running = await startSandbox({
      seed: 'empty',
      onRequest: ({ method, phase }: { method: string; phase: string }) => {
        if (method === 'GET' || phase !== 'before') return undefined
        left -= 1
        if (left === 0) running?.controls.addFault(refuseAll)
        return undefined
      },
    })
  })
  afterAll(() => running?.close())

  test.each(Array.from({ length: 14 }, (_, nth) => nth + 1))(
    'before write %i is finished by the next: one schedule, and never on with somebody to get it',
    async (nth) => {
      if (!running) throw new Error('the sandbox is not running')
      const sandbox = running
      await sandbox.controls.reset({ seed: 'empty' })
      const { url, keys } = sandbox
      const scene = await openScene(
        { 'boardwright.yaml': configOf({ production: { url, deployment: 2 } }, 'manage: [notifications]\n'), ...FILES },
        { BOARDWRIGHT_TOKEN: keys.admin },
      )
      left = nth
      await scene.apply('production').catch(() => undefined)
      left = Number.POSITIVE_INFINITY
      sandbox.controls.clearFaults()
      expect((await scene.apply('production')).result?.failed ?? []).toEqual([])
      expect(await schedules(2, sandbox)).toMatchObject([{ isEnabled: false, recipients: ['maria@acme.com'] }])
      expect((await scene.plan('production')).plan.objects).toEqual([])
    },
  )
})
