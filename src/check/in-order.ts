import type { Problem } from '../content/problem.ts'

/** Sorted by place, without duplicates, because several targets find the same problem. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  const keyOf = ({ at, kind, rule = '', message }: Problem): string =>
    [at.file, String(at.line ?? 0).padStart(7, '0'), String(at.column ?? 0).padStart(7, '0'), kind, rule, message].join(
      '\n',
    )
  const distinct = new Map(problems.map((problem) => [keyOf(problem), problem]))
  return [...distinct].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, problem]) => problem)
}
