import { type Client, createClient, sentIn } from '@boardwright/platform'
import { examine, type Findings } from './live/index.ts'
import type { Traffic } from './sync/target/connect.ts'

export type { Target } from './config/model.ts'
export type { Problem } from './content/problem.ts'
export { openProject, type Project, requireConfig, type SoundProject } from './project/project.ts'
export type { ApplyOptions } from './sync/apply/options.ts'
export { type Applied, type ApplyEvent, applyPlan, type Result } from './sync/apply.ts'
export { type Exported, type ExportOptions, exportTree } from './sync/export.ts'
export { exitOf, type Plan, type Planned, type PlanOptions, planTarget, type Shaping } from './sync/plan.ts'
export { type PromoteOptions, type Promotion, type PromotionOptions, planPromotion, promote } from './sync/promote.ts'
export { readPlan, renderMarkdown, renderText } from './sync/render-plan.ts'
export { type Validation, validateProject } from './sync/validate.ts'

export interface Connection {
  readonly url: string
  readonly token: string
  /** The environment variable that the token came from, for errors. */
  readonly tokenFrom?: string | undefined
  readonly timeoutMs?: number | undefined
  readonly traffic?: Traffic | undefined
  /** Where the proxy variables are read from. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
}

export interface Examination extends Findings {
  /** How far the platform's clock is ahead of this machine's. */
  readonly clockSkewMs: number
  readonly requests: number
  readonly writeRequests: number
}

const DEFAULT_TIMEOUT_MS = 30_000

/** Checks the connection to a platform, with a client that cannot write. */
export function examinePlatform({
  url,
  token,
  tokenFrom,
  timeoutMs = DEFAULT_TIMEOUT_MS,
  env = {},
  traffic,
}: Connection): Promise<Examination> {
  return examineWith(createClient({ url, token, tokenFrom, env, readOnly: true, totalTimeoutMs: timeoutMs, traffic }))
}

async function examineWith(client: Client): Promise<Examination> {
  try {
    const findings = await examine(client)
    const clockSkewMs = (client.serverNow() ?? Date.now()) - Date.now()
    return { ...findings, clockSkewMs, ...sentIn(client.counts) }
  } finally {
    await client.close()
  }
}
