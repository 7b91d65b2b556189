import { describe, expect, test } from 'vitest'
import { FOR_BEANHOUSE, openEmbed, TENANTS } from './embed-support.ts'
import type { Answer } from './support.ts'

const { bearing, claims, exchange, generate, keyed, mint, revoke, sandbox } = openEmbed()

const CREATOR = { creatorMode: true, embedTenantName: 'beanhouse' }
const GROUPS = `${TENANTS}/beanhouse/groups`
const ATTRIBUTES = `${TENANTS}/beanhouse/user-attributes`

const atOnce = (count: number, work: (index: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).toSorted()
const look = (token: string) => bearing(token, 'GET', `/api/v1/embed/dashboard/${FOR_BEANHOUSE}`)

describe('at the same time', () => {
  test('two exchanges of one id: one wins', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await mint()
      const answers = await atOnce(8, () => exchange(id))
      expect(statuses(answers)).toEqual([200, ...Array(7).fill(401)])
    }
  })

  test('a revoke and an exchange: no working token comes out', async () => {
    for (let round = 0; round < 20; round += 1) {
      const id = await mint({ embedTenantName: 'beanhouse' })
      const both = [() => exchange(id), () => revoke(id)]
      const answers = await Promise.all((round % 2 === 0 ? both : both.toReversed()).map((each) => each()))
      expect(answers.map(({ status }) => status)).toContain(204)
      for (const { body } of answers.filter(({ status }) => status === 200)) {
        expect((await look(String(body['token']))).status).toBe(401)
      }
      expect((await exchange(id)).status).toBe(401)
    }
  })

  test('upserts of one group definition: one group, with either description', async () => {
    const answers = await atOnce(8, (n) =>
      generate({
        ...CREATOR,
        externalId: `u-${n}`,
        groupDefinitions: [{ name: 'Raced', description: `by ${n}` }],
        groups: ['Raced'],
      }),
    )
    expect(statuses(answers)).toEqual(Array(8).fill(200))
    const raced = (await keyed('GET', GROUPS)).body.items.filter(({ name }) => name === 'Raced')
    expect(raced).toEqual([
      { id: expect.any(Number), name: 'Raced', description: expect.stringMatching(/^by \d$/), userCount: 8 },
    ])
  })

  test('upserts of one attribute definition with two types: one type wins, and the others change nothing', async () => {
    sandbox().controls.setSwitches({ embedUserAttributes: 'present' })
    const types = ['string', 'number'] as const
    const answers = await atOnce(8, (n) => {
      const definitions = [
        { name: `only with ${types[n % 2]} ${n}`, type: 'string' },
        { name: 'raced', type: types[n % 2] },
      ]
      return generate({ ...CREATOR, externalId: `t-${n}`, userAttributeDefinitions: definitions })
    })
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 400, 400, 400, 400])
    const { items } = (await keyed('GET', ATTRIBUTES)).body
    const winner = items.find(({ name }) => name === 'raced')?.type
    const others = items.filter(({ name }) => name.startsWith('only with'))
    expect(others).toHaveLength(4)
    for (const { name } of others) expect(name).toContain(`only with ${winner}`)
  })

  test('sessions of one new user: one user', async () => {
    const answers = await atOnce(8, () => generate({ externalId: 'same', embedTenantName: 'raced-tenant' }))
    expect(statuses(answers)).toEqual(Array(8).fill(200))
    expect((await keyed('GET', `${TENANTS}?search=raced-tenant`)).body.items).toMatchObject([{ userCount: 1 }])
  })

  test('sessions of new users at the limit: only as many as there is room for', async () => {
    const { controls } = sandbox()
    let full = 0
    do {
      full += 1
      controls.setSwitches({ embedUserLimit: full })
    } while ((await generate({ externalId: 'probe' })).status !== 200)
    controls.setSwitches({ embedUserLimit: full + 3 })
    const answers = await atOnce(8, (n) => generate({ externalId: `room-${n}` }))
    expect(statuses(answers)).toEqual([200, 200, 200, 429, 429, 429, 429, 429])
    controls.setSwitches({ embedUserLimit: 10_000 })
  })

  test('memberships that are replaced: exactly one of the lists', async () => {
    await generate({ ...CREATOR, groupDefinitions: ['A', 'B', 'C', 'D'].map((name) => ({ name })) })
    const lists = [['A', 'B'], ['C', 'D'], []]
    await atOnce(9, (n) => generate({ ...CREATOR, externalId: 'torn', groups: lists[n % 3] }))
    const said = (await claims({ ...CREATOR, externalId: 'torn' })).groups.map((name) => name.split(':').at(-1))
    expect(lists).toContainEqual(said)
  })

  test('one group created twice: one wins, 400 for the other', async () => {
    const answers = await atOnce(5, () => keyed('POST', GROUPS, { name: 'Created once' }))
    expect(statuses(answers)).toEqual([200, 400, 400, 400, 400])
  })

  test('members added twice: each is added once', async () => {
    const { body: group } = await keyed('POST', GROUPS, { name: 'Filled' })
    const answers = await atOnce(6, () =>
      keyed('POST', `${GROUPS}/${group.id}/users`, { members: [{ externalId: 'filler' }] }),
    )
    expect(answers.flatMap(({ body }) => body['addedMembers'])).toHaveLength(1)
    expect((await keyed('GET', `${GROUPS}/${group.id}`)).body).toMatchObject({ userCount: 1 })
  })

  test('a tenant that is deleted while sessions are created in it: a session is complete, or not there', async () => {
    const tenant = `${TENANTS}/vanishing`
    const answers = await atOnce(12, (n) =>
      n % 3 === 1 ? keyed('DELETE', tenant) : generate({ externalId: `v-${n}`, embedTenantName: 'vanishing' }),
    )
    expect(answers.map(({ status }) => status).filter((status) => status >= 400)).toEqual([])
    const { items } = (await keyed('GET', `${TENANTS}?search=vanishing`)).body
    for (const { body } of answers.filter(({ status }) => status === 200)) {
      const { status } = await exchange(body['sessionId'])
      expect([200, 401]).toContain(status)
    }
    expect(items.length).toBeLessThanOrEqual(1)
  })
})
