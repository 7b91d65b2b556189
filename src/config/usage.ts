import type { Marked, Problem } from '../content/problem.ts'
import type { Target } from './model.ts'

/** The variables that rendering one target used. */
export interface TargetUsage {
  readonly target: Pick<Target, 'name' | 'variablesAt'>
  readonly used: ReadonlySet<string>
}

/**
 * Reports values of variables that no rendered target used. A value that is overridden in all of them is not reported,
 * because a target that was not rendered may need it.
 */
export function unusedVariables(usages: readonly TargetUsage[]): Problem[] {
  const values = new Map<string, { name: string; place: Marked; targets: string[]; isUsed: boolean }>()
  for (const { target, used } of usages) {
    for (const [name, place] of target.variablesAt()) {
      const { file, line, column } = place.at
      const key = `${file}:${line}:${column}`
      const value = values.get(key) ?? { name, place, targets: [], isUsed: false }
      values.set(key, { ...value, targets: [...value.targets, target.name], isUsed: value.isUsed || used.has(name) })
    }
  }
  return [...values.values()]
    .filter(({ isUsed }) => !isUsed)
    .map(({ name, place, targets }) => ({
      kind: 'VARIABLE_UNUSED',
      ...place,
      message: `nothing uses the variable "${name}"${targets.length === 1 ? ` in target "${targets[0]}"` : ''}`,
      warning: true,
    }))
}
