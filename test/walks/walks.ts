import { expect } from 'vitest'
import { runHere } from '../support/in-process.ts'
import { boardwright } from '../support/program.ts'
import { stepsAmid } from './amid.ts'
import { FOUND, writeFound } from './found.ts'
import { Broken, type Program } from './going.ts'
import { MUTATIONS } from './mutations.ts'
import type { Start } from './start.ts'
import { type Step, stepsOf, tellStep } from './steps.ts'
import { walk } from './walk.ts'

const STEPS = 20
const STEPS_AMID = 12
const SHRINKING_MS = Number(process.env['BOARDWRIGHT_SHRINK'] ?? 60) * 1000

const { around } = MUTATIONS.find(({ what }) => what === process.env['BOARDWRIGHT_MUTATION']) ?? {}
const usualSteps = (seed: number): Step[] => stepsOf(seed, STEPS, around)
export const amidSteps = (seed: number): Step[] => stepsAmid(seed, STEPS_AMID)

export const inProcess: Program = (args, env) => runHere(args, { env })
export const asProcess: Program = (args, env) => boardwright(args, env)

/** Goes one walk, and returns what it broke, with the fewest steps that break it. A test file repeats these. */
export async function goWalk(
  start: Start,
  program: Program,
  seed: number,
  steps: readonly Step[],
  found = FOUND,
): Promise<string | undefined> {
  const broken = await brokenBy(start, program, steps)
  if (!broken) return undefined
  const least = await shrunk(start, program, steps, broken)
  const file = writeFound(seed, broken.broken[0] ?? '', least, found)
  const again = `again: npx vitest run ${file}\nto keep it: move it to test/walks/found, and name the promise`
  return `walk ${seed}: ${await goSteps(start, program, least)}\n\n${again}`
}

/** Goes walks one after another, up to the first that breaks a promise. */
export async function goWalks(
  start: Start,
  program: Program,
  seeds: readonly number[],
  stepsOf: (seed: number) => readonly Step[] = usualSteps,
): Promise<void> {
  const began = performance.now()
  for (const [nth, seed] of seeds.entries()) {
    const fault = await goWalk(start, program, seed, stepsOf(seed))
    if (fault !== undefined) expect.fail(`of ${nth + 1} walks the last broke a promise\n${fault}`)
  }
  const seconds = (performance.now() - began) / 1000
  const step = (seconds * 1000) / seeds.reduce((sum, seed) => sum + stepsOf(seed).length, 0)
  process.stderr.write(
    `${seeds.length} walks from ${seeds[0]}: ${seconds.toFixed(0)} s, ${step.toFixed(0)} ms a step\n`,
  )
}

/** What these steps break; empty if nothing. */
export async function goSteps(start: Start, program: Program, steps: readonly Step[]): Promise<string> {
  const broken = await brokenBy(start, program, steps)
  if (!broken) return ''
  const gone = steps.filter(({ nth }) => nth <= broken.nth).map(tellStep)
  return [...broken.broken, '', ...gone, '', broken.told].join('\n')
}

async function brokenBy(start: Start, program: Program, steps: readonly Step[]): Promise<Broken | undefined> {
  try {
    await walk(start, program, steps)
    return undefined
  } catch (cause) {
    if (cause instanceof Broken) return cause
    throw new Error(steps.map(tellStep).join('\n'), { cause })
  }
}

/** The kind of promise that was broken. */
const kindOf = ({ broken }: Broken): string => (broken[0] ?? '').split(':')[0] ?? ''

/** Fewer steps that break the same promise: tries to leave out halves first, single steps last. */
async function shrunk(
  start: Start,
  program: Program,
  steps: readonly Step[],
  broken: Broken,
): Promise<readonly Step[]> {
  const end = performance.now() + SHRINKING_MS
  let least = steps.filter(({ nth }) => nth <= broken.nth)
  for (let size = Math.ceil(least.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = least.length - size; from >= 0 && performance.now() < end; from -= size) {
      const fewer = least.toSpliced(from, size)
      const again = await brokenBy(start, program, fewer)
      if (again && kindOf(again) === kindOf(broken)) least = fewer.filter(({ nth }) => nth <= again.nth)
    }
  }
  return least
}
