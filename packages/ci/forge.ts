import { BoardwrightError, createHide, type Hide, keysIn } from '@boardwright/common'
import type { BranchApi } from './branch.ts'
import type { Environment, JobContext, Provider } from './context.ts'
import { giteaRow } from './gitea-row.ts'
import { githubRow } from './github-row.ts'
import { gitlabRow } from './gitlab-row.ts'
import { createHttp, type HttpOptions } from './http.ts'
import type { ForgeRow } from './row.ts'
import type { Shown, ShownQuestion } from './shown.ts'
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
  /** What a job needs to set a check. */
  readonly mayCheck: string
  readonly proposals: ProposalApi
  readonly branches: BranchApi
  readonly close: () => Promise<void>
}

const hideIn = (check: Check, hide: Hide): Check => ({
  ...check,
  title: hide(check.title),
  summary: hide(check.summary),
  annotations: check.annotations.map((each) => ({ ...each, message: hide(each.message) })),
})

const FORGES: Readonly<Record<Provider, ForgeRow>> = { gitea: giteaRow, github: githubRow, gitlab: gitlabRow }

export function openForge(
  context: JobContext,
  env: Environment,
  options: Pick<HttpOptions, 'clock' | 'random' | 'signal'> = {},
): Forge {
  const row = FORGES[context.provider]
  const { address, token, repository, commit, run, url } = context
  const http = createHttp({ address, headers: row.headers(context), token, env, ...options })
  const hide = createHide([token, ...keysIn(env)])
  const { setCheck } = row

  async function findNumber(): Promise<number> {
    const { number, head } = context
    if (number !== undefined) return number
    if (head) {
      const found = await row.findPull?.(http, repository, head)
      if (found !== undefined) return found
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
      if (await row.isFinal?.(http, repository, number)) return { posted: 'merged', number }
      const body = row.writeRecord(hide(sticky.body), record)
      return { posted: await postSticky(row.comments(http, repository, number), { ...sticky, body, run }), number }
    },
    mostRecorded: row.mostRecorded,
    shownFor(wanted, about) {
      const { branch } = context
      if (branch === undefined)
        throw new BoardwrightError('FORGE_CONTEXT', 'this job has no branch', {
          hint: 'Run it after a merge into the branch that is applied.',
        })
      return row.shown(http, wanted, { ...about, repository, branch })
    },
    check:
      setCheck && commit ? (check) => setCheck(http, { repository, sha: commit, url }, hideIn(check, hide)) : undefined,
    mayCheck: row.mayCheck,
    proposals: row.proposals(http, repository),
    branches: row.branches(http, repository),
    close: http.close,
  }
}
