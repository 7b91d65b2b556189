import type { Sandbox } from '../../packages/sandbox/index.ts'

type Row = Readonly<Record<string, unknown>>
interface Rows {
  readonly folders: readonly Row[]
  readonly workbooks: readonly Row[]
  readonly reports: readonly Row[]
  readonly access: readonly Row[]
}

/** Times, versions, and what the platform makes up: two runs with the same result differ in these. */
const PASSING = new Set([
  ...['createdAt', 'updatedAt', 'publishedAt', 'version', 'versionNumber', 'cursor', 'quiet', 'at'],
  // Which ledgers say that their commit was applied completely. What they say together has a line of its own.
  'applied',
])

interface Which {
  readonly deployment?: number
  /** Without our records: only what people see. */
  readonly isBare?: boolean
}

/** Every row of the deployment as the platform shows it, with names instead of numbers, in a fixed order. */
export async function readRows(sandbox: Sandbox, { deployment = 2, isBare = false }: Which = {}): Promise<string> {
  const headers = { authorization: `Bearer ${sandbox.keys.admin}` }
  const get = async (path: string): Promise<Row> => {
    const answer = await fetch(`${sandbox.url}/api/v1/deployments/${deployment}/${path}`, { headers })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return (await answer.json()) as Row
  }
  const list = async (path: string): Promise<Row[]> => (await get(`${path}?first=1000`))['items'] as Row[]
  const [folders, listed, reports] = await Promise.all([list('folders'), list('workbooks'), list('reports')])
  const workbooks = await Promise.all(listed.map(({ id }) => get(`workbooks/${id}`)))
  const access = await Promise.all(listed.map(({ id }) => get(`workbooks/${id}/embed-access`)))
  return print({ folders: await allFolders(folders, get), workbooks, reports, access }, { deployment, isBare })
}

/** Each list of folders is for one parent. */
async function allFolders(roots: readonly Row[], get: (path: string) => Promise<Row>): Promise<Row[]> {
  const below = await Promise.all(
    roots.map(async ({ id }) => {
      const { items } = await get(`folders?first=1000&parentId=${id}`)
      return allFolders(items as Row[], get)
    }),
  )
  return [...roots, ...below.flat()]
}

/** The name of a number of a kind, because two kinds may have one number. */
type NameOf = (kind: string | undefined, number: number) => string | number

function print({ folders, workbooks, reports, access }: Rows, { deployment, isBare }: Required<Which>): string {
  const names = new Map<string, string>()
  const path = ({ name, parentId }: Row): string =>
    `${parentId == null ? '' : `${path(folders.find(({ id }) => id === parentId) ?? {})}/`}${name}`
  for (const folder of folders) names.set(`folder ${folder['id']}`, `<folder ${path(folder)}>`)
  for (const { id, slug } of workbooks) names.set(`workbook ${id}`, `<workbook ${slug}>`)
  for (const { id, publicId } of reports) names.set(`report ${id}`, `<report ${publicId}>`)
  const isMadeUp = new RegExp(`^${deployment}\\d{5}$`)
  const nameOf: NameOf = (kind, number) =>
    isMadeUp.test(String(number)) ? (names.get(`${kind} ${number}`) ?? '<number>') : number
  const shown = new Map(
    workbooks.map(({ slug, publishedDashboard }) => [
      (publishedDashboard as Row | null)?.['publicId'],
      `<shown ${slug}>`,
    ]),
  )
  const lines: readonly (readonly [kind: string, row: unknown])[] = [
    ...folders.map((row) => ['folder', row] as const),
    ...workbooks.map((row) => ['workbook', row] as const),
    ...reports.map((row) => ['report', row] as const),
    ...access.map((row, index) => ['access', { slug: workbooks[index]?.['slug'], ...row }] as const),
    ...(isBare ? [] : [['applied', appliedIn([...workbooks, ...reports])] as const]),
  ]
  return lines
    .map(([kind, row]) => `${kind} ${JSON.stringify(row, replacer({ kind, row, shown, isBare, nameOf }))}`)
    .sort()
    .join('\n')
}

function appliedIn(holders: readonly Row[]): string[] {
  const records = holders.flatMap(({ meta }) => {
    const text = (meta as Row | null)?.['boardwright']
    return typeof text === 'string' ? [JSON.parse(text) as { readonly applied?: readonly string[] }] : []
  })
  return [...new Set(records.flatMap(({ applied = [] }) => applied))].sort()
}

interface Printing {
  readonly kind: string
  readonly row: unknown
  readonly shown: ReadonlyMap<unknown, string>
  readonly isBare: boolean
  readonly nameOf: NameOf
}

/** Whose number a key has, in rows and in records. */
const NUMBERS: Readonly<Record<string, string>> = {
  ...{ reportId: 'report', workbookId: 'workbook', folderId: 'folder', parentId: 'folder', folder: 'folder' },
}

/** The record is JSON text: it is parsed, so that its keys can be dropped too. */
function replacer({ kind, row, shown, isBare, nameOf }: Printing) {
  return function replace(this: unknown, key: string, value: unknown): unknown {
    if (PASSING.has(key)) return undefined
    if (key === 'boardwright' && typeof value === 'string')
      return isBare ? undefined : withNames(JSON.parse(value), kind, nameOf)
    if (key === 'publicId') return shown.get(value) ?? value
    if (typeof value !== 'number') return key === 'meta' ? inOrder(value) : value
    const isOfFolder = Object.keys(this as object).join() === 'id,name'
    return nameOf(key === 'id' ? (this === row ? kind : isOfFolder ? 'folder' : undefined) : NUMBERS[key], value)
  }
}

interface Said {
  readonly self: readonly [number, number] | null
  readonly o: Readonly<{ [key: string]: { readonly live: number } }>
  readonly pending?: readonly { readonly key: string; readonly was?: { readonly live: number } }[]
}

/** What a record says has the numbers of the kinds that its keys name. */
function withNames(record: Said, holder: string, nameOf: NameOf): object {
  const named = <T extends { readonly live: number }>(key: string, said: T) => ({
    ...said,
    live: nameOf(key.replace(/\/.*/s, ''), said.live),
  })
  return {
    ...record,
    self: record.self && [record.self[0], nameOf(holder, record.self[1])],
    o: Object.fromEntries(Object.entries(record.o).map(([key, said]) => [key, named(key, said)])),
    ...(record.pending && {
      pending: record.pending.map((each) => ({ ...each, ...(each.was && { was: named(each.key, each.was) }) })),
    }),
  }
}

/** A run that was cut off may have written the keys of a `meta` in another order. */
const inOrder = (value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
