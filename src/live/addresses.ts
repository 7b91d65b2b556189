import { workbooks } from '../api/workbooks.ts'
import type { Client } from '../client/client.ts'

/** What an address in a browser may be made of. */
export interface WorkbookAddress {
  readonly workbook: number
  /** Of the published dashboard. */
  readonly publicId: string | undefined
}

/** By slug, as they are right now. */
export async function readAddresses(
  client: Client,
  deploymentId: number,
): Promise<ReadonlyMap<string, WorkbookAddress>> {
  const addresses = new Map<string, WorkbookAddress>()
  const all = client.items(workbooks.endpoints.getWorkbooks, { path: { deploymentId }, query: { first: 1000 } })
  for await (const { id, slug, publishedDashboard } of all) {
    if (slug) addresses.set(slug, { workbook: id, publicId: publishedDashboard?.publicId ?? undefined })
  }
  return addresses
}
