import { appendFileSync } from 'node:fs'
import { resolve } from 'node:path'
import process from 'node:process'
import { Command, Option } from 'commander'
import { BoardwrightError } from '../../errors.ts'
import type { Planned } from '../../sync/plan.ts'
import { openReading } from '../open-reading.ts'
import type { Finish } from '../options.ts'
import { note, printable, result } from '../output.ts'
import { drawInto } from '../pictures.ts'
import { describePlan, PLAN_FORMATS, type PlanFormat, printPlan } from '../plans.ts'
import { readGiven } from '../read-given.ts'
import { reach } from '../settings.ts'
import { fromRoot, type ShapingOptions, shapingOf, withShaping } from '../shaping.ts'
import { eachTarget, type TargetOptions, withTargets } from '../targets.ts'
import { describeTraffic } from '../traffic.ts'
import { fileToWrite, writeWhole } from '../write-file.ts'

interface Options extends ShapingOptions, TargetOptions {
  readonly out?: string
  readonly format?: PlanFormat
  readonly json?: true
  readonly detailedExitcode?: true
  readonly snapshot?: string
  readonly pictures?: string
  readonly changedSince?: string
}

export function planCommand(finish: Finish): Command {
  const command = withTargets(
    new Command('plan').description('compare the tree with what is live, and show what apply would do; never writes'),
    'the target to compare with',
  )
    .option('--out <file>', 'save the plan for apply; with several targets, put {target} into the name', fileToWrite)
    .addOption(new Option('--format <format>', 'how to print the plan').choices([...PLAN_FORMATS]))
    .option('--json', 'the same as --format json')
    .option(
      '--pictures <dir>',
      'draw each changed dashboard before and after, as SVG and PNG, and the plan as a page, in this directory',
    )
    .option('--changed-since <rev>', 'record in the plan which files changed since this commit, for comment')
    .option('--snapshot <file>', 'compare with a file from export --snapshot, without a token; {target} as in --out')
    .option('--detailed-exitcode', 'exit with 2 if there are changes')
  return withShaping(command).action(async (options: Options, command: Command) => {
    const isLive = options.snapshot === undefined
    const { project, several, reading } = await openReading(command, options, { isLive })
    const { exitOf, planTarget } = await import('../../sync/plan.ts')
    const shaping = shapingOf(await fromRoot(options, project, command))
    const more = await changedFiles(project.root, options)
    const format = options.format ?? (options.json ? 'json' : 'text')
    const isCollected = several !== undefined && format === 'json'
    if (several) requireOwnFiles(options)
    if (several && format === 'html')
      throw new BoardwrightError('USAGE', 'a page shows one target', { hint: 'Name it with --target.' })
    const planOne = async (target: string | undefined) => {
      const started = performance.now()
      const found = await planTarget(project, {
        ...{ ...reach(), target, shaping },
        ...{ reading, remembers: true },
        ...snapshotOf(options, target),
      })
      const planned = { ...found, plan: { ...found.plan, ...more } }
      if (!isCollected) result(await printPlan(planned.plan, format))
      await keep(planned, options.out)
      note(printable(describeTraffic(planned, performance.now() - started)))
      if (options.pictures !== undefined) {
        await drawInto(options.pictures, planned.plan)
      }
      const exit = exitOf(planned.plan, { detailed: options.detailedExitcode === true })
      return { exit, line: describePlan(planned.plan), data: isCollected ? { plan: planned.plan } : undefined }
    }
    if (several) finish(await eachTarget(several, { json: isCollected }, planOne))
    else finish((await planOne(options.target)).exit)
    await project.memory?.save()
  })
}

async function changedFiles(root: string, { changedSince }: Options): Promise<Pick<Planned['plan'], 'changed'>> {
  if (changedSince === undefined) return {}
  const { filesChangedSince } = await import('../../sync/plan/files-changed.ts')
  return { changed: [...(await filesChangedSince(root, changedSince))] }
}

const PLACEHOLDER = '{target}'

/** Each target has its own plan and therefore needs its own files. */
function requireOwnFiles({ out, snapshot }: Options): void {
  for (const [flag, file] of Object.entries({ out, snapshot })) {
    if (file === undefined || file.includes(PLACEHOLDER)) continue
    throw new BoardwrightError('USAGE', `--${flag} ${file} is one file, but there are several targets`, {
      hint: `Put ${PLACEHOLDER} into its name: --${flag} '${flag === 'out' ? 'plan' : flag}-${PLACEHOLDER}.json'.`,
    })
  }
}

const snapshotOf = ({ snapshot }: Options, target = ''): { readonly snapshot?: string } =>
  snapshot === undefined ? {} : { snapshot: readGiven(snapshot.replaceAll(PLACEHOLDER, target)) }

async function keep({ plan, target }: Planned, out: string | undefined): Promise<void> {
  if (out !== undefined) writeWhole(resolve(out.replaceAll(PLACEHOLDER, target.name)), await printPlan(plan, 'json'))
  const summary = process.env['GITHUB_STEP_SUMMARY']
  if (summary) appendFileSync(summary, `${await printPlan(plan, 'markdown')}\n`)
}
