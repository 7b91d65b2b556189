import type { Endpoint } from './endpoint.ts'

/** A call that the sandbox knows but does not serve, and why. It answers 404 with the reason. */
export interface Refused extends Pick<Endpoint, 'method' | 'path'> {
  readonly reason: string
}

const PREVIEW = 'A preview feature that the support enables for an account; here nobody has it.'

export const REFUSED: readonly Refused[] = [
  {
    method: 'POST',
    path: '/chat/stream-chat-state',
    reason: 'The AI API is another API, and there is no model to talk to here.',
  },
  ...(
    [
      ['GET', 'integrations/{dataSourceName}'],
      ['PUT', 'integrations/{dataSourceName}'],
      ['POST', 'previews'],
      ['GET', 'previews/{previewId}'],
      ['DELETE', 'previews/{previewId}'],
      ['GET', 'previews/{previewId}/result'],
    ] as const
  ).map(
    ([method, rest]): Refused => ({
      method,
      path: `/api/v1/deployments/{deploymentId}/databricks-metric-view-${rest}`,
      reason: PREVIEW,
    }),
  ),
]
