import { ERRORS, type ErrorName, exitOfCode, kindOfCode, worstOf } from '@boardwright/common'
import type { Condition } from '../config/model.ts'
import { counted, someOf } from '../content/counted.ts'
import type { FleetStatus } from './fleet.ts'
import type { Standing } from './standing.ts'

/** A condition of a wave that does not hold, and the targets that fail it. */
export interface Miss {
  readonly condition: Condition['kind']
  readonly message: string
  readonly targets: readonly string[]
}

interface Gated {
  readonly targets: readonly string[]
  readonly gate: readonly Condition[]
}

/** The conditions that keep a wave from being done. Commands that the project defines are run by the caller. */
export function missesOf({ targets, gate }: Gated, status: { readonly targets: FleetStatus['targets'] }): Miss[] {
  const byName = new Map(status.targets.map((standing) => [standing.target, standing]))
  const asked = targets.map((target) => byName.get(target) ?? unasked(target))
  return gate.flatMap((condition) => missOf(condition, asked) ?? [])
}

/**
 * The reason that a command gives for a wave that is not done, with its kind of error. This is the first miss, unless a
 * target cannot be read because of an error whose exit status wins, such as a missing token.
 */
export function reasonIn(
  misses: readonly Miss[],
  { targets }: FleetStatus,
): { readonly kind: ErrorName; readonly miss: Miss; readonly hint?: string | undefined } | undefined {
  const [first] = misses
  if (!first) return undefined
  const kind = first.condition === 'command' ? 'WAVE_COMMAND_FAILED' : 'WAVE_NOT_READY'
  const named = new Set(misses.flatMap((miss) => miss.targets))
  const unread = targets.flatMap(({ target, error }) => (error && named.has(target) ? { target, ...error } : []))
  const worst = worstOf([ERRORS[kind].exit, ...unread.map(({ code }) => exitOfCode(code))])
  const worse = worst === ERRORS[kind].exit ? undefined : unread.find(({ code }) => exitOfCode(code) === worst)
  if (!worse) return { kind, miss: first }
  const { target, code, message, hint } = worse
  return {
    ...{ kind: kindOfCode(code) ?? kind, hint },
    miss: { condition: 'no errors', message: `${target} cannot be read: ${message}`, targets: [target] },
  }
}

const unasked = (target: string): Standing => ({
  ...{ target, state: 'unreachable', commit: null, changes: 0, held: null, failed: 0 },
  error: { code: '', message: 'it was not asked' },
})

function missOf(condition: Condition, asked: readonly Standing[]): Miss | undefined {
  const { kind } = condition
  if (kind === 'command') return undefined
  const found = asked.filter(FOUND[kind])
  const targets = found.map(({ target }) => target)
  if (kind === 'held') return tooManyHeld(found, condition.most)
  if (found.length === 0) return undefined
  return kind === 'applied'
    ? { condition: kind, message: notApplied(found), targets }
    : { condition: kind, message: found.length > 3 ? errorsIn(found) : found.map(errorOf).join('; '), targets }
}

/** Where it is not known what is held, anything may be. */
function tooManyHeld(found: readonly Standing[], most: number): Miss | undefined {
  const held = found.reduce((sum, each) => sum + (each.held ?? 0), 0)
  const unknown = found.filter((each) => each.held === null)
  const namesOf = (those: readonly Standing[]): string => someOf(those.map(({ target }) => target))
  const messages = [
    ...(held > most
      ? [`${counted(held)} held, but at most ${most} may be: ${namesOf(found.filter((each) => each.held !== null))}`]
      : []),
    ...(unknown.length > 0 ? [`not known what is held on ${namesOf(unknown)}`] : []),
  ]
  if (messages.length === 0) return undefined
  return { condition: 'held', message: messages.join('; '), targets: found.map(({ target }) => target) }
}

/** A target that cannot be read may have the commit. */
function notApplied(found: readonly Standing[]): string {
  const isUnread = ({ state }: Standing): boolean => state === 'unreachable'
  const namesOf = (those: readonly Standing[]): string => someOf(those.map(({ target }) => target))
  const [unread, read] = [found.filter(isUnread), found.filter((each) => !isUnread(each))]
  return [
    ...(read.length > 0 ? [`not applied to ${namesOf(read)}`] : []),
    ...(unread.length > 0 ? [`perhaps not applied to ${namesOf(unread)}, which cannot be read`] : []),
  ].join(', and ')
}

const FOUND: Readonly<Record<Exclude<Condition['kind'], 'command'>, (standing: Standing) => boolean>> = {
  applied: ({ state }) => state !== 'there' && state !== 'ahead' && state !== 'held',
  'no errors': ({ state }) => state === 'failed' || state === 'unreachable',
  held: ({ held }) => held !== 0,
}

const errorOf = ({ target, failed, error }: Standing): string =>
  error
    ? `${target} cannot be read: ${error.message}${error.code === '' ? '' : `  ${error.code}`}`
    : `${target}: ${failed === 1 ? '1 object was' : `${failed} objects were`} not written to the end`

const errorsIn = (found: readonly Standing[]): string =>
  `errors on ${someOf(found.map(({ target }) => target))}, such as ${found.slice(0, 1).map(errorOf).join()}`
