import { type Client, workbooks } from '@boardwright/platform'
import { slugIn } from '../content/identity.ts'

/** What the address of a workbook in the browser is built from. */
export interface WorkbookAddress {
  readonly workbook: number
  /** Public id of its published dashboard. */
  readonly publicId: string | undefined
}

/** Addresses by slug, read afresh. */
export async function readAddresses(
  client: Client,
  deploymentId: number,
): Promise<ReadonlyMap<string, WorkbookAddress>> {
  const addresses = new Map<string, WorkbookAddress>()
  const all = client.items(workbooks.endpoints.getWorkbooks, { path: { deploymentId }, query: { first: 1000 } })
  for await (const { id, publishedDashboard, ...row } of all) {
    const slug = slugIn(row)
    if (slug) addresses.set(slug, { workbook: id, publicId: publishedDashboard?.publicId ?? undefined })
  }
  return addresses
}
