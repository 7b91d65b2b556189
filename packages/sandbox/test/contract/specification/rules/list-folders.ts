import { expect } from 'vitest'
import { HOME, type Wire } from '../../support.ts'
import type { Rule, World } from '../rule.ts'

const LIST = `${HOME}/folders`
const namesOf = ({ items }: Wire): string[] => items.map(({ name }) => name)

/** The names of the folders that a user of the seed sees. */
const seenBy = async ({ ok }: World, as: string, query = ''): Promise<string[]> =>
  namesOf(await ok('GET', `${LIST}${query}`, { as }))

export const LIST_FOLDERS: readonly Rule[] = [
  {
    line: 194,
    rule: 'the path lists folders',
    run: async ({ ok }) => expect(namesOf(await ok('GET', LIST))).toContain('Sales'),
  },
  {
    line: 200,
    rule: 'parentId: the children of that folder',
    run: async (world) => {
      const { ok, refused, id } = world
      expect(namesOf(await ok('GET', `${LIST}?parentId=${id('folder', 'Product')}`))).toEqual(['Experiments'])
      expect(namesOf(await ok('GET', `${LIST}?parentId=${id('folder', 'Sales')}`))).toEqual([])
      await refused(400, 'GET', `${LIST}?parentId=Product`)
    },
  },
  {
    line: 200,
    part: 2,
    rule: 'without it: the root',
    run: async ({ ok }) => {
      const { items } = await ok('GET', LIST)
      expect(items.filter((folder) => folder['parentId'] !== null)).toEqual([])
      expect(items.length).toBeGreaterThan(3)
    },
  },
  {
    line: 201,
    rule: 'first: the greatest number of rows',
    run: async ({ ok }) => {
      for (const first of [1, 2, 3]) expect((await ok('GET', `${LIST}?first=${first}`)).items).toHaveLength(first)
    },
  },
  {
    line: 202,
    rule: 'after: the end cursor of a page leads to the next page',
    run: async ({ ok }) => {
      const whole = namesOf(await ok('GET', LIST))
      const found: string[] = []
      for (let after = ''; ; ) {
        const page = await ok('GET', `${LIST}?first=2${after}`)
        found.push(...namesOf(page))
        if (!page.pageInfo.hasNextPage) break
        after = `&after=${encodeURIComponent(page.pageInfo.endCursor)}`
      }
      expect(found).toEqual(whole)
    },
  },
  {
    line: 204,
    rule: 'one of the two numbers may be 0, and neither may be negative',
    run: async ({ ok, refused }) => {
      await ok('GET', `${LIST}?parentId=0&first=1`)
      for (const query of ['parentId=-1', 'first=0', 'first=-1']) await refused(400, 'GET', `${LIST}?${query}`)
    },
  },
  { line: 206, rule: 'the answer is 200', run: async ({ call }) => expect((await call('GET', LIST)).status).toBe(200) },
  {
    line: 210,
    rule: 'items: the folders',
    run: async ({ ok }) => expect((await ok('GET', LIST)).items[0]).toMatchObject({ type: 'FOLDER', name: 'Sales' }),
  },
  {
    line: 211,
    rule: 'pageInfo: where the page ends',
    run: async ({ ok }) => {
      expect((await ok('GET', `${LIST}?first=1`)).pageInfo).toMatchObject({ hasNextPage: true })
      expect((await ok('GET', LIST)).pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false })
    },
  },
  {
    line: 212,
    rule: 'data: the same list again',
    run: async ({ ok }) => {
      const { items, data } = await ok('GET', `${LIST}?first=2`)
      expect(data).toEqual(items)
    },
  },
  {
    line: 213,
    rule: 'count: everything that the caller can see, on any page',
    run: async ({ ok }) => {
      const all = (await ok('GET', LIST)).items.length
      expect(await ok('GET', `${LIST}?first=1`)).toMatchObject({ count: all })
      const some = (await ok('GET', LIST, { as: 'member' })).items.length
      expect(some).toBeLessThan(all)
      expect(await ok('GET', `${LIST}?first=1`, { as: 'member' })).toMatchObject({ count: some })
    },
  },
  {
    line: 217,
    rule: 'lists only what the caller can see',
    run: async (world) => {
      expect(await seenBy(world, 'admin')).toContain('Onboarding ☕')
      expect(await seenBy(world, 'maria@acme.com')).not.toContain('Onboarding ☕')
    },
  },
  {
    line: 217,
    part: 2,
    rule: 'folders that the caller owns, was granted, or has access to something in',
    run: async (world) => {
      const inProduct = `?parentId=${world.id('folder', 'Product')}`
      expect(await seenBy(world, 'maria@acme.com')).toContain('Sales')
      expect(await seenBy(world, 'maria@acme.com', inProduct)).toEqual(['Experiments'])
      expect(await seenBy(world, 'jonas@acme.com')).toEqual(['Sales', 'Finance'])
      expect(await seenBy(world, 'nadia@board.acme.com')).toEqual(['Finance'])
    },
  },
  {
    line: 217,
    part: 3,
    rule: 'the folders above are listed for navigation, and give no other access',
    run: async (world) => {
      expect(await seenBy(world, 'maria@acme.com')).toContain('Product')
      expect(await seenBy(world, 'nadia@board.acme.com')).toContain('Finance')
      const inFinance = `${HOME}/workspace?folderId=${world.id('folder', 'Finance')}`
      expect(namesOf(await world.ok('GET', inFinance, { as: 'nadia@board.acme.com' }))).toEqual(['Board pack'])
    },
  },
  {
    line: 218,
    rule: 'deeper folders are not listed',
    run: async (world) => expect(await seenBy(world, 'admin')).not.toContain('Experiments'),
  },
  {
    line: 218,
    part: 2,
    rule: 'one call lists one level',
    run: async ({ ok, id }) => {
      const parentId = id('folder', 'Experiments')
      await ok('POST', LIST, { body: { name: 'Deep', parentId } })
      expect(namesOf(await ok('GET', `${LIST}?parentId=${id('folder', 'Product')}`))).toEqual(['Experiments'])
      expect(namesOf(await ok('GET', `${LIST}?parentId=${parentId}`))).toEqual(['Deep'])
    },
  },
  {
    line: 219,
    rule: 'the ancestors of a folder have a path of their own',
    run: async ({ call, id }) => {
      const { status, body } = await call('GET', `${LIST}/${id('folder', 'Experiments')}/ancestors`)
      expect(status).toBe(200)
      expect(body).toMatchObject([{ name: 'Product' }, { name: 'Experiments' }])
    },
  },
]
