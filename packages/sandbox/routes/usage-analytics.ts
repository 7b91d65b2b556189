import type { Api } from '@boardwright/platform'
import { signJwt } from '../http/jwt.ts'
import { notFound } from '../http/refusal.ts'
import type { Routes } from '../http/route.ts'

const HOUR = 3600
/** The platform's own deployment, which no list contains. */
const INTERNAL = 0

export const usageAnalytics: Routes<Api['usageAnalytics']> = {
  createToken({ platform, caller }) {
    if (platform.switches.usageAnalytics === 'off') throw notFound('usage analytics: the feature is off, so its API')
    const claims = { deploymentId: INTERNAL, userId: caller.userId, securityContext: { account: platform.url } }
    return {
      token: signJwt(platform, 'usage', claims, HOUR),
      apiUrl: `${platform.url}/usage-analytics/v1`,
      deploymentId: INTERNAL,
      expiresAt: platform.clock.stamp(HOUR * 1000),
    }
  },
}
