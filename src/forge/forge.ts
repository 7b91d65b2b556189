import { BoardwrightError } from '../errors.ts'
import { postCheck } from './check-run.ts'
import type { Environment, JobContext } from './context.ts'
import { githubComments, githubHeaders, githubProposals, listPulls } from './github.ts'
import { gitlabComments, gitlabHeaders, gitlabProposals } from './gitlab.ts'
import { createHttp, type HttpOptions } from './http.ts'
import { type Posted, postSticky, type Sticky } from './sticky.ts'
import type { Check, ProposalApi } from './types.ts'

/** What a job may do in its forge. */
export interface Forge {
  /** The one comment of the pull request. */
  readonly comment: (sticky: Omit<Sticky, 'run'>) => Promise<{ readonly posted: Posted; readonly number: number }>
  /** Undefined where the forge has no such thing. */
  readonly check: ((check: Check) => Promise<void>) | undefined
  readonly proposals: ProposalApi
  readonly close: () => Promise<void>
}

export function openForge(
  context: JobContext,
  env: Environment,
  options: Pick<HttpOptions, 'clock' | 'random' | 'signal'> = {},
): Forge {
  const { provider, address, token, isJobToken, repository, commit } = context
  const isGithub = provider === 'github'
  const headers = isGithub ? githubHeaders(token) : gitlabHeaders(token, isJobToken)
  const http = createHttp({ address, headers, token, env, ...options })

  async function findNumber(): Promise<number> {
    const { number, head } = context
    if (number !== undefined) return number
    if (head) {
      const pulls = await listPulls(http, repository, head.label)
      const same = pulls.find((pull) => (pull['head'] as { readonly sha?: unknown } | null)?.sha === head.commit)
      if (typeof same?.['number'] === 'number') return same['number']
      throw new BoardwrightError(
        'FORGE_CONTEXT',
        `no open pull request is at ${head.commit.slice(0, 7)} of ${head.label}`,
      )
    }
    throw new BoardwrightError('FORGE_CONTEXT', 'this job is not of a pull request')
  }

  return {
    async comment(sticky) {
      const number = await findNumber()
      const api = isGithub ? githubComments(http, repository, number) : gitlabComments(http, repository, number)
      return { posted: await postSticky(api, { ...sticky, run: context.run }), number }
    },
    check: isGithub && commit ? (check) => postCheck(http, repository, commit, check) : undefined,
    proposals: isGithub ? githubProposals(http, repository) : gitlabProposals(http, repository),
    close: http.close,
  }
}
