import { BoardwrightError } from '../errors.ts'
import type { BranchApi } from './branch.ts'
import { postCheck } from './check-run.ts'
import type { Environment, JobContext } from './context.ts'
import { githubComments, githubHeaders, githubProposals, listPulls } from './github.ts'
import { githubBranches } from './github-branch.ts'
import { gitlabComments, gitlabHeaders, gitlabProposals, isMergedOnGitlab } from './gitlab.ts'
import { gitlabBranches } from './gitlab-branch.ts'
import { createHttp, type HttpOptions } from './http.ts'
import { recordLine } from './record.ts'
import { type Shown, type ShownQuestion, shownOnGithub, shownOnGitlab } from './shown.ts'
import { type Posted, postSticky, type Sticky } from './sticky.ts'
import type { Check, ProposalApi } from './types.ts'

export interface Forge {
  /** The one comment of the pull request. `record` is what a merge approves. */
  readonly comment: (
    sticky: Omit<Sticky, 'run'> & { readonly record: string | undefined },
  ) => Promise<{ readonly posted: Posted | 'merged'; readonly number: number }>
  /** The longest possible record. */
  readonly mostRecorded: number
  /** What the commit's pull request showed. */
  readonly shownFor: (commit: string, about: Pick<ShownQuestion, 'project' | 'marker'>) => Promise<Shown>
  /** Undefined if the forge has no checks. */
  readonly check: ((check: Check) => Promise<void>) | undefined
  readonly proposals: ProposalApi
  readonly branches: BranchApi
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
        `there is no open pull request for commit ${head.commit.slice(0, 7)} of ${head.label}`,
      )
    }
    throw new BoardwrightError('FORGE_CONTEXT', 'this job does not belong to a pull request')
  }

  return {
    async comment({ record, ...sticky }) {
      const number = await findNumber()
      if (isGithub) {
        const api = githubComments(http, repository, number)
        return { posted: await postSticky(api, { ...sticky, run: context.run }), number }
      }
      if (await isMergedOnGitlab(http, repository, number)) return { posted: 'merged', number }
      const body = record === undefined ? sticky.body : `${sticky.body.trimEnd()}\n\n${recordLine(record)}\n`
      const api = gitlabComments(http, repository, number)
      return { posted: await postSticky(api, { ...sticky, body, run: context.run }), number }
    },
    mostRecorded: isGithub ? 60_000 : 400_000,
    shownFor(wanted, about) {
      const { branch } = context
      if (branch === undefined)
        throw new BoardwrightError('FORGE_CONTEXT', 'this job has no branch', {
          hint: 'Run it after a merge into the branch that is applied.',
        })
      const question = { ...about, repository, branch }
      return isGithub ? shownOnGithub(http, wanted, question) : shownOnGitlab(http, wanted, question)
    },
    check: isGithub && commit ? (check) => postCheck(http, repository, commit, check) : undefined,
    proposals: isGithub ? githubProposals(http, repository) : gitlabProposals(http, repository),
    branches: isGithub ? githubBranches(http, repository) : gitlabBranches(http, repository),
    close: http.close,
  }
}
