import { giteaJob } from './gitea-job.ts'
import { githubJob } from './github-job.ts'
import { gitlabJob } from './gitlab-job.ts'
import type { Job, JobRow } from './job.ts'
import type { Environment } from './variables.ts'

/** In the order of detection. Gitea comes first, because its jobs have GitHub's variables too. */
export const PROVIDERS = ['gitea', 'github', 'gitlab'] as const
export type Provider = (typeof PROVIDERS)[number]
export type { Environment }

export interface JobContext extends Job {
  readonly provider: Provider
}

const JOBS: Readonly<Record<Provider, JobRow>> = { gitea: giteaJob, github: githubJob, gitlab: gitlabJob }

export const providerOf = (env: Environment): Provider | undefined =>
  PROVIDERS.find((provider) => JOBS[provider].isHere(env))

/** The file of the job's event, if it has one. */
export const eventFileOf = (provider: Provider, env: Environment): string | undefined => {
  const { event } = JOBS[provider]
  return event === undefined ? undefined : env[event]
}

/** `event` is the text of the event file. */
export const readContext = (provider: Provider, env: Environment, event: string | undefined): JobContext => ({
  provider,
  ...JOBS[provider].read(env, event),
})
