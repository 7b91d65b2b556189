import process from 'node:process'
import { EXIT } from '@boardwright/common'
import type { Command } from 'commander'
import { counted } from '../content/counted.ts'
import { printable } from '../content/printable.ts'
import type { Result } from '../project/apply.ts'
import { labelled, paintLabel } from '../words/paint.ts'
import { ask, canAsk } from './ask.ts'
import { paintFor } from './colors.ts'
import { failedLines } from './failed-lines.ts'
import { onInterrupt } from './interrupt.ts'
import { openSoundHere, startDirectory } from './options.ts'
import { errorJson, note, result } from './output.ts'
import { connectOptions } from './settings.ts'

interface Options {
  readonly target?: string
  readonly yes?: true
  readonly json?: true
}

/** Gives up ownership of objects: their record is removed, the objects stay. Returns the exit status. */
export async function undoAdoption(objects: readonly string[], options: Options, command: Command): Promise<number> {
  const [{ forgetObjects }, { keyMeant }, { fullName }] = await Promise.all([
    import('../project/forget.ts'),
    import('../check/explain.ts'),
    import('../plan/naming.ts'),
  ])
  const directory = startDirectory(command)
  const project = await openSoundHere(command)
  const interrupt = onInterrupt()
  const {
    planned,
    forgotten,
    result: run,
  } = await forgetObjects(project, {
    ...connectOptions(),
    stop: interrupt.stop,
    signal: interrupt.kill,
    target: options.target,
    keysOf: (each) => objects.map((word) => keyMeant(each, project, directory, word)),
    confirm: async (keys, { target, work }) => {
      const named = keys.map((key) => fullName({ key, title: work.titleOf(key) }))
      const tell = options.json ? note : result
      const isShown = !options.yes && (!options.json || canAsk())
      if (isShown) for (const name of named) tell(`To give up: ${name}`)
      const question = `Give this up in ${target.name}? Nothing there changes. Type "yes" to go ahead`
      return options.yes === true || (await ask(question, '--yes')) === 'yes'
    },
  })
  const exit = run ? run.exit : forgotten.length === 0 ? EXIT.done : EXIT.error
  if (options.json) {
    const done = run && isWhole(run) ? forgotten : []
    const failed = (run?.failed ?? []).map(({ title, error }) => ({
      title,
      error: JSON.parse(errorJson(error)).error,
    }))
    result(JSON.stringify({ format: 1, target: planned.target.name, exit, givenUp: done, failed }))
    return exit
  }
  if (!run) {
    result(forgotten.length === 0 ? 'Nothing to give up: none of it is managed.' : 'Nothing was given up.')
    return exit
  }
  const tell = (line: string): void => result(paintLabel(paintFor(process.stdout), printable(line)))
  for (const { key, title, error } of run.failed)
    for (const line of failedLines([`write the record on ${fullName({ key, title })}`], error)) tell(line)
  if (!isWhole(run)) {
    tell(labelled('STOPPED', 'before all of it was written'))
    tell(labelled('Next', 'run the same command again: it does the rest.'))
    return exit
  }
  for (const key of forgotten) result(`given up   ${fullName({ key, title: planned.work.titleOf(key) })}`)
  result(printable(`${counted(forgotten.length)} given up in ${planned.target.name}. Nothing else changed.`))
  return exit
}

const isWhole = ({ interrupted, failed }: Result): boolean => !interrupted && failed.length === 0
