import { BoardwrightError, createHide, EXIT, keysIn, worstOf } from '@boardwright/common'
import type { RetryEvent } from '@boardwright/platform'
import type { ApplyEvent, Result } from '../apply/events.ts'
import { runPlan } from '../apply/run.ts'
import { isCi } from '../config/in-ci.ts'
import { shortCommit } from '../content/printable.ts'
import { shellWord } from '../content/shell-word.ts'
import { accepts } from '../plan/accept.ts'
import { shortFingerprint } from '../plan/fingerprint.ts'
import { exitOf } from '../plan/plan.ts'
import type { Plan } from '../plan/plan-file.ts'
import { elsewhere, staleApproved, staleSaved } from '../plan/stale.ts'
import { requireGitFacts } from '../workspace/git.ts'
import type { RepositoryStart } from '../workspace/history.ts'
import { openJournal } from '../workspace/journal.ts'
import { isProjectFile } from '../workspace/old-files.ts'
import { findUnwatched } from '../workspace/unwatched.ts'
import { findUnapproved, type Unapproved } from './apply/as-approved.ts'
import { bringModel, hasModelWork, isIdle } from './apply/bring-model.ts'
import { finishModel, mayBeUnfinished } from './apply/finish-model.ts'
import { draftLines, eventLine, planLine } from './apply/journal-lines.ts'
import type { ApplyOptions } from './apply/options.ts'
import { createRunLog } from './apply/run-log.ts'
import { uncommittedError } from './apply/uncommitted.ts'
import { requireFinished } from './apply/unfinished.ts'
import { readPromoted, targetsOf } from './carry.ts'
import { isOfTree } from './local/at-commit.ts'
import { declaredIgnored } from './local/ignored.ts'
import { repositoryOf, type SoundProject } from './local/project.ts'
import { madeOnce } from './local/shared.ts'
import { type Planned, planTarget } from './plan.ts'
import { bringPromoted } from './promote/model.ts'
import { withWriter } from './target/writer.ts'

export type { ApplyEvent, Result, Verb } from '../apply/events.ts'
export type { Unapproved } from './apply/as-approved.ts'

export interface Applied {
  readonly plan: Plan
  readonly planned: Planned
  /** Undefined if nothing started: nothing to do, stopped by a limit, or declined. */
  readonly result: Result | undefined
  readonly why: 'applied' | 'nothing to do' | 'stopped' | 'declined' | 'not approved'
  /** Path of the run's journal, from the project root. */
  readonly journal: string | undefined
  /** Why the journal is incomplete. */
  readonly journalEnded?: string | undefined
  /** The part of the plan that no pull request showed, with the reason. */
  readonly unapproved?: Unapproved | undefined
  readonly exit: number
}

/** Makes a target match the tree. Plans afresh, and the plan must equal the reviewed one. */
export async function applyPlan(checkout: SoundProject, options: ApplyOptions): Promise<Applied> {
  const { saved } = options
  const promotion = saved?.promotion
  const carried = promotion && targetsOf(checkout.config, promotion.from, saved.target.name)
  const project = carried ? await readPromoted(checkout, carried, saved?.commit ?? '') : checkout
  const repository = repositoryOf(project)
  const commit = await requireCommitted(project, options, repository)
  if (saved && saved.commit !== commit) {
    throw new BoardwrightError(
      'PLAN_ELSEWHERE',
      `the plan was made ${saved.commit === null ? 'without a commit' : `at commit ${shortCommit(saved.commit)}`}, but this is ${shortCommit(commit)}`,
    )
  }
  if (options.commit !== undefined && !commit.startsWith(options.commit)) {
    throw new BoardwrightError(
      'COMMIT_OTHER',
      `commit ${shortCommit(options.commit)} was expected, but this is ${shortCommit(commit)}`,
    )
  }
  const planned = await planTarget(project, {
    ...options,
    repository,
    ...(saved ? { target: saved.target.name, shaping: saved.inputs, promotion } : {}),
  })
  return applyPlanned(project, planned, carried ? { ...options, bringModel: bringPromoted(carried) } : options)
}

interface CommittedOptions extends Pick<ApplyOptions, 'accept' | 'env' | 'onNote'> {
  /** False for a command that does not take `--accept uncommitted`. */
  readonly mayAccept?: boolean
}

/** Returns the commit to apply. Throws for uncommitted changes, unless they are allowed. */
export async function requireCommitted(
  { root, files, at, shared }: SoundProject,
  { accept, mayAccept = true, env, onNote }: CommittedOptions,
  repository: { readonly facts: RepositoryStart['facts'] } | undefined = shared?.repository,
): Promise<string> {
  const isAccepted = accepts({ accept }, 'uncommitted')
  const facts = await requireGitFacts(root, repository?.facts)
  const { commit, detached, dirty: differing } = facts
  if (commit === undefined)
    throw new BoardwrightError('NOTHING_COMMITTED', 'nothing is committed yet, so there is nothing to apply')
  if (!at) requireFinished(facts, isAccepted)
  const [ignored] = at || isAccepted ? [] : declaredIgnored(files.keys(), facts)
  if (ignored !== undefined)
    throw new BoardwrightError('UNCOMMITTED', `git ignores ${ignored}, so it is in no commit`, {
      hint: `Take it out of the tree, or add it: git add --force ${shellWord(ignored)} && git commit`,
    })
  const isRead = (file: string): boolean => isProjectFile(file) && !(at && isOfTree(file))
  const [dirty, ...others] = [...differing].filter(isRead)
  if (dirty !== undefined && !isAccepted) {
    throw uncommittedError(dirty, others, facts.untracked, { mayAccept })
  }
  const unwatched = isAccepted
    ? undefined
    : await madeOnce({ shared }, files, 'unwatched', () => findUnwatched(root, isRead))
  if (unwatched) throw new BoardwrightError('UNCOMMITTED', unwatched.message, { hint: unwatched.hint })
  if (detached && !at && !isCi(env)) onNote?.(detachedNote(commit))
  return at?.commit ?? commit
}

/** Not shown in CI, where every checkout is detached. */
const detachedNote = (commit: string): string =>
  `HEAD is detached: this applies commit ${shortCommit(commit)}, and no branch is checked out. To switch to one: git switch NAME`

/** Executes a fresh plan, if it is the approved one and nothing stops it. */
export async function applyPlanned(project: SoundProject, planned: Planned, options: ApplyOptions): Promise<Applied> {
  const { plan } = planned
  requireApproved(plan, options)
  const ended = (why: Applied['why'], exit: number): Applied => ({
    ...{ plan, planned, result: undefined, why, journal: undefined, exit },
  })
  const exit = exitOf(plan, { detailed: false })
  if (plan.stops.length > 0) return ended('stopped', exit)
  if (isIdle(planned)) {
    await finishModel(planned, options)
    return ended('nothing to do', exit)
  }
  const unapproved = plan.objects.length > 0 ? await findUnapproved(project.root, planned, options) : undefined
  if (unapproved) return { ...ended('not approved', EXIT.stopped), unapproved }
  const isAsked = plan.objects.length > 0 || (accepts(plan.inputs, 'model') && plan.target.branchFrom !== undefined)
  if (plan.objects.length === 0) for (const note of planned.historyNotes) options.onNote?.(note)
  if (!isAsked) await options.onUnasked?.(plan)
  else if (!(await options.confirm(plan))) return ended('declined', EXIT.error)
  return carryOut(project, planned, options)
}

/** Only the plan that somebody reviewed may be executed. */
function requireApproved(plan: Plan, { saved, approve }: ApplyOptions): void {
  if (saved) {
    const other = elsewhere(saved, plan)
    if (other !== undefined) throw new BoardwrightError('PLAN_ELSEWHERE', `the plan is for ${other}`)
  }
  if (saved && saved.fingerprint !== plan.fingerprint) {
    throw new BoardwrightError('PLAN_STALE', staleSaved(saved, plan))
  }
  if (approve !== undefined && approve !== plan.fingerprint) {
    throw new BoardwrightError('PLAN_STALE', staleApproved(approve, plan), {
      hint: `Look at what is planned now, and approve that: boardwright plan --target ${plan.target.name}`,
    })
  }
}

const runName = (now: number): string =>
  new Date(now)
    .toISOString()
    .replaceAll(/[-:]/g, '')
    .replace(/\.\d+Z$/, 'Z')

async function carryOut(project: SoundProject, planned: Planned, options: ApplyOptions): Promise<Applied> {
  const { plan, work, live, target } = planned
  const bring = options.bringModel ?? bringModel
  const log = createRunLog(
    await openJournal(
      project.root,
      `${runName(Date.now())}-${target.name}-${shortFingerprint(plan)}`,
      createHide(keysIn(options.env)),
    ),
    planLine(planned),
  )
  for (const line of draftLines(planned)) log.write(line)
  const emit = (event: ApplyEvent): void => {
    log.write(eventLine(event))
    options.onEvent?.(event)
  }
  const onRetry = (event: RetryEvent): void => emit({ type: 'retry', ...event })
  const result = await withWriter(planned, { ...options, onRetry }, (writer, client) =>
    runPlan({ plan, work }, writer, {
      seen: live,
      concurrency: options.concurrency ?? project.config.apply.concurrency,
      onError: options.onError ?? project.config.apply.onError,
      signal: options.stop,
      onEvent: emit,
      ledgerWriter: options.ledgerWriter,
      dataModel:
        hasModelWork(planned) || mayBeUnfinished(planned)
          ? () => bring({ client, planned, options: { ...options, onEvent: emit } })
          : undefined,
    }),
  ).finally(log.close)
  const exit = worstOf([result.exit, exitOf(plan, { detailed: false })])
  return { plan, planned, result, why: 'applied', journal: log.file, journalEnded: log.failure(), exit }
}
