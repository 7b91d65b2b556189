import { type Comparison, isOurs } from '../compare/comparison.ts'
import { counted, plural } from '../content/counted.ts'
import { KINDS, type Kind, kindOf } from '../content/kinds.ts'
import { OBJECTS } from '../content/objects.ts'
import { accepts, deletesAccepted } from './accept.ts'
import type { Decided } from './decided.ts'
import type { Stop } from './plan-file.ts'

/** Reasons why the whole plan must not run. */
export function stopsOf(decided: Decided): Stop[] {
  const comparisons = [...decided.compared.comparisons.values()]
  return [...shares(decided, comparisons), ...protection(decided), ...emptiness(decided, comparisons)]
}

function shares({ inputs, outcomes }: Decided, comparisons: readonly Comparison[]): Stop[] {
  const { deletePercent, changePercent, fromCount } = inputs.target.limits
  return KINDS.flatMap((kind): Stop[] => {
    const ours = comparisons.filter((each) => each.kind === kind && isOurs(each))
    if (ours.length < fromCount) return []
    const count = (wanted: 'delete' | 'write'): number =>
      ours.filter(({ key }) => outcomes.get(key)?.kind === wanted).length
    const tooMany = (n: number, percent: number): boolean => n * 100 > percent * ours.length
    const [deleted, changed] = [count('delete'), count('write')]
    const stops: Stop[] = []
    if (tooMany(deleted, deletePercent) && deleted > deletesAccepted(inputs.shaping)) {
      stops.push({
        kind: 'limit-delete',
        message: share('deletes', deleted, ours.length, kind, deletePercent),
        accept: `deletes=${countDeletes(outcomes)}`,
      })
    }
    if (tooMany(changed, changePercent)) {
      stops.push({
        kind: 'limit-change',
        message: `${share('changes', changed, ours.length, kind, changePercent)} (\`limits.changePercent\` in boardwright.yaml)`,
      })
    }
    return stops
  })
}

const share = (verb: string, n: number, all: number, kind: Kind, percent: number): string =>
  `it ${verb} ${counted(n)} of ${plural(all, OBJECTS[kind].noun)}, more than ${percent} %`

const countDeletes = (outcomes: Decided['outcomes']): number => outcomes.with('delete').length

function protection({ inputs, outcomes }: Decided): Stop[] {
  const deleted = countDeletes(outcomes)
  if (!inputs.target.protected || deleted <= deletesAccepted(inputs.shaping)) return []
  const message = `it deletes ${plural(deleted, 'object')} from a protected target`
  return [{ kind: 'protected', message, accept: `deletes=${deleted}` }]
}

const MANY = 10

/**
 * If the tree declares many objects and live has none, it is more likely that the list failed than that the target is
 * new.
 */
function emptiness({ inputs, outcomes }: Decided, comparisons: readonly Comparison[]): Stop[] {
  if (accepts(inputs.shaping, 'first-apply')) return []
  return KINDS.flatMap((kind): Stop[] => {
    const creates = outcomes.with('create').some(([key]) => kindOf(key) === kind)
    if (!creates || inputs.live.counts[kind] !== 0) return []
    const declared = comparisons.filter((each) => each.kind === kind && each.repo)
    if (declared.length < MANY) return []
    const message = `the tree declares ${declared.length} ${OBJECTS[kind].noun}s, but none is live`
    return [{ kind: 'first-apply', message, accept: 'first-apply' }]
  })
}
