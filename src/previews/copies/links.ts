import type { Target } from '../../config/model.ts'
import { readAddresses } from '../../live/index.ts'
import { connect, type ReachOptions } from '../../project/target/connect.ts'

export interface CopiedDashboard {
  readonly name: string
  readonly slug: string
  readonly url?: string | undefined
}

const PLACEHOLDER = /\{(workbook|slug|publicId)\}/g

export async function linked(
  target: Target,
  dashboards: readonly CopiedDashboard[],
  { link, ...options }: ReachOptions & { readonly link?: string | undefined },
): Promise<readonly CopiedDashboard[]> {
  if (link === undefined || dashboards.length === 0) return dashboards
  const client = connect(target, { ...options, readOnly: true })
  try {
    const addresses = await readAddresses(client, target.deployment)
    return dashboards.map((each) => {
      const url = addressOf(link, { ...addresses.get(each.slug), slug: each.slug })
      return url === undefined ? each : { ...each, url }
    })
  } finally {
    await client.close()
  }
}

/** Undefined for a dashboard that was not created or never published, and so has no address. */
function addressOf(link: string, values: Readonly<Record<string, string | number | undefined>>): string | undefined {
  const isKnown = [...link.matchAll(PLACEHOLDER)].every(([, name = '']) => values[name] !== undefined)
  return isKnown ? link.replace(PLACEHOLDER, (_, name: string) => encodeURIComponent(values[name] ?? '')) : undefined
}
