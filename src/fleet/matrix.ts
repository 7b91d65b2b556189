import { BoardwrightError } from '@boardwright/common'
import type { Wave } from '../config/model.ts'
import { shortCommit } from '../content/printable.ts'
import type { FleetStatus } from './fleet.ts'
import { missesOf, reasonIn } from './judge.ts'

export const ENGINES = ['text', 'json', 'github', 'gitlab', 'argo'] as const
export type Engine = (typeof ENGINES)[number]

/** One job of an engine: applies this commit to these targets, one after another. */
export interface WaveStep {
  readonly wave: number
  /** `2-001` */
  readonly step: string
  /** Value for `--target`: names separated by commas. */
  readonly targets: string
  readonly commit: string
}

/** The most jobs that an engine takes for one wave. */
const CAPS: Readonly<Record<Engine, number>> = {
  text: Number.POSITIVE_INFINITY,
  json: Number.POSITIVE_INFINITY,
  github: 256,
  gitlab: 200,
  // Argo keeps all parameters of a workflow in one object of at most one megabyte.
  argo: 1_000,
}

/** What is asked of a wave here. */
interface Numbered {
  readonly number: number
  readonly targets: readonly string[]
}

/** The steps of a wave: its targets that do not have the commit yet, in at most `cap` chunks. */
export function waveSteps({ number, targets }: Numbered, status: FleetStatus, cap: number): WaveStep[] {
  const done = new Set(
    status.targets.flatMap(({ target, state }) => (state === 'there' || state === 'ahead' ? [target] : [])),
  )
  const left = targets.filter((target) => !done.has(target)).sort()
  const count = Math.min(left.length, cap)
  return Array.from({ length: count }, (_, index) => ({
    wave: number,
    step: `${number}-${String(index + 1).padStart(3, '0')}`,
    // Rounded down at both ends, so that chunk sizes differ by at most one.
    targets: left
      .slice(Math.floor((index * left.length) / count), Math.floor(((index + 1) * left.length) / count))
      .join(','),
    commit: status.commit,
  }))
}

export const capOf = (engine: Engine, jobs: number | undefined): number => Math.min(CAPS[engine], jobs ?? CAPS[engine])

/** Refuses a wave until all waves before it are done, whatever the pipeline believes. */
export function requireTurn(waves: readonly Wave[], wave: { readonly number: number }, status: FleetStatus): void {
  for (const before of waves.filter(({ number }) => number < wave.number)) {
    const reason = reasonIn(missesOf(before, status), status)
    if (!reason) continue
    const { kind, miss, hint } = reason
    throw new BoardwrightError(
      kind,
      `wave ${wave.number} has to wait: in wave ${before.number} ${shortCommit(status.commit)} is ${miss.condition === 'applied' ? '' : 'not through: '}${miss.message}`,
      { hint },
    )
  }
}

export function printSteps(engine: Engine, steps: readonly WaveStep[], commit: string): string {
  switch (engine) {
    case 'text':
      return steps.map(({ targets }) => targets).join('\n')
    case 'json':
      return JSON.stringify({ format: 1, commit, steps }, null, 2)
    case 'github':
      return JSON.stringify({ include: steps })
    case 'argo':
      return JSON.stringify(steps.map(({ wave, ...step }) => ({ wave: String(wave), ...step })))
    case 'gitlab':
      return JSON.stringify(childPipeline(steps), null, 2)
  }
}

/** The matrices of these waves, by number. The pipeline runs one after another. */
export const printGithubWaves = (waves: readonly Numbered[], steps: readonly WaveStep[]): string =>
  JSON.stringify(
    Object.fromEntries(waves.map(({ number }) => [number, { include: steps.filter(({ wave }) => wave === number) }])),
  )

const wavesIn = (steps: readonly WaveStep[]): number[] => [...new Set(steps.map(({ wave }) => wave))]

const NOTHING_LEFT = { 'nothing-left': { script: ['echo "every target has this commit"'] } }

/**
 * A child pipeline, as JSON, which is valid YAML. What jobs do is defined in `.fleet-apply` and `.fleet-gate`, in a
 * separate file.
 */
function childPipeline(steps: readonly WaveStep[]): object {
  if (steps.length === 0) return NOTHING_LEFT
  const waves = wavesIn(steps)
  const jobs = steps.map(({ wave, step, targets, commit }) => [
    `apply ${step}`,
    {
      ...{ extends: '.fleet-apply', stage: `wave ${wave}` },
      variables: { BOARDWRIGHT_TARGETS: targets, BOARDWRIGHT_COMMIT: commit, BOARDWRIGHT_WAVE: String(wave) },
    },
  ])
  const gates = waves.map((wave) => [
    `gate ${wave}`,
    { extends: '.fleet-gate', stage: `gate ${wave}`, variables: { BOARDWRIGHT_WAVE: String(wave) } },
  ])
  return {
    stages: waves.flatMap((wave) => [`wave ${wave}`, `gate ${wave}`]),
    ...Object.fromEntries([...jobs, ...gates]),
  }
}
