import type { Wave } from '../../config/model.ts'
import { BoardwrightError } from '../../errors.ts'
import type { FleetStatus } from './fleet.ts'
import { missesOf } from './judge.ts'

export const ENGINES = ['text', 'json', 'github', 'gitlab', 'argo'] as const
export type Engine = (typeof ENGINES)[number]

/** One job of an engine: these targets, one after another, get this commit. */
export interface Step {
  readonly wave: number
  /** `2-001` */
  readonly step: string
  /** For `--target`: a name, or several with commas. */
  readonly targets: string
  readonly commit: string
}

/** Jobs that an engine takes for one wave. */
const CAPS: Readonly<Record<Engine, number>> = {
  text: Number.POSITIVE_INFINITY,
  json: Number.POSITIVE_INFINITY,
  github: 256,
  gitlab: 200,
  // All parameters of a workflow are kept in one object of at most a megabyte.
  argo: 1_000,
}

/** The steps of a wave: its targets that are not there yet, in as few chunks as the engine asks for. */
export function stepsOf(
  { number, targets }: Pick<Wave, 'number' | 'targets'>,
  status: FleetStatus,
  cap: number,
): Step[] {
  const done = new Set(
    status.targets.flatMap(({ target, state }) => (state === 'there' || state === 'ahead' ? [target] : [])),
  )
  const left = targets.filter((target) => !done.has(target)).sort()
  const count = Math.min(left.length, cap)
  return Array.from({ length: count }, (_, index) => ({
    wave: number,
    step: `${number}-${String(index + 1).padStart(3, '0')}`,
    // Whole numbers all the way: chunks differ by one target at most.
    targets: left
      .slice(Math.floor((index * left.length) / count), Math.floor(((index + 1) * left.length) / count))
      .join(','),
    commit: status.commit,
  }))
}

export const capOf = (engine: Engine, jobs: number | undefined): number => Math.min(CAPS[engine], jobs ?? CAPS[engine])

/** A wave is begun once all waves before it have this commit, whatever a pipeline believes. */
export function requireTurn(waves: readonly Wave[], wave: Pick<Wave, 'number'>, status: FleetStatus): void {
  for (const before of waves.filter(({ number }) => number < wave.number)) {
    const [miss] = missesOf(before, status)
    if (!miss) continue
    throw new BoardwrightError(
      'WAVE_NOT_READY',
      `wave ${wave.number} has to wait: in wave ${before.number} ${status.commit.slice(0, 7)} is ${miss.condition === 'applied' ? '' : 'not through: '}${miss.message}`,
    )
  }
}

export function printSteps(engine: Engine, steps: readonly Step[], commit: string): string {
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

/** The matrices of these waves, each by its number: an engine runs one after another. */
export const printGithubWaves = (waves: readonly Pick<Wave, 'number'>[], steps: readonly Step[]): string =>
  JSON.stringify(
    Object.fromEntries(waves.map(({ number }) => [number, { include: steps.filter(({ wave }) => wave === number) }])),
  )

const wavesIn = (steps: readonly Step[]): number[] => [...new Set(steps.map(({ wave }) => wave))]

const NOTHING_LEFT = { 'nothing-left': { script: ['echo "every target has this commit"'] } }

/** A child pipeline; JSON is YAML. What a job does stands in `.fleet-apply` and `.fleet-gate`, in a file beside it. */
function childPipeline(steps: readonly Step[]): object {
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
