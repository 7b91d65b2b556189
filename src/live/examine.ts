import { api, type Client } from '@boardwright/platform'
import { allOf } from './lists.ts'

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
  const deployments = await allOf(client.items(api.deployments.endpoints.getDeployments))
  return deployments.map(({ id, name }) => ({ id, name }))
}
