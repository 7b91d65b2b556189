import { expect, test } from 'vitest'
import { adoptTarget } from '../../src/project/adopt.ts'
import { git } from '../support/directory.ts'
import { configOf, TREE } from './promote-tree.ts'
import { openAccount, openScene, rowsOf } from './promote-world.ts'

const account = openAccount()

const PIPELINE = 'content/sales/pipeline.report.yaml'
const IN_PRODUCTION = '/api/v1/deployments/2'

const open = (files: Readonly<Record<string, string>>) => {
  const { url, keys } = account()
  const targets = { production: { url, deployment: 2 }, dev: { url, deployment: 1 } }
  return openScene({ 'boardwright.yaml': configOf(targets), ...files }, { BOARDWRIGHT_TOKEN: keys.admin })
}

test('what is matched by hand is adopted, also if something else gets its slug in the same run', async () => {
  const scene = await open({
    'content/revenue/workbook.yaml': 'slug: revenue\nname: Revenue\npublish: false\n',
    'content/pipeline.report.yaml': 'id: inTheTree001\nname: Pipeline\nsource: PLAYGROUND\nsql: select 1\n',
  })
  const report = { publicId: 'liveBorn0001', name: 'Pipeline', source: 'PLAYGROUND', sqlQuery: 'select 1' }
  const people = (method: string, path: string, body: object) =>
    account().controls.addPeople({ do: [{ do: 'request', method, path: `${IN_PRODUCTION}/${path}`, body }] } as never)
  await people('POST', 'reports', report)
  await people('PUT', 'workbooks/by-slug/revenue', { name: 'Revenue' })
  const [workbook] = (await rowsOf(account(), 2)).workbooks
  await people('PUT', `workbooks/${workbook?.id}`, { slug: null })
  await scene.adopt('production', { inTheTree001: 'liveBorn0001' })
  expect((await rowsOf(account(), 2)).workbooks.map(({ slug }) => slug)).toEqual(['revenue'])
  const { plan, live } = await scene.plan('production')
  expect([...live.entries.keys()].sort()).toEqual(['report/inTheTree001', 'workbook/revenue'])
  expect(plan).toMatchObject({ objects: [], held: [] })
})

test('a slug that was assigned is counted, even if the target can then not be read again', async () => {
  const { controls } = account()
  const scene = await open({ 'content/bare/workbook.yaml': 'slug: bare\nname: Bare\npublish: false\n' })
  const request = { do: 'request', method: 'POST', path: `${IN_PRODUCTION}/workbooks`, body: { name: 'Bare' } }
  controls.addPeople({ do: [request] } as never)
  const confirm = async () => {
    controls.addFault({ method: 'GET', path: `${IN_PRODUCTION}/folders`, kind: 'status', status: 401 })
    return true
  }
  const adopted = await adoptTarget(await scene.open(), { env: scene.env, target: 'production', confirm })
  expect(adopted).toMatchObject({ assigned: 1, recorded: [], result: undefined, unread: { kind: 'UNAUTHORIZED' } })
})

test('the matches of one target are refused for another', async () => {
  const scene = await open(TREE)
  const before = await scene.open()
  const match = { text: 'target: dev\nreports:\n  - {id: pipeline0001, live: liveBorn0001}\n', file: 'adopt-dev.yaml' }
  const adopt = adoptTarget(before, {
    ...{ env: scene.env, target: 'production', match },
    confirm: async () => true,
  })
  await expect(adopt).rejects.toMatchObject({
    kind: 'USAGE',
    message: 'adopt-dev.yaml has the matches of dev, and this is production',
  })
  expect((await scene.open()).files.get(PIPELINE)).toEqual(before.files.get(PIPELINE))
})

test('what is not committed is refused, since the records name the commit', async () => {
  const scene = await open(TREE)
  await scene.write({ [PIPELINE]: `${TREE[PIPELINE]}title: In no commit\n` })
  const options = { env: scene.env, target: 'production', confirm: async () => true }
  await expect(adoptTarget(await scene.open(), options)).rejects.toMatchObject({ kind: 'UNCOMMITTED' })
})

const BORN = { publicId: 'liveBorn0001', name: 'Pipeline', source: 'PLAYGROUND', sqlQuery: 'select 1' }

/** A report in the tree, and the same one in live under another id. */
async function openGrownApart() {
  const scene = await open({
    'content/pipeline.report.yaml': 'id: inTheTree001\nname: Pipeline\nsource: PLAYGROUND\nsql: select 1\n',
  })
  const create = { do: 'request', method: 'POST', path: `${IN_PRODUCTION}/reports`, body: BORN }
  await account().controls.addPeople({ do: [create] } as never)
  const adopt = async (live: string, confirm: boolean) => {
    const match = { text: `target: production\nreports:\n  - {id: inTheTree001, live: ${live}}\n`, file: 'match.yaml' }
    const asked: unknown[] = []
    const adopted = adoptTarget(await scene.open(), {
      ...{ env: scene.env, target: 'production', match },
      async confirm({ claims }, _, files) {
        asked.push({
          claims: claims.map(({ key, live }) => [key, live]),
          files,
          status: git(scene.root, 'status', '-s'),
        })
        return confirm
      },
    })
    return { ...(await adopted), asked }
  }
  return { scene, adopt }
}

const GROWN = 'content/pipeline.report.yaml'

test('what would be adopted, and which files would get an id, is asked before anything is written', async () => {
  const { scene, adopt } = await openGrownApart()
  const question = { claims: [['report/inTheTree001', 'liveBorn0001']], files: [GROWN], status: '' }
  account().controls.clearRequests()
  expect(await adopt('liveBorn0001', false)).toMatchObject({ asked: [question], written: [], recorded: [] })
  expect(git(scene.root, 'status', '-s')).toBe('')
  expect(
    account()
      .controls.requests()
      .filter(({ method }) => method !== 'GET'),
  ).toEqual([])

  const agreed = await adopt('liveBorn0001', true)
  expect(agreed).toMatchObject({ asked: [question], written: [GROWN], recorded: ['report/inTheTree001'] })
  expect(git(scene.root, 'status', '-s')).toBe(` M ${GROWN}\n`)
  await scene.commit()
  expect((await scene.plan('production')).plan).toMatchObject({ objects: [], held: [], left: [] })
})

test('a line that matches nothing is an error, and nothing is written', async () => {
  const { scene, adopt } = await openGrownApart()
  await expect(adopt('liveBorn0009', true)).rejects.toMatchObject({
    kind: 'OBJECT_UNKNOWN',
    message: 'match.yaml matches inTheTree001 with liveBorn0009, but the tree and production do not have both',
  })
  expect(git(scene.root, 'status', '-s')).toBe('')
})

test('each file of the tree is read once, as by a plan', async () => {
  const scene = await open({ 'content/revenue/workbook.yaml': 'slug: revenue\nname: Revenue\npublish: false\n' })
  const project = await scene.open()
  const reads: string[] = []
  class Counted extends Map<string, Uint8Array> {
    override get(path: string) {
      reads.push(path)
      return super.get(path)
    }
  }
  await adoptTarget(
    { ...project, files: new Counted(project.files) },
    { env: scene.env, target: 'production', confirm: async () => true },
  )
  expect(reads).toEqual(['content/revenue/workbook.yaml'])
})
