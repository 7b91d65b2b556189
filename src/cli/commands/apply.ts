import { type Forge, providerOf } from '@boardwright/ci'
import { BoardwrightError } from '@boardwright/common'
import { Command, Option } from 'commander'
import type { ApplyOptions, ShownPlans } from '../../project/apply/options.ts'
import { acceptedInPlan } from '../accept.ts'
import { type ApplyingOptions, applyAndTell, isByPullRequest, withApplying } from '../applying.ts'
import { environment } from '../environment.ts'
import { onInterrupt } from '../interrupt.ts'
import { jobContext } from '../job.ts'
import { type Finish, openSoundHere } from '../options.ts'
import { fromRoot, withShaping } from '../shaping.ts'
import { eachTarget, severalTargets, type TargetOptions, withTargets } from '../targets.ts'
import { readMade } from '../write-file.ts'

interface Options extends ApplyingOptions, TargetOptions {
  readonly commit?: string
}

export function applyCommand(finish: Finish): Command {
  const command = new Command('apply')
    .description('make live match the tree, from a saved plan or a new one that is shown first')
    .argument('[plan]', 'a plan saved with plan --out')
    .addOption(new Option('--commit <sha>', 'apply only if this commit is checked out').argParser(commitName))
  return withShaping(withApplying(withTargets(command, 'the target to write to'))).action(
    async (file: string | undefined, given: Options, command: Command) => {
      const [{ shareReading }, { applyPlan }] = await Promise.all([
        import('../../project/local/shared.ts'),
        import('../../project/apply.ts'),
      ])
      const saved = file === undefined ? undefined : await readSaved(file, given)
      const opened = await openSoundHere(command)
      const options = await fromRoot(given, opened, command)
      const several = saved ? undefined : await severalTargets(opened, options)
      const project = several ? shareReading(opened) : opened
      if (several && options.approve !== undefined && !isByPullRequest(options)) {
        throw new BoardwrightError('USAGE', '--approve names one plan, but there are several targets')
      }
      const interrupt = onInterrupt()
      const shown = isByPullRequest(options) ? openShown(project.config.projectId, interrupt.kill) : undefined
      const applyOne = (target: string | undefined) =>
        applyAndTell(options, { interrupt, target: several && target }, (settings) =>
          applyPlan(project, { ...settings, target, saved, commit: options.commit, shownFor: shown?.shownFor }),
        )
      try {
        if (several) finish(await eachTarget(several, { json: options.json === true, stop: interrupt.stop }, applyOne))
        else finish((await applyOne(options.target)).exit)
      } finally {
        await shown?.close()
      }
    },
  )
}

function commitName(text: string): string {
  if (/^[0-9a-f]{7,64}$/.test(text)) return text
  throw new BoardwrightError('USAGE', '--commit takes the name of a commit, 7 characters or more of it')
}

async function readSaved(file: string, options: Options): Promise<ApplyOptions['saved']> {
  const given = [
    ...(['select', 'prune', 'target'] as const).filter((name) => options[name]),
    ...acceptedInPlan(options).map((word) => `accept ${word}`),
  ]
  if (given.length > 0) {
    const flags = given.map((flag) => `--${flag}`)
    throw new BoardwrightError('USAGE', `a saved plan is applied as it is, so it takes no ${flags.join(', ')}`, {
      hint: 'Leave it out, or make another plan with it: `boardwright plan --out FILE`.',
    })
  }
  const { readPlan } = await import('../../words/index.ts')
  return readPlan(await readMade(file), file === '-' ? 'the input' : file)
}

/**
 * Looks up the plans of this project that were shown in the job's forge. Sends nothing until there is something to
 * apply.
 */
function openShown(
  project: string,
  signal: AbortSignal,
): { readonly shownFor: ApplyOptions['shownFor']; readonly close: () => Promise<void> } {
  if (providerOf(environment()) === undefined) {
    throw new BoardwrightError(
      'FORGE_CONTEXT',
      'this is not a job of GitHub, GitLab, Gitea or Forgejo, so nothing shows what was approved',
      {
        hint: 'Look at the plan, and apply it with --approve HASH.',
      },
    )
  }
  const context = jobContext(undefined)
  let forge: Forge | undefined
  async function shownFor(commit: string): Promise<ShownPlans> {
    const [{ openForge }, { markerOf, readApprovals }] = await Promise.all([
      import('@boardwright/ci'),
      import('../../words/index.ts'),
    ])
    forge ??= openForge(context, environment(), { signal })
    const { number, record, problem } = await forge.shownFor(commit, { project, marker: markerOf(project) })
    const read = record === undefined ? undefined : readApprovals(record)
    const approvals = read?.project === project ? read.plans : []
    const pull = number === undefined ? undefined : String(number)
    if (record === undefined || approvals.length > 0) return { pull, approvals, problem }
    return { pull, approvals, problem: `what pull request ${pull} showed cannot be read: another version wrote it` }
  }
  return { shownFor, close: async () => forge?.close() }
}
