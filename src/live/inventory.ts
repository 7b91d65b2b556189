import type { Client } from '../client/client.ts'
import { CONTENT_KINDS, LISTS } from '../content/kinds.ts'
import { READ_RULES } from './kinds.ts'
import { type InventoryOptions, startAsking } from './lists.ts'
import type { Inventory } from './wire.ts'

export async function readInventory(
  client: Client,
  deploymentId: number,
  options: InventoryOptions,
): Promise<Inventory> {
  const asking = startAsking(client, deploymentId, options)
  const lists = await Promise.all(
    CONTENT_KINDS.map(async (kind) => [LISTS[kind], await READ_RULES[kind].rows(asking)] as const),
  )
  return Object.fromEntries(lists) as unknown as Inventory
}
