import { api } from '../api/index.ts'
import type { Client } from '../client/client.ts'

/** Who a key belongs to, and what it can see. */
export interface Findings {
  readonly user: { readonly email: string; readonly isAdmin: boolean }
  readonly deployments: readonly { readonly id: number; readonly name: string }[]
}

export async function examine(client: Client): Promise<Findings> {
  const { email, isAdmin } = await client.users.getMe()
  return { user: { email, isAdmin }, deployments: await deploymentsOf(client) }
}

export async function deploymentsOf(client: Client): Promise<Findings['deployments']> {
  const deployments: { id: number; name: string }[] = []
  for await (const { id, name } of client.items(api.deployments.endpoints.getDeployments))
    deployments.push({ id, name })
  return deployments
}
