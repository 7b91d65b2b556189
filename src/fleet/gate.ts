import { setTimeout as sleep } from 'node:timers/promises'
import type { Wave } from '../config/model.ts'
import type { SoundProject } from '../project/local/project.ts'
import { type FleetOptions, type FleetStatus, readFleet } from './fleet.ts'
import { type Miss, missesOf } from './judge.ts'

export { millisecondsOf } from '../config/waves.ts'

export interface GateOptions extends FleetOptions {
  /** How long to wait for all conditions to hold. 0 means to ask once. */
  readonly waitMs: number
  /** The pause between two checks. */
  readonly everyMs: number
  /** Runs a command that the project defines, and returns whether it exited with 0. */
  readonly run: (command: string) => Promise<boolean>
  readonly tell: (event: GateEvent) => void
}

export type GateEvent =
  | { readonly type: 'waiting'; readonly misses: readonly Miss[]; readonly leftMs: number }
  | { readonly type: 'soaking'; readonly leftMs: number }

export interface GateEnd {
  /** Empty if all conditions held to the end. */
  readonly misses: readonly Miss[]
  /** Whether the conditions held at first and then failed. */
  readonly isLost: boolean
  readonly status: FleetStatus
}

/**
 * Waits until all conditions hold, then for as long as the wave soaks. Uses only this machine's monotonic clock, so no
 * two clocks are compared. The last check starts after the soak has ended.
 */
export async function waitAtGate(project: SoundProject, wave: Wave, options: GateOptions): Promise<GateEnd> {
  const { waitMs, everyMs, tell, signal } = options
  const started = performance.now()
  let heldSince: number | undefined
  for (;;) {
    const asked = performance.now()
    const { status, misses } = await look(project, wave, options)
    const now = performance.now()
    if (misses.length > 0 && heldSince !== undefined) return { misses, isLost: true, status }
    if (misses.length === 0) {
      heldSince ??= now
      // Only a check that started after the soak counts.
      const leftMs = wave.soakMs === 0 ? 0 : heldSince + wave.soakMs - asked
      if (leftMs <= 0) return { misses, isLost: false, status }
      tell({ type: 'soaking', leftMs })
      await sleep(Math.max(0, Math.min(everyMs, heldSince + wave.soakMs - now)), undefined, { signal })
    } else {
      const leftMs = started + waitMs - now
      if (leftMs <= 0) return { misses, isLost: false, status }
      tell({ type: 'waiting', misses, leftMs })
      await sleep(Math.min(everyMs, leftMs), undefined, { signal })
    }
  }
}

async function look(
  project: SoundProject,
  wave: Wave,
  options: GateOptions,
): Promise<{ readonly status: FleetStatus; readonly misses: readonly Miss[] }> {
  const status = await readFleet(project, wave.targets, { ...options, isCommitted: true })
  const misses = missesOf(wave, status)
  if (misses.length > 0) return { status, misses }
  for (const condition of wave.gate) {
    if (condition.kind !== 'command' || (await options.run(condition.run))) continue
    const message = `the command \`${condition.run}\` did not end with 0`
    return { status, misses: [{ condition: 'command', message, targets: [] }] }
  }
  return { status, misses }
}
