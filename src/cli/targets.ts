import { BoardwrightError, EXIT, largest, worstOf } from '@boardwright/common'
import type { Command } from 'commander'
import { plural } from '../content/counted.ts'
import { printable } from '../content/printable.ts'
import type { SoundProject } from '../project/local/project.ts'
import { isOverdue, whyCutOff } from './interrupt.ts'
import { errorJson, reportError, result, warn } from './output.ts'

export interface TargetOptions {
  readonly target?: string
}

/** For commands that work on one target, or on several one after another. */
export const withTargets = (command: Command, what: string): Command =>
  command.option('-t, --target <name>', `${what}, or several (a glob, or names with commas)`)

export interface TargetEnding {
  readonly exit: number
  readonly line: string
  readonly wrote?: boolean
  /** The target's entry in JSON output. */
  readonly data?: unknown
}

export const isForSeveral = ({ target = '' }: TargetOptions): boolean => /[*?,]/.test(target)

export interface Each {
  readonly name: string
  readonly url: string
}

/** The targets of a command on several; undefined for a command on one. */
export async function severalTargets(
  { config }: SoundProject,
  options: TargetOptions,
): Promise<readonly Each[] | undefined> {
  if (!isForSeveral(options)) return undefined
  const { selectTargets } = await import('../config/targets.ts')
  return selectTargets(config, options.target)
}

export interface Several {
  /** Whether to collect the entries and print them at the end, under `targets`. */
  readonly json: boolean
  /** When aborted, starts no further target. */
  readonly stop?: AbortSignal | undefined
}

/**
 * Runs one target after another. A failure stops the others only if their platform is down. Returns the exit status.
 */
export async function eachTarget(
  targets: readonly Each[],
  { json, stop }: Several,
  run: (name: string) => Promise<TargetEnding>,
): Promise<number> {
  const endings: (TargetEnding & { readonly name: string })[] = []
  const told = new Map<string, string>()
  const { createOutage } = await import('../project/target/outage.ts')
  const outage = createOutage('inTurn')
  for (const { name, url } of targets) {
    if (stop?.aborted) break
    if (!json) result(printable(`== ${name} ==`))
    endings.push({ name, ...(await endingOf(name, () => outage.ask(url, () => run(name)), json, told)) })
  }
  const exit = exitOf(endings, stop)
  if (json) {
    const ended = endings.map(({ name, exit: own, data }) => ({ target: name, exit: own, ...(data as object) }))
    result(JSON.stringify({ format: 1, exit, targets: ended }))
    return exit
  }
  const width = largest([0, ...endings.map(({ name }) => name.length)])
  const skipped = targets.length - endings.length
  result(
    printable(
      [
        `== ${plural(targets.length, 'target')} ==`,
        ...endings.map(({ name, line }) => `${name.padEnd(width)}  ${line}`),
        ...(skipped > 0 ? [`${plural(skipped, 'target')} not started`] : []),
      ].join('\n'),
    ),
  )
  return exit
}

const FAILURES: readonly number[] = [EXIT.error, EXIT.notAllowed, EXIT.usage]

/** If one target was written and another failed, that counts as partly applied. */
function exitOf(endings: readonly TargetEnding[], stop: AbortSignal | undefined): number {
  const exits = [...endings.map(({ exit }) => exit), ...(isOverdue(stop) ? [EXIT.error] : [])]
  const isPartly = endings.some(({ wrote }) => wrote) && exits.some((exit) => FAILURES.includes(exit))
  return worstOf([...exits, isPartly && EXIT.partly, stop?.aborted === true && !isOverdue(stop) && EXIT.interrupted])
}

async function endingOf(
  name: string,
  run: () => Promise<TargetEnding>,
  json: boolean,
  told: Map<string, string>,
): Promise<TargetEnding> {
  try {
    return await run()
  } catch (caught) {
    const cause = whyCutOff(caught)
    const error = BoardwrightError.from(cause)
    const { faultText, placed } = await import('../project/target/why-unread.ts')
    const text = faultText(error)
    const first = told.get(text)
    if (first === undefined) told.set(text, name)
    if (!json && first !== undefined) result(printable(`failed like ${first}`))
    else if (!json) reportError(cause, { json: false, verbose: false })
    else if (error.kind === 'INTERNAL') warn(error.stack ?? error.message)
    return {
      exit: error.exit,
      line: `failed: ${placed(error).split('\n')[0]}  ${error.code}`,
      data: JSON.parse(errorJson(error)) as object,
    }
  }
}
