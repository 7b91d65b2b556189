import type { Target } from '../../config/model.ts'
import { addressOf } from '../../content/address.ts'
import { readAddresses } from '../../live/index.ts'
import { connect, type ReachOptions } from '../../project/target/connect.ts'

export interface CopiedDashboard {
  readonly name: string
  readonly slug: string
  readonly url?: string | undefined
}

export async function linked(
  target: Target,
  dashboards: readonly CopiedDashboard[],
  options: ReachOptions,
): Promise<readonly CopiedDashboard[]> {
  if (target.links === undefined || dashboards.length === 0) return dashboards
  const client = connect(target, { ...options, readOnly: true })
  try {
    const addresses = await readAddresses(client, target.deployment)
    return dashboards.map((each) => {
      const url = addressOf(target, { ...addresses.get(each.slug), slug: each.slug })
      return url === undefined ? each : { ...each, url }
    })
  } finally {
    await client.close()
  }
}
