import { appendFileSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { BoardwrightError, lazy } from '@boardwright/common'
import { Command, Option } from 'commander'
import { plural, someOf } from '../../content/counted.ts'
import { groupBy } from '../../content/group-by.ts'
import { isKind } from '../../content/kinds.ts'
import { printable } from '../../content/printable.ts'
import type { SoundProject } from '../../project/local/project.ts'
import type { Planned } from '../../project/plan.ts'
import type { DrawnDashboard } from '../../words/html/charts.ts'
import { givenPlace } from '../../workspace/disk.ts'
import { withoutKeys } from '../environment.ts'
import { openReading } from '../open-reading.ts'
import type { Finish } from '../options.ts'
import { note, result } from '../output.ts'
import { describePlan, PLAN_FORMATS, type PlanFormat, printPlan } from '../plans.ts'
import { printProblems } from '../problems.ts'
import { say } from '../progress.ts'
import { connectOptions, settings } from '../settings.ts'
import { fromRoot, type ShapingOptions, shapingOf, withShaping } from '../shaping.ts'
import { eachTarget, type TargetOptions, withTargets } from '../targets.ts'
import { describeTraffic } from '../traffic.ts'
import { fileToWrite, readMade, refusedPath, writeBytes, writeWhole } from '../write-file.ts'

interface Options extends ShapingOptions, TargetOptions {
  readonly out?: string
  readonly format?: PlanFormat
  readonly json?: true
  readonly detailedExitcode?: true
  readonly snapshot?: string
  readonly pictures?: string
}

export function planCommand(finish: Finish): Command {
  const command = withTargets(
    new Command('plan').description('compare the tree with what is live, and show what apply would do; never writes'),
    'the target to compare with',
  )
    .option('--out <file>', 'save the plan for apply; with several targets, put {target} into the name', fileToWrite)
    .addOption(new Option('--format <format>', 'how to print the plan').choices([...PLAN_FORMATS]))
    .option('--json', 'print it as JSON')
    .option(
      '--pictures <dir>',
      'draw each changed dashboard and widget before and after, and the plan as a page, in this directory',
    )
    .option('--snapshot <file>', 'compare with a file from export --snapshot, without a token; {target} as in --out')
    .option('--detailed-exitcode', 'exit with 2 if there are changes')
  return withShaping(command).action(async (options: Options, command: Command) => {
    const isLive = options.snapshot === undefined
    const { project, several, reading } = await openReading(command, options, { isLive })
    const [{ exitOf, planTarget }, { filesOfBranch }] = await Promise.all([
      import('../../project/plan.ts'),
      import('../../project/plan/files-changed.ts'),
    ])
    const shaping = shapingOf(await fromRoot(options, project, command))
    const changed = lazy(() => filesOfBranch(project.root, { env: process.env, mergeInto: project.config.mergeInto }))
    const format = options.format ?? (options.json ? 'json' : 'text')
    const isCollected = several !== undefined && format === 'json'
    if (several) requireOwnFiles(options)
    if (several && format === 'html')
      throw new BoardwrightError('USAGE', 'a page shows one target', { hint: 'Name it with --target.' })
    const planOne = async (target: string | undefined) => {
      const started = performance.now()
      const snapshot = await snapshotOf(options, target)
      const how = { target, shaping, reading, remembers: true, changed, ...snapshot }
      const planned = await planTarget(project, { ...connectOptions(), ...how })
      if (settings().verbose) await listLeft(planned, project)
      const traffic = describeTraffic(planned, performance.now() - started)
      const isPage = format === 'html'
      if (!isCollected && !isPage) result(await printPlan(planned.plan, format))
      await keep(planned, options.out)
      note(printable(traffic))
      if (isPage || options.pictures !== undefined) {
        const drawn = await drawAll(planned, project, options.pictures)
        if (isPage) result(await printPlan(planned.plan, format, { drawn }))
      }
      const exit = exitOf(planned.plan, { detailed: options.detailedExitcode === true })
      return { exit, line: describePlan(planned.plan), data: isCollected ? { plan: planned.plan } : undefined }
    }
    if (several) finish(await eachTarget(several, { json: isCollected }, planOne))
    else finish((await planOne(options.target)).exit)
    await project.memory?.save()
  })
}

/** The mistakes in what the plan leaves alone. */
async function listLeft({ faults: { left } }: Planned, project: SoundProject): Promise<void> {
  if (left.length === 0) return
  const { frameOf } = await import('../../project/local/project.ts')
  const warnings = left.map((fault) => ({ ...fault, warning: true as const }))
  note(printProblems(warnings, 'text', (problem) => frameOf(project, problem)))
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

const snapshotOf = async ({ snapshot }: Options, target = ''): Promise<{ readonly snapshot?: string }> =>
  snapshot === undefined ? {} : { snapshot: await readMade(snapshot.replaceAll(PLACEHOLDER, target)) }

async function keep({ plan, target }: Planned, out: string | undefined): Promise<void> {
  if (out !== undefined) writeWhole(resolve(out.replaceAll(PLACEHOLDER, target.name)), await printPlan(plan, 'json'))
  const summary = process.env['GITHUB_STEP_SUMMARY']
  if (summary) appendFileSync(summary, withoutKeys(`${await printPlan(plan, 'markdown')}\n`))
}

/** Draws a plan, and writes the pictures and the plan as a page into a directory. Leaves other files there alone. */
async function drawAll(planned: Planned, project: SoundProject, given?: string): Promise<readonly DrawnDashboard[]> {
  const started = performance.now()
  const { drawPlan } = await import('../../previews/plan-pictures.ts')
  const directory = given === undefined ? undefined : directoryFor(given)
  const drawn: DrawnDashboard[] = []
  for await (const dashboard of drawPlan(planned, project)) {
    drawn.push(dashboard)
    if (directory !== undefined) writePictures(directory, dashboard)
    say(`Drawing: ${whatIsDrawn(drawn)}`)
  }
  if (given === undefined || directory === undefined) return drawn
  const { renderHtml, safeName } = await import('../../words/index.ts')
  const page = `${safeName(planned.plan.target.name)}.html`
  writeBytes(join(directory, page), Buffer.from(renderHtml(planned.plan, drawn)))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  note(printable(`Drawn in ${given}: ${whatIsDrawn(drawn)}, and the plan as a page: ${page}, in ${seconds} s`))
  for (const [why, all] of groupBy(
    drawn.filter(({ why }) => why !== undefined),
    ({ why }) => why ?? '',
  )) {
    note(
      printable(
        `As boxes: ${someOf(
          all.map(({ name }) => name),
          MOST_NAMED,
        )}. ${why}`,
      ),
    )
  }
  return drawn
}

const MOST_NAMED = 5

function whatIsDrawn(drawn: readonly DrawnDashboard[]): string {
  const reports = drawn.filter(({ key }) => isKind(key, 'report')).length
  const dashboards = drawn.length - reports
  const told = [[dashboards, 'dashboard'] as const, [reports, 'report'] as const].filter(([count]) => count > 0)
  return told.length === 0 ? plural(0, 'dashboard') : told.map(([count, word]) => plural(count, word)).join(', ')
}

function directoryFor(given: string): string {
  const directory = resolve(given)
  try {
    mkdirSync(givenPlace(directory), { recursive: true })
  } catch (cause) {
    throw refusedPath(cause, given, 'made')
  }
  return directory
}

function writePictures(directory: string, { stem, svg, whole, widgets }: DrawnDashboard): void {
  if (svg !== '') writeBytes(join(directory, `${stem}.svg`), Buffer.from(svg))
  if (whole) writeBytes(join(directory, `${stem}.png`), whole.png)
  for (const each of widgets) writeBytes(join(directory, `${each.stem}.png`), each.png)
}
