import { beforeAll, describe, expect, test } from 'vitest'
import { HOME, openContract, type Wire } from './support.ts'

const { call, sandbox } = openContract({ seed: 'empty' })

const ROWS = 7
const LISTS = [
  'folders',
  'reports',
  'reports?sortBy=name',
  'reports?sortBy=updatedAt&sortDirection=DESC',
  'workbooks',
  'workspace',
  'workspace?orderByField=name&orderByDirection=DESC',
]
const page = async (list: string, query: string): Promise<Wire> =>
  (await call('GET', `${HOME}/${list}${list.includes('?') ? '&' : '?'}${query}`)).body
const idsOf = ({ items }: Wire): string[] => items.map(({ type, id }) => `${type} ${id}`)
const withAfter = ({ pageInfo }: Wire): string => `after=${pageInfo.endCursor}`

/** What a client reads when it follows the cursors, with something happening between the pages. */
async function walk(
  list: string,
  first: number,
  between: (page: Wire) => Promise<unknown> = async () => {},
): Promise<string[]> {
  const seen: string[] = []
  for (let query = `first=${first}`; ; ) {
    const body = await page(list, query)
    seen.push(...idsOf(body))
    if (!body.pageInfo.hasNextPage) return seen
    await between(body)
    query = `first=${first}&${withAfter(body)}`
  }
}

beforeAll(async () => {
  for (let row = 1; row <= ROWS; row += 1) {
    await call('POST', `${HOME}/folders`, { body: { name: `Folder ${row}`, position: row % 3 } })
    // Every other name is the same, so an order by name alone would not be total.
    await call('POST', `${HOME}/workbooks`, { body: { name: row % 2 ? 'Same' : `Workbook ${row}` } })
    await call('POST', `${HOME}/reports`, { body: { name: row % 2 ? 'Same' : `Report ${row}` } })
  }
})

describe.for(LISTS)('endpoints 18.6: GET /%s', (list) => {
  test('pages of any size add up to the whole list, in its order, each row once', async () => {
    const whole = idsOf(await page(list, 'first=1000'))

    expect(whole.length).toBeGreaterThanOrEqual(ROWS)
    for (const first of [1, 2, ROWS, ROWS + 1]) expect(await walk(list, first)).toEqual(whole)
  })

  test('spec Page info: says whether there are rows before and after, and none after the last', async () => {
    const start = await page(list, 'first=2')
    expect(start.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
    const next = await page(list, `first=2&${withAfter(start)}`)
    expect(next.pageInfo).toMatchObject({ hasPreviousPage: true })

    const end = await page(list, `first=1000&${withAfter(next)}`)
    expect(end.pageInfo).toMatchObject({ hasNextPage: false })
    const beyond = await page(list, withAfter(end))
    expect([beyond.items, beyond.pageInfo.hasNextPage, beyond.pageInfo.endCursor]).toEqual([[], false, null])
  })

  test('rows that are added and deleted between the pages: all others are read once', async () => {
    const kind = list.startsWith('workspace') ? 'workbooks' : (list.split('?')[0] as string)
    const before = idsOf(await page(list, 'first=1000'))
    const made: number[] = []

    const seen = await walk(list, 2, async () => {
      // The cursor's own row may be gone, too: the first of these was on an earlier page, or is on a later one.
      const doomed = made.shift()
      if (doomed !== undefined) await call('DELETE', `${HOME}/${kind}/${doomed}`)
      if (made.length < 3)
        made.push((await call('POST', `${HOME}/${kind}`, { body: { name: 'AAA', position: -1 } })).body.id)
    })

    expect(seen.filter((id) => before.includes(id))).toEqual(before)
    expect(new Set(seen).size).toBe(seen.length)
    for (const id of made) await call('DELETE', `${HOME}/${kind}/${id}`)
  })

  test('a cursor keeps its place when its row is deleted', async () => {
    const kind = list.startsWith('workspace') ? 'folders' : (list.split('?')[0] as string)
    await call('POST', `${HOME}/${kind}`, { body: { name: '!', position: -5 } })
    const whole = idsOf(await page(list, 'first=1000'))
    const row = whole[whole.length - ROWS]
    const upToRow = await page(list, `first=${whole.length - ROWS + 1}`)
    const last = upToRow.items.at(-1) as Wire
    expect(`${last.type} ${last.id}`).toBe(row)

    await call('DELETE', `${HOME}/${last.type.toLowerCase()}s/${last.id}`)
    expect(idsOf(await page(list, `first=1000&${withAfter(upToRow)}`))).toEqual(whole.slice(whole.length - ROWS + 1))
  })
})

describe('the size of a page', () => {
  test.for(['folders', 'reports', 'workbooks', 'workspace'])('GET /%s: the default and the cap', async (list) => {
    sandbox().controls.setSwitches({ pageSize: 2, pageSizeCap: 3 })

    expect((await page(list, '')).items).toHaveLength(2)
    expect((await page(list, 'first=100')).items).toHaveLength(3)
    sandbox().controls.setSwitches({ pageSize: 50, pageSizeCap: 1000 })
  })
})
