// Slow: it walks at random.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BoardwrightError } from '../../packages/common/errors.ts'
import { randomFrom } from '../../packages/common/test/yaml/noisy.ts'
import { LEDGER_KEY } from '../../src/content/fields.ts'
import { openAccount, openScene, rowsOf, type Scene } from '../project/promote-world.ts'
import { actOf } from '../support/act-of.ts'
import { isLong } from '../support/long.ts'

/**
 * Two repositories have one tenant. Reports leave the tree of one and come into that of the other, in any order, while
 * people edit and move them and records are forged. A failure names its seed: `BOARDWRIGHT_FROM=SEED BOARDWRIGHT_WALKS=1`.
 */
const COUNT = Number(process.env['BOARDWRIGHT_WALKS'] ?? (isLong ? 300 : 2))
const FIRST = Number(process.env['BOARDWRIGHT_FROM'] ?? (isLong ? Date.now() % 1_000_000_000 : 5601))
const STEPS = 10

const NAMES = ['a', 'b'] as const
type Name = (typeof NAMES)[number]
const IDS = ['reportOne001', 'reportTwo002', 'reportThree3', 'reportFour04'] as const

const account = openAccount()

const projectId = (name: Name): string => `${name}${name}3kQ2m9`
const fileOf = (name: Name, id: string): string => `content/${name}/${name}/reports/${id.toLowerCase()}.yaml`
const report = (id: string): string =>
  `id: ${id}\nname: ${id}\nsource: PLAYGROUND\nsql: select 1\nmeta: {born: ${id}}\n`

const treeOf = (name: Name, ids: readonly string[]) => ({
  'boardwright.yaml': `version: 1
project: project-${name}
projectId: ${projectId(name)}
home: production
limits: {changePercent: 100, deletePercent: 100}
targets:
  production: {url: ${account().url}, deployment: 2}
`,
  [`content/${name}/folder.yaml`]: `name: Folder ${name}\n`,
  [`content/${name}/${name}/workbook.yaml`]: `slug: workbook-${name}\nname: Workbook ${name}\n`,
  [`content/${name}/${name}/dashboard.yaml`]: `title: Dashboard ${name}\nwidgets: []\n`,
  ...Object.fromEntries(ids.map((id) => [fileOf(name, id), report(id)])),
})

interface Row {
  readonly id: number
  readonly workbookId?: number | null
  readonly publicId?: string
  readonly slug?: string | null
  readonly title?: string | null
  readonly meta?: Readonly<Record<string, unknown>>
}

const live = async (): Promise<{ readonly reports: readonly Row[]; readonly workbooks: readonly Row[] }> =>
  rowsOf(account(), 2)

async function send(method: string, path: string, body: object): Promise<void> {
  const { url, keys } = account()
  const headers = { authorization: `Bearer ${keys.admin}`, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/v1/deployments/2${path}`, { method, headers, body: JSON.stringify(body) })
  expect([path, answer.status, answer.ok ? '' : await answer.text()]).toEqual([path, 200, ''])
}

interface World {
  readonly scenes: Readonly<Record<Name, Scene>>
  readonly id: string
  readonly name: Name
  readonly mark: string
}

const declares = (scene: Scene, name: Name, id: string): boolean => existsSync(join(scene.root, fileOf(name, id)))

const rowOf = async (id: string) => (await live()).reports.find(({ publicId }) => publicId === id)
const workbookOf = async (name: Name) => (await live()).workbooks.find(({ slug }) => slug === `workbook-${name}`)

async function put(id: string, body: object): Promise<void> {
  const row = await rowOf(id)
  if (row) await send('PUT', `/reports/${row.id}`, body)
}

/** The record of one workbook on the other. */
async function forge(from: Name, to: Name): Promise<void> {
  const [one, other] = [await workbookOf(from), await workbookOf(to)]
  const record = one?.meta?.[LEDGER_KEY]
  if (other && record !== undefined)
    await send('PUT', `/workbooks/${other.id}`, { meta: { ...other.meta, [LEDGER_KEY]: record } })
}

const ACTS: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  async 'a report leaves a tree'({ scenes, name, id }) {
    if (!declares(scenes[name], name, id)) return
    rmSync(join(scenes[name].root, fileOf(name, id)))
    await scenes[name].commit()
  },
  async 'a report comes into a tree'({ scenes, name, id }) {
    if (!declares(scenes[name], name, id)) await scenes[name].commit({ [fileOf(name, id)]: report(id) })
  },
  async 'a report goes from one tree to the other'({ scenes, name, id }) {
    const from = name === 'a' ? 'b' : 'a'
    if (!declares(scenes[from], from, id) || declares(scenes[name], name, id)) return
    const text = readFileSync(join(scenes[from].root, fileOf(from, id)), 'utf8')
    rmSync(join(scenes[from].root, fileOf(from, id)))
    await scenes[from].commit()
    await scenes[name].commit({ [fileOf(name, id)]: text })
  },
  'a report is edited in the UI': ({ id, mark }) => put(id, { title: mark }),
  async 'a report is moved in the UI'({ id, name }) {
    const workbook = await workbookOf(name)
    if (workbook) await put(id, { workbookId: workbook.id })
  },
  'a record is forged': ({ name }) => forge(name === 'a' ? 'b' : 'a', name),
  async 'a record names a report of the other'({ name, id }) {
    const workbook = await workbookOf(name)
    const record = workbook?.meta?.[LEDGER_KEY]
    if (typeof record !== 'string') return
    const known = IDS.find((each) => record.includes(each)) ?? id
    const meta = { ...workbook?.meta, [LEDGER_KEY]: record.replaceAll(known, id) }
    await send('PUT', `/workbooks/${workbook?.id}`, { meta })
  },
  apply: ({ scenes, name }) => run(scenes, name, {}),
  'apply --prune': ({ scenes, name }) => run(scenes, name, { prune: true }),
  adopt: ({ scenes, name }) => quietly(scenes[name].adopt('production')),
}

/** What matters most comes more often. */
const OFTEN = [
  ...Object.keys(ACTS),
  ...['apply', 'adopt', 'a report goes from one tree to the other'],
  ...['apply --prune', 'apply --prune', 'apply --prune', 'apply --prune'],
]

/** A command that refuses has done what it should. */
async function quietly(command: Promise<unknown>): Promise<void> {
  try {
    await command
  } catch (cause) {
    if (!(cause instanceof BoardwrightError) || cause.code === 'INTERNAL') throw cause
  }
}

/** Runs, and says every promise that it broke. */
async function run(scenes: World['scenes'], name: Name, shaping: { readonly prune?: true }): Promise<void> {
  const other = name === 'a' ? 'b' : 'a'
  const before = (await live()).reports
  const home = await workbookOf(other)
  const record = String(home?.meta?.[LEDGER_KEY] ?? '')
  // Until the other project has taken a report over, it is the first one's to delete. A record alone takes nothing over,
  // because it may be forged: the report has to be in the workbook that carries it.
  const isTaken = (id: string, workbook: number | null | undefined): boolean =>
    declares(scenes[other], other, id) &&
    workbook === home?.id &&
    record.includes(id) &&
    record.includes(projectId(other))
  await quietly(scenes[name].apply('production', { shaping }))
  const after = (await live()).reports
  const broken = before.flatMap((row) => {
    const id = String(row.publicId)
    const now = after.find((each) => each.id === row.id)
    if (now) return now.publicId === row.publicId ? [] : [`the id of ${id} became ${now.publicId}`]
    return [
      ...(shaping.prune ? [] : [`${id} was deleted without --prune`]),
      ...(declares(scenes[name], name, id) ? [`${id} was deleted, and this tree has it`] : []),
      ...(isTaken(id, row.workbookId) ? [`${id} was deleted, and the other project has taken it over`] : []),
      ...(String(row.title ?? '').startsWith('mark ') ? [`${id} was deleted with an edit of the UI`] : []),
    ]
  })
  counts.deleted += before.filter(({ id }) => !after.some((each) => each.id === id)).length
  const births = after.map(({ meta }) => String(meta?.['born']))
  const twins = births.filter((birth, at) => births.indexOf(birth) !== at)
  const lost = before.flatMap((row) => {
    const now = after.find((each) => each.id === row.id)
    return now && String(row.title ?? '').startsWith('mark ') && now.title !== row.title ? [`${row.title} is lost`] : []
  })
  expect([...broken, ...twins.map((birth) => `${birth} is there twice`), ...lost]).toEqual([])
}

const counts = { deleted: 0 }

async function walk(seed: number): Promise<void> {
  const scenes = { a: await sceneOf('a', IDS.slice(0, 2)), b: await sceneOf('b', IDS.slice(2)) }
  for (const name of NAMES) await scenes[name].apply('production')
  const random = randomFrom(seed)
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const told: string[] = []
  for (let nth = 0; nth < STEPS; nth += 1) {
    const [what, name, id] = [one(OFTEN), one(NAMES), one(IDS)]
    told.push(`${nth}. ${name}: ${what} (${id})`)
    try {
      await actOf(ACTS, what)({ scenes, name, id, mark: `mark ${nth}` })
    } catch (cause) {
      throw new Error(`walk ${seed}\n${told.join('\n')}\n${cause instanceof Error ? cause.message : cause}`, { cause })
    }
  }
}

const sceneOf = (name: Name, ids: readonly string[]): Promise<Scene> =>
  openScene(treeOf(name, ids), { BOARDWRIGHT_TOKEN: account().keys.admin })

test('no promise is broken if reports move between the repositories of two projects, with forged records', async () => {
  for (let seed = FIRST; seed < FIRST + COUNT; seed += 1) {
    account().controls.reset({ seed: 'empty' })
    await walk(seed)
  }
  process.stderr.write(`${COUNT} walks from ${FIRST}: ${counts.deleted} reports deleted\n`)
}, 7_200_000)
