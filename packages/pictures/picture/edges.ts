import { largest } from '@boardwright/common'

/** Something that must fit between two edges, this many lines apart. */
export interface Span {
  readonly from: number
  readonly to: number
  readonly atLeast: number
}

/**
 * Positions of edges so that everything fits and nothing is wasted: each as near to the start as the spans ending in it
 * allow. Different edges never coincide.
 */
export function placeEdges(spans: readonly Span[]): ReadonlyMap<number, number> {
  const edges = [...new Set(spans.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b)
  const ending = new Map<number, Span[]>(edges.map((edge) => [edge, []]))
  for (const span of spans) ending.get(span.to)?.push(span)
  const places = new Map<number, number>()
  let previous = -1
  for (const edge of edges) {
    const needed = (ending.get(edge) ?? []).map(({ from, atLeast }) => (places.get(from) ?? 0) + atLeast)
    previous = largest([previous + 1, ...needed])
    places.set(edge, previous)
  }
  return places
}
