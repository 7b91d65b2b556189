import { z } from 'zod'
import { area } from './endpoint.ts'
import { Id } from './shared.ts'

export const usageAnalytics = area('Usage Analytics', {
  createToken: {
    method: 'POST',
    path: '/api/v1/usage-analytics/token',
    summary: "Make a token for the data API of the account's own usage. It lives for an hour.",
    auth: 'bearer',
    admin: true,
    account: true,
    repeat: 'safe',
    params: z.object({}),
    response: z
      .looseObject({
        token: z.string(),
        apiUrl: z.string(),
        deploymentId: Id,
        expiresAt: z.string().nullish().describe('ISO 8601.'),
      })
      .meta({ id: 'UsageAnalyticsTokenResponse' }),
    chosen:
      'A switch turns the feature off (404). The deployment is internal, has the id 0, and nothing answers at ' +
      '`apiUrl`: this sandbox measures no usage.',
    refused: {
      404: 'The feature is off.',
    },
  },
})
