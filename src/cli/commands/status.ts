import process from 'node:process'
import { BoardwrightError, EXIT, exitOfCode, worstOf } from '@boardwright/common'
import { Command } from 'commander'
import { printable } from '../../content/printable.ts'
import type { Problem } from '../../content/problem.ts'
import { toPlan } from '../../words/commands.ts'
import { lineWidth, paintFor } from '../colors.ts'
import { describeKept, describeProblems, takenByHand } from '../export-outcomes.ts'
import { openReading } from '../open-reading.ts'
import { type Finish, openSoundHere, startDirectory } from '../options.ts'
import { note, result } from '../output.ts'
import { terminal } from '../plans.ts'
import { connectOptions } from '../settings.ts'
import { describeObject, describeTargets } from '../status-text.ts'
import { eachTarget, type TargetOptions } from '../targets.ts'
import { describeTraffic } from '../traffic.ts'

interface Options extends TargetOptions {
  readonly uiEdits?: true
  readonly json?: true
}

export function statusCommand(finish: Finish): Command {
  return new Command('status')
    .description('show where each target stands, everything known about one object, or what was edited in the UI')
    .argument('[object]', 'a path, a slug, or an id: its file, live id, owner, last apply and what a plan would do')
    .option(
      '-t, --target <name>',
      'this target, or several (a glob, or names with commas; default: all, with OBJECT or --ui-edits the only one)',
    )
    .option('--ui-edits', 'list UI edits since the last apply; exits with 2 if there are any')
    .option('--json', 'print it as JSON')
    .action(async (object: string | undefined, options: Options, command: Command) => {
      if (object === undefined) return finish(await (options.uiEdits ? listEdits : showTargets)(options, command))
      if (options.uiEdits)
        throw new BoardwrightError('USAGE', 'status takes an object or --ui-edits, not both', {
          hint: 'Leave one of the two out.',
        })
      await showObject(object, options, command)
    })
}

async function showTargets(options: Options, command: Command): Promise<number> {
  const { readStatus } = await import('../../project/status.ts')
  const project = await openSoundHere(command)
  const found = await readStatus(project, { ...connectOptions(), target: options.target })
  result(
    options.json
      ? JSON.stringify({ format: 1, targets: found }, null, 2)
      : describeTargets(found, paintFor(process.stdout), lineWidth(process.stdout)).join('\n'),
  )
  return worstOf(found.flatMap((each) => ('error' in each ? exitOfCode(each.error.code) : [])))
}

async function showObject(object: string, options: Options, command: Command): Promise<void> {
  const [{ planTarget }, { explainObject, keyMeant }, { fullName }, { codeOwnersIn }] = await Promise.all([
    import('../../project/plan.ts'),
    import('../../check/explain.ts'),
    import('../../plan/naming.ts'),
    import('../../project/local/owners.ts'),
  ])
  const directory = startDirectory(command)
  const project = await openSoundHere(command)
  const planned = await planTarget(project, { ...connectOptions(), target: options.target, onlyLooks: true })
  const key = keyMeant(planned, project, directory, object)
  const explained = explainObject(planned, key, codeOwnersIn(project.root).ownersOf)
  const title = [...planned.work.titleOf(key).slice(0, -1), explained.name]
  result(
    options.json
      ? JSON.stringify({ format: 1, ...explained }, null, 2)
      : describeObject(explained, fullName({ key, title })).map(printable).join('\n'),
  )
}

async function listEdits(options: Options, command: Command): Promise<number> {
  const { project, several, reading } = await openReading(command, options)
  const [{ planTarget }, { takeDrift }, { countDrift, driftOf, renderDrift }] = await Promise.all([
    import('../../project/plan.ts'),
    import('../../project/drift.ts'),
    import('../../words/index.ts'),
  ])
  const isJson = options.json === true
  const lookAt = async (name: string | undefined) => {
    const started = performance.now()
    const planned = await planTarget(project, {
      onlyLooks: true,
      ...connectOptions(),
      target: name,
      ...{ reading, remembers: true },
    })
    const objects = driftOf(planned.plan)
    const { target, applied } = planned.plan
    const data = { applied, objects }
    const { isTaken, kept, notWritten } = await takeDrift(project, planned)
    if (!isJson) {
      result(renderDrift(planned.plan, terminal(), isTaken))
      const keeps = [...describeKept(kept, { target, seesAll: true })]
      if (keeps.length > 0) result(keepsLine(target))
      for (const line of keeps) result(printable(line))
      for (const line of describeNotWritten(notWritten, target)) result(printable(line))
    }
    if (isJson && !several) result(JSON.stringify({ format: 1, target: target.name, ...data }, null, 2))
    note(printable(describeTraffic(planned, performance.now() - started)))
    return { exit: objects.length > 0 ? EXIT.changes : EXIT.done, line: countDrift(planned.plan), data }
  }
  const exit = several ? await eachTarget(several, { json: isJson }, lookAt) : (await lookAt(options.target)).exit
  await project.memory?.save()
  return exit
}

const keepsLine = (target: { readonly name: string }): string =>
  printable(`Export keeps these as the repo has them. ${toPlan({ target })} shows both sides:`)

function* describeNotWritten(problems: readonly Problem[], target: { readonly name: string }): Generator<string> {
  if (problems.length === 0) return
  yield `${target.name} is not home, and these lines are for all targets: export leaves them as they are.`
  yield* describeProblems(problems)
  yield `  ${takenByHand(target)}`
}
