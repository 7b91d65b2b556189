import { z } from 'zod'
import { matchesMethod, matchesPath } from './match.ts'

/** How the platform misbehaves. `after` means that the write happened and its answer did not arrive. */
export const Fault = z.strictObject({
  method: z.string().default('*').describe('A method, or `*` for any.'),
  path: z.string().min(1).describe('A path: `*` matches one segment or a part of it, `**` any rest.'),
  times: z.int().min(1).default(1).describe('How many requests it affects.'),
  when: z.enum(['before', 'after']).default('before').describe('Before or after the request takes effect.'),
  kind: z
    .enum(['status', 'drop', 'html', 'truncate', 'delay', 'stale', 'empty', 'skip'])
    .describe('What happens: see below.'),
  status: z.int().min(400).max(599).default(503).describe('For `status`: the status of the answer.'),
  code: z.string().optional().describe('For `status`: the `code` in the body, such as `upsert_branch_changed`.'),
  retryAfter: z.int().min(0).optional().describe('For `status`: the seconds in a Retry-After header.'),
  delayMs: z.int().min(0).default(100).describe('For `delay`: how long the delay is, in real time.'),
})
export type Fault = z.output<typeof Fault>

/** The armed faults. The first that matches is used, and counts down. */
export interface Faults {
  add(fault: Fault): void
  take(method: string, path: string): Fault | undefined
  list(): readonly Fault[]
  clear(): void
}

export function createFaults(): Faults {
  let armed: Fault[] = []
  return {
    add(fault) {
      armed.push(fault)
    },
    take(method, path) {
      const found = armed.find((fault) => matchesMethod(fault.method, method) && matchesPath(fault.path, path))
      if (!found) return undefined
      found.times -= 1
      if (found.times === 0) armed = armed.filter((fault) => fault !== found)
      return found
    },
    list: () => armed,
    clear() {
      armed = []
    },
  }
}
