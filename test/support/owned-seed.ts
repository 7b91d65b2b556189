import type { Sandbox } from '../../packages/sandbox/index.ts'
import type { Seed } from '../../packages/sandbox/seeds/seed.ts'
import { LEDGER_KEY } from '../../src/content/fields.ts'

type Meta = Readonly<Record<string, unknown>>
interface Row {
  readonly id: number
  readonly slug?: string | null
  readonly publicId?: string
  readonly meta: Meta | null
}

/** The seed of a sandbox, with everything that adopting has added to it. Starting from it saves adopting again. */
export async function ownedSeed(sandbox: Sandbox, seed: Seed): Promise<Seed> {
  const [workbooks, reports] = [await live(sandbox, 'workbooks'), await live(sandbox, 'reports')]
  return {
    ...seed,
    workbooks: seed.workbooks.map((row, index) => {
      const { slug = null, meta } = workbooks[index] ?? {}
      return { ...row, slug, meta: { ...row.meta, ...recordIn(meta) } }
    }),
    reports: seed.reports.map((row, index) => {
      const { publicId = null, meta } = reports[index] ?? {}
      return { ...row, publicId, meta: { ...row.meta, ...recordIn(meta) } }
    }),
  }
}

/** Live rows by id, which is the order of the seed. */
async function live({ url, keys }: Sandbox, list: 'workbooks' | 'reports'): Promise<Row[]> {
  const headers = { authorization: `Bearer ${keys.admin}` }
  const answer = await fetch(`${url}/api/v1/deployments/2/${list}?first=1000`, { headers })
  const { items } = (await answer.json()) as { items: Row[] }
  return items.toSorted((one, other) => one.id - other.id)
}

const recordIn = (meta: Meta | null | undefined): Meta =>
  meta?.[LEDGER_KEY] === undefined ? {} : { [LEDGER_KEY]: meta[LEDGER_KEY] }
