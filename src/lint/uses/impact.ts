import { mayHave } from '@boardwright/platform/model'
import type { Edge, UsesGraph } from './graph.ts'

/** Everything that depends on a name, and everything that it is made of, each once, nearest first. */
export interface Impact {
  readonly of: string
  /** The data model no longer has it. */
  readonly isGone: boolean
  readonly madeOf: readonly Edge[]
  readonly usedBy: readonly Edge[]
}

export function impactOf(graph: UsesGraph, name: string): Impact {
  return {
    of: name,
    isGone: !graph.documents.has(name) && !mayHave(graph.model, name),
    madeOf: reach(
      name,
      (each) => graph.usedBy(each).filter(({ how }) => how !== 'member'),
      ({ uses }) => uses,
      () => true,
    ),
    // If a cube or view joins or includes another one, not all of its members are affected, so the search stops
    // there.
    usedBy: reach(
      name,
      graph.usersOf,
      ({ by }) => by,
      (by) => !graph.model.owners.has(by),
    ),
  }
}

function reach(
  start: string,
  edgesOf: (name: string) => readonly Edge[],
  endOf: (edge: Edge) => string,
  goesOn: (name: string) => boolean,
): Edge[] {
  const found: Edge[] = []
  const seen = new Set([start])
  const queue = [start]
  for (const name of queue) {
    for (const edge of edgesOf(name)) {
      found.push(edge)
      const end = endOf(edge)
      if (seen.has(end)) continue
      seen.add(end)
      if (goesOn(end)) queue.push(end)
    }
  }
  return found
}
