import { expect } from 'vitest'
import { TENANTS } from '../../embed-support.ts'
import type { Wire } from '../../support.ts'
import type { Rule, World } from '../rule.ts'

const CREATOR = { creatorMode: true, embedTenantName: 'beanhouse' }
const GROUPS = `${TENANTS}/beanhouse/groups`
const ATTRIBUTES = `${TENANTS}/beanhouse/user-attributes`
const PICTURE = 'https://beanhouse.example/ana.png'

const bare = (names: readonly string[]): string[] => names.map((name) => name.split(':').at(-1) ?? '')
const groupNamed = async ({ ok }: World, name: string): Promise<Wire | undefined> =>
  (await ok('GET', GROUPS)).items.find((group) => group.name === name)

async function attributeNamed({ ok, sandbox }: World, name: string): Promise<Wire | undefined> {
  sandbox().controls.setSwitches({ embedUserAttributes: 'present' })
  return (await ok('GET', `${ATTRIBUTES}?first=1000`)).items.find((attribute) => attribute.name === name)
}

/** Requests a creator-mode session of beanhouse with these definitions. */
const defineGroups = ({ mint }: World, ...groupDefinitions: object[]) => mint({ ...CREATOR, groupDefinitions })
const defineAttributes = ({ mint }: World, ...userAttributeDefinitions: object[]) =>
  mint({ ...CREATOR, userAttributeDefinitions })

/** The field is updated if it is sent and different, and left alone if it is not sent. */
const updatesText = (field: string) => async (world: World) => {
  const name = `with ${field}`
  const shown = async () => (await attributeNamed(world, name))?.[field]
  for (const [sent, expected] of [
    ['One', 'One'],
    ['Two', 'Two'],
    [undefined, 'Two'],
    [null, 'Two'],
    ['Two', 'Two'],
  ]) {
    await defineAttributes(world, { name, type: 'string', [field]: sent })
    expect(await shown()).toBe(expected)
  }
}

/** The user of a session, and what the session says about them. */
export const PROFILES: readonly Rule[] = [
  {
    line: 248,
    rule: 'a display name is a text, a picture an absolute web address by its syntax',
    run: async ({ claims, noSession }) => {
      for (const picture of [PICTURE, 'http://a.invalid/?x=1', 'HTTPS://nobody.answers.invalid']) {
        expect((await claims({ userProfile: { displayName: 'Ana', picture } })).user).toMatchObject({ picture })
      }
      const relative = ['ana.png', '/ana.png', '//a.example/a.png', '']
      const others = ['ftp://a.example/a.png', 'data:image/png;base64,AA', 'https://', 'https://a b/']
      for (const picture of [...relative, ...others]) {
        await noSession(400, { userProfile: { picture } })
      }
      await noSession(400, { userProfile: { displayName: 7 } })
    },
  },
  {
    line: 248,
    part: 2,
    rule: 'both are stored with the external user',
    run: async ({ claims, generate }) => {
      const userProfile = { displayName: 'Kept', picture: PICTURE }
      await generate({ externalId: 'kept', userProfile })
      expect((await claims({ externalId: 'kept' })).user).toMatchObject(userProfile)
      expect((await claims({ externalId: 'another' })).user).toMatchObject({ displayName: null, picture: null })
    },
  },
  {
    line: 248,
    part: 3,
    rule: 'later values replace them',
    run: async ({ claims, generate }) => {
      await generate({ externalId: 'later', userProfile: { displayName: 'One', picture: PICTURE } })
      const userProfile = { displayName: 'Two', picture: 'https://beanhouse.example/two.png' }
      expect((await claims({ externalId: 'later', userProfile })).user).toMatchObject(userProfile)
    },
  },
  {
    line: 248,
    part: 4,
    rule: 'missing fields, or the missing object, stay',
    run: async ({ claims, generate }) => {
      const stored = { displayName: 'Stays', picture: PICTURE }
      await generate({ externalId: 'stays', userProfile: stored })
      for (const userProfile of [undefined, null, {}, { displayName: 'Stays' }, { picture: PICTURE }]) {
        expect((await claims({ externalId: 'stays', userProfile })).user).toMatchObject(stored)
      }
    },
  },
  {
    line: 248,
    part: 5,
    rule: 'a picture that nobody serves is not an error',
    run: async ({ generate }) =>
      expect((await generate({ userProfile: { picture: 'https://nobody.answers.invalid/x.png' } })).status).toBe(200),
  },
  {
    line: 248,
    part: 6,
    rule: 'formats and size are advice: no address is refused for them',
    run: async ({ generate }) => {
      for (const name of ['a.png', 'a.jpg', 'a.gif', 'a.webp', 'a.svg', 'a.bmp', 'of-20-megabytes']) {
        const answer = await generate({ userProfile: { picture: `https://beanhouse.example/${name}` } })
        expect([name, answer.status]).toEqual([name, 200])
      }
    },
  },
]

export const ATTRIBUTE_VALUES: readonly Rule[] = [
  {
    line: 250,
    rule: 'a value has the type of its definition; null clears it',
    run: async ({ claims, noSession, ok }) => {
      const lists = { string_array: ['a', 'b'], number_array: [1, 2] }
      const good = { string: 'a', number: 1.5, boolean: true, ...lists } as const
      for (const [type, value] of Object.entries(good)) {
        const name = `typed ${type}`
        await ok('POST', '/api/v1/user-attributes', { body: { name, type } })
        const said = async (sent: unknown) =>
          (await claims({ externalId: 'typed', userAttributes: [{ name, value: sent }] })).userAttributes[name]
        expect(await said(value)).toEqual(value)
        for (const other of Object.values(good).filter((each) => each !== value)) {
          await noSession(400, { externalId: 'typed', userAttributes: [{ name, value: other }] })
        }
        expect(await said(null)).toBe(undefined)
      }
      await noSession(400, { userAttributes: [{ name: 'never defined', value: 1 }] })
    },
  },
  {
    line: 252,
    rule: 'a duplicate name is refused',
    run: async ({ noSession }) => {
      for (const values of [
        ['north', 'south'],
        ['north', 'north'],
      ]) {
        const userAttributes = values.map((value) => ({ name: 'region', value }))
        expect(await noSession(400, { userAttributes })).toContain('region')
      }
    },
  },
  {
    line: 253,
    rule: 'values belong to the user; only the sent names are overwritten',
    run: async ({ claims }) => {
      const said = async (externalId: string, ...userAttributes: object[]) =>
        (await claims({ externalId, userAttributes })).userAttributes
      const costs = { name: 'cost_centers', value: [1] }
      await said('valued', { name: 'region', value: 'north' }, costs)
      expect(await said('valued', { name: 'region', value: 'south' })).toEqual({ region: 'south', cost_centers: [1] })
      expect(await said('valueless')).toEqual({})
    },
  },
  {
    line: 254,
    rule: 'outside creator mode, names refer to the account',
    run: async ({ claims }) => {
      const userAttributes = [{ name: 'region', value: 'north' }]
      const said = await claims({ externalId: 'plain', embedTenantName: 'beanhouse', userAttributes })
      expect(said.userAttributes).toEqual({ region: 'north' })
    },
  },
  {
    line: 254,
    part: 2,
    rule: 'an unknown name is reported',
    run: async ({ noSession }) => {
      const userAttributes = [
        { name: 'region', value: 'south' },
        { name: 'nowhere', value: 1 },
      ]
      expect(await noSession(400, { userAttributes })).toBe('User attributes not found: nowhere')
    },
  },
  {
    line: 255,
    rule: 'in creator mode, names refer to the embed tenant',
    run: async (world) => {
      await defineAttributes(world, { name: 'of the tenant', type: 'number' })
      const userAttributes = [{ name: 'of the tenant', value: 7 }]
      const said = await world.claims({ ...CREATOR, externalId: 'creative', userAttributes })
      expect(said.userAttributes).toEqual({ 'of the tenant': 7 })
      await world.noSession(400, { ...CREATOR, userAttributes: [{ name: 'region', value: 'north' }] })
      expect(await world.noSession(400, { userAttributes })).toBe('User attributes not found: of the tenant')
      const outside = { externalId: 'creative', embedTenantName: 'beanhouse' }
      const north = [{ name: 'region', value: 'north' }]
      expect((await world.claims({ ...outside, userAttributes: north })).userAttributes).toEqual({ region: 'north' })
      expect((await world.claims({ ...outside, creatorMode: true })).userAttributes).toEqual({ 'of the tenant': 7 })
    },
  },
]

const groupsOf = async ({ claims }: World, externalId: string, groups?: readonly string[] | null): Promise<string[]> =>
  bare((await claims({ externalId, groups })).groups)

export const GROUPS_AND_DEFINITIONS: readonly Rule[] = [
  {
    line: 261,
    rule: 'without groups, memberships stay',
    run: async (world) => {
      await groupsOf(world, 'stayer', ['Sales'])
      for (const none of [undefined, null]) expect(await groupsOf(world, 'stayer', none)).toEqual(['Sales'])
    },
  },
  {
    line: 262,
    rule: 'an empty list clears them',
    run: async (world) => {
      await groupsOf(world, 'leaver', ['Sales', 'Finance'])
      expect(await groupsOf(world, 'leaver', [])).toEqual([])
      expect(await groupsOf(world, 'leaver')).toEqual([])
    },
  },
  {
    line: 263,
    rule: 'a list replaces all of them',
    run: async (world) => {
      await groupsOf(world, 'mover', ['Sales'])
      expect(await groupsOf(world, 'mover', ['Finance'])).toEqual(['Finance'])
      expect(await groupsOf(world, 'mover', ['Sales', 'Finance', 'Sales'])).toEqual(['Finance', 'Sales'])
    },
  },
  {
    line: 265,
    rule: 'outside creator mode, they are groups of the account',
    run: async (world) => {
      await defineGroups(world, { name: 'Of the tenant' })
      expect(await groupsOf(world, 'outside', ['Sales'])).toEqual(['Sales'])
      await world.noSession(400, { embedTenantName: 'beanhouse', groups: ['Of the tenant'] })
    },
  },
  {
    line: 265,
    part: 2,
    rule: 'in creator mode, those of the embed tenant',
    run: async (world) => {
      await defineGroups(world, { name: 'Of the tenant' })
      const said = await world.claims({ ...CREATOR, externalId: 'inside', groups: ['Of the tenant'] })
      expect(bare(said.groups)).toEqual(['Of the tenant'])
      await world.noSession(400, { ...CREATOR, groups: ['Sales'] })
      await world.noSession(400, { ...CREATOR, embedTenantName: 'cafe-du-lac', groups: ['Of the tenant'] })
    },
  },
  {
    line: 265,
    part: 3,
    rule: 'only unknown names are reported',
    run: async ({ noSession }) =>
      expect(await noSession(400, { groups: ['Sales', 'Nobody', 'Nothing'] })).toBe(
        'Groups with names Nobody, Nothing not found',
      ),
  },
  {
    line: 267,
    rule: 'a group is created or found by name; a description is set when sent, and never cleared',
    run: async (world) => {
      const name = 'Described'
      await defineGroups(world, { name })
      const made = await groupNamed(world, name)
      expect(made).toMatchObject({ description: null })
      for (const [description, shown] of [
        ['One', 'One'],
        ['Two', 'Two'],
        [undefined, 'Two'],
        [null, 'Two'],
        ['', 'Two'],
      ]) {
        await defineGroups(world, { name, description })
        expect(await groupNamed(world, name)).toMatchObject({ id: made?.id, description: shown })
      }
      await world.noSession(400, { ...CREATOR, groupDefinitions: [{ description: 'Of nothing' }] })
    },
  },
  {
    line: 267,
    part: 2,
    rule: 'a duplicate name in one request is refused',
    run: async (world) => {
      const groupDefinitions = [{ name: 'Twin' }, { name: 'Twin', description: 'Other' }]
      await world.noSession(400, { ...CREATOR, groupDefinitions })
      expect(await groupNamed(world, 'Twin')).toBe(undefined)
    },
  },
  {
    line: 273,
    rule: 'an attribute is named, and found by its name',
    run: async (world) => {
      await defineAttributes(world, { name: 'found again', type: 'string' })
      const made = await attributeNamed(world, 'found again')
      await defineAttributes(world, { name: 'found again', type: 'string' })
      expect(await attributeNamed(world, 'found again')).toEqual(made)
      await world.noSession(400, { ...CREATOR, userAttributeDefinitions: [{ type: 'string' }] })
    },
  },
  {
    line: 274,
    rule: 'its type is required, one of those listed, and permanent',
    run: async (world) => {
      for (const type of ['string', 'number', 'boolean', 'string_array', 'number_array']) {
        await defineAttributes(world, { name: `a ${type}`, type })
        expect(await attributeNamed(world, `a ${type}`)).toMatchObject({ type })
      }
      for (const type of [undefined, 'text', 'date']) {
        await world.noSession(400, { ...CREATOR, userAttributeDefinitions: [{ name: 'typeless', type }] })
      }
      const changed = [{ name: 'a string', type: 'number' }]
      await world.noSession(400, { ...CREATOR, userAttributeDefinitions: changed })
    },
  },
  { line: 275, rule: 'displayName: updated when sent', run: updatesText('displayName') },
  { line: 276, rule: 'defaultValue: updated when sent', run: updatesText('defaultValue') },
  { line: 277, rule: 'description: updated when sent', run: updatesText('description') },
  {
    line: 279,
    rule: 'another type is reported, and the request changes nothing',
    run: async (world) => {
      await defineAttributes(world, { name: 'firm', type: 'string' })
      const before = world.everything()
      const userAttributeDefinitions = [
        { name: 'never made', type: 'string' },
        { name: 'firm', type: 'number' },
      ]
      const sent = { ...CREATOR, groupDefinitions: [{ name: 'Never made' }], userAttributeDefinitions }
      expect(await world.noSession(400, sent)).toMatch(/cannot change type/)
      expect(world.everything()).toEqual(before)
    },
  },
  {
    line: 279,
    part: 2,
    rule: 'a duplicate name in one request is refused',
    run: async (world) => {
      const userAttributeDefinitions = [1, 2].map(() => ({ name: 'twin', type: 'string' }))
      await world.noSession(400, { ...CREATOR, userAttributeDefinitions })
      expect(await attributeNamed(world, 'twin')).toBe(undefined)
    },
  },
  {
    line: 281,
    rule: 'definitions need creator mode, an embed tenant and the tenant flag',
    run: async ({ noSession, sandbox }) => {
      const both = [
        { groupDefinitions: [{ name: 'G' }] },
        { userAttributeDefinitions: [{ name: 'a', type: 'string' }] },
      ]
      for (const each of both) {
        await noSession(400, { embedTenantName: 'beanhouse', ...each })
        await noSession(400, { creatorMode: true, ...each })
      }
      sandbox().controls.setEmbedding({ useCreatorMode: false })
      for (const each of both) await noSession(403, { ...CREATOR, ...each })
    },
  },
  {
    line: 281,
    part: 2,
    rule: 'they act in the embed tenant, and nowhere else',
    run: async (world) => {
      const ofAccount = async () => (await world.ok('GET', '/api/v1/user-attributes?name=region')).items
      const before = await ofAccount()
      await defineAttributes(world, { name: 'region', type: 'number' })
      await defineGroups(world, { name: 'Sales' })
      expect(await ofAccount()).toEqual(before)
      expect(await groupNamed(world, 'Sales')).toMatchObject({ userCount: 0 })
      world.sandbox().controls.setSwitches({ embedUserAttributes: 'present' })
      for (const list of ['groups', 'user-attributes']) {
        expect((await world.ok('GET', `${TENANTS}/cafe-du-lac/${list}`)).items).toEqual([])
      }
    },
  },
  {
    line: 281,
    part: 3,
    rule: 'repeating it changes nothing, and definitions can be used at once',
    run: async (world) => {
      const sent = {
        ...CREATOR,
        externalId: 'at-once',
        groupDefinitions: [{ name: 'At once' }],
        userAttributeDefinitions: [{ name: 'at once', type: 'string' }],
        groups: ['At once'],
        userAttributes: [{ name: 'at once', value: 'yes' }],
      }
      const first = await world.claims(sent)
      expect(bare(first.groups)).toEqual(['At once'])
      expect(first.userAttributes).toEqual({ 'at once': 'yes' })
      const [group, attribute] = [await groupNamed(world, 'At once'), await attributeNamed(world, 'at once')]
      await world.claims(sent)
      expect([await groupNamed(world, 'At once'), await attributeNamed(world, 'at once')]).toEqual([group, attribute])
    },
  },
  {
    line: 281,
    part: 3,
    rule: 'a bad definition is reported before a bad group or attribute',
    run: async (world) => {
      await defineAttributes(world, { name: 'checked first', type: 'string' })
      const userAttributeDefinitions = [{ name: 'checked first', type: 'number' }]
      const wrong = { groups: ['Nobody'], userAttributes: [{ name: 'nowhere', value: 1 }] }
      expect(await world.noSession(400, { ...CREATOR, userAttributeDefinitions, ...wrong })).toMatch(
        /cannot change type/,
      )
    },
  },
]
