import { describe, expect, test } from 'vitest'
import { expectRefused, HOME, openContract, TEXT, TIME } from './support.ts'

const { call, sandbox } = openContract()

const CREATE = '/build/api/v1/deployments'
const WANTED = {
  name: 'Staging',
  cloudProvider: 'aws',
  isManaged: true,
  region: 'aws-eu-central-1',
  targetPlatform: 'kubernetes',
  creationStep: 'project',
}
const at = (deployment: number, rest = ''): string => `/api/v1/deployments/${deployment}${rest}`

async function create(more: object = {}, path = CREATE): Promise<number> {
  const answer = await call('POST', path, { body: { ...WANTED, ...more } })
  expect(answer.status).toBe(200)
  return answer.body.id
}

describe('endpoints 10: versions', () => {
  test('lists the head of each channel, and what ran before', async () => {
    const { body } = await call('GET', `${HOME}/versions`)
    expect(body.items).toEqual([
      {
        releaseChannelVersion: '2.1.0',
        version: 'v2.1.0',
        releaseChannel: 'latest',
        isLatestInChannel: true,
        isCurrent: true,
      },
      {
        releaseChannelVersion: '2.0.0',
        version: 'v2.0.0',
        releaseChannel: 'latest',
        isLatestInChannel: false,
        isCurrent: false,
      },
      {
        releaseChannelVersion: '2.0.0',
        version: 'v2.0.0',
        releaseChannel: 'release',
        isLatestInChannel: true,
        isCurrent: false,
      },
      {
        releaseChannelVersion: '1.9.4',
        version: 'v1.9.4',
        releaseChannel: 'release',
        isLatestInChannel: false,
        isCurrent: false,
      },
    ])
    const page = await call('GET', `${HOME}/versions?first=3`)
    const rest = await call('GET', `${HOME}/versions?first=3&after=${page.body.pageInfo.endCursor}`)
    expect([...page.body.items, ...rest.body.items]).toEqual(body.items)
  })

  test('takes any form that the list shows, for the target channel only', async () => {
    const made = await create()
    const put = (body: object) => call('PUT', at(made), { body })
    expect((await put({ releaseChannelVersion: 'v2.0.0' })).body).toMatchObject({ releaseChannelVersion: '2.0.0' })
    expectRefused(await put({ releaseChannelVersion: '1.9.4' }), 400)
    expectRefused(await put({ releaseChannelVersion: '9.9.9' }), 400)
    const both = await put({ releaseChannel: 'release', releaseChannelVersion: '1.9.4' })
    expect(both.body).toMatchObject({ releaseChannel: 'release', releaseChannelVersion: '1.9.4' })
    const current = (await call('GET', at(made, '/versions'))).body.items.filter((row) => row['isCurrent'])
    expect(current).toMatchObject([{ releaseChannel: 'release', releaseChannelVersion: '1.9.4' }])
  })

  test('a version that is not the latest is held, unless the request says otherwise', async () => {
    const made = await create()
    const put = (body: object) => call('PUT', at(made), { body })
    expect((await put({ releaseChannelVersion: '2.1.0' })).body['releaseChannelVersionHold']).not.toBe(true)
    expect((await put({ releaseChannelVersion: '2.0.0' })).body['releaseChannelVersionHold']).toBe(true)
    const free = await put({ releaseChannelVersion: '2.0.0', releaseChannelVersionHold: false })
    expect(free.body['releaseChannelVersionHold']).toBe(false)
  })

  test('the image follows from the version, and cannot be written', async () => {
    const made = await create()
    const answer = await call('PUT', at(made), {
      body: { platformImageVersion: 'v0.0.1', releaseChannelVersion: '2.0.0' },
    })
    expect(answer.body).toMatchObject({ platformImageVersion: 'v2.0.0' })
  })
})

describe('endpoints 10: logs and pods', () => {
  test('pods: production, and one for each served branch', async () => {
    const made = await create()
    const names = async () => (await call('GET', at(made, '/pods'))).body.items.map((pod) => pod.name)
    expect(await names()).toEqual(['production-api-0', 'production-worker-0'])
    await call('PUT', at(made), { body: { template: 'multiCluster' } })
    await call('POST', `/build${at(made)}/dev-mode`, { body: {} })
    expect(await names()).toEqual([
      'production-api-0',
      'production-api-1',
      'production-api-2',
      'production-worker-0',
      'dev-worker-0',
    ])
    const [pod] = (await call('GET', at(made, '/pods?first=1'))).body.items
    expect(pod).toEqual({
      name: 'production-api-0',
      type: 'api',
      status: 'Running',
      ready: true,
      restartCount: 0,
      containers: [TEXT, TEXT, TEXT, TEXT],
    })
  })

  test('logs: what the pods did, in order of time, filtered and paged', async () => {
    const made = await create()
    sandbox().controls.setClock({ advanceMs: 1000 })
    await call('POST', `/build${at(made)}/dev-mode`, { body: {} })
    sandbox().controls.setClock({ advanceMs: 1000 })
    const all = (await call('GET', at(made, '/logs'))).body.items
    expect(all).toHaveLength(4)
    expect(all[0]).toEqual({
      pod: 'production-api-0',
      date: TIME,
      message: expect.stringMatching(/^Build \d+ of main started$/),
    })
    expect(all.map(({ date }) => date)).toEqual(all.map(({ date }) => date).toSorted())
    const pods = async (query: string) =>
      (await call('GET', at(made, `/logs?${query}`))).body.items.map(({ pod }) => pod)
    expect(await pods('source=production')).toEqual(['production-api-0', 'production-api-0'])
    expect(await pods('source=dev')).toEqual(['dev-worker-0', 'dev-worker-0'])
    expect(await pods('pod=dev-worker-0&container=INIT')).toEqual(['dev-worker-0'])
    expect(await pods('pod=nothing')).toEqual([])
    const page = await call('GET', at(made, '/logs?first=3'))
    const rest = await call('GET', at(made, `/logs?first=3&after=${page.body.pageInfo.endCursor}`))
    expect([...page.body.items, ...rest.body.items]).toEqual(all)
  })

  test.each(['logs?source=staging', 'logs?container=main', 'pods?first=0', 'logs?after=x', 'versions?after=x'])(
    '%s is a 400',
    async (path) => expectRefused(await call('GET', `${HOME}/${path}`), 400),
  )
})

describe('endpoints 16: regions', () => {
  test('lists them, complete in the older list, with or without a slash at the end', async () => {
    const { body } = await call('GET', '/api/v1/regions?first=2')
    expect(body.items).toHaveLength(2)
    expect(body['data']).toHaveLength(3)
    expect(body.items[0]).toMatchObject({ id: 1, name: 'local' })
    expect((await call('GET', '/api/v1/regions/')).body.items).toHaveLength(3)
  })
})
