import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import process from 'node:process'
import { BoardwrightError } from '@boardwright/common'
import { type Command, InvalidArgumentError } from 'commander'
import type { Project, SoundProject } from '../project/local/project.ts'

/** Sets the exit status. Without a call it is 0. */
export type Finish = (status: number) => void

export const startDirectory = (command: Command): string =>
  resolve((command.optsWithGlobals() as { directory?: string }).directory ?? process.cwd())

export const several = (value: string, before: readonly string[] = []): string[] => [...before, value]

/** `-C` must name an existing directory. Only `init` creates one. */
export function requireDirectory(command: Command): void {
  const { directory } = command.optsWithGlobals() as { directory?: string }
  if (directory === undefined || command.name() === 'init') return
  if (statSync(resolve(directory), { throwIfNoEntry: false })?.isDirectory()) return
  throw new BoardwrightError('USAGE', `-C ${directory}: no such directory`, {
    hint: 'Name one that is there: -C DIR. Only `boardwright init` makes it.',
  })
}

/** Today, for rules that expire on a date. */
export const today = (): string => new Date().toISOString().slice(0, 10)

export const integer =
  (least: number, most: number, what = 'a whole number') =>
  (text: string): number => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    throw new InvalidArgumentError(`It must be ${what} from ${least} to ${most}.`)
  }

export async function openHere(command: Command): Promise<Project> {
  const { openProject } = await import('../project/local/project.ts')
  return openProject(startDirectory(command), today(), { env: process.env })
}

/** Like `openHere`, for a command that writes nothing: what is known of a file's bytes need not be found out again. */
export async function openKnownHere(command: Command): Promise<Project> {
  const { openKnownProject } = await import('../project/local/project.ts')
  return openKnownProject(startDirectory(command), today(), { env: process.env })
}

/** Like `openHere`, for a command that needs a valid configuration. */
export async function openSoundHere(command: Command): Promise<SoundProject> {
  const { requireConfig } = await import('../project/local/project.ts')
  return requireConfig(await openHere(command))
}
