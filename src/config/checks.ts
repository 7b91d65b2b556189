import type { FileValueRead, Problem, ValuePath } from '../content/problem.ts'
import { someOf } from '../content/some-of.ts'
import { didYouMean, nearest } from '../nearest.ts'
import type { Layers } from './layers.ts'
import type { IgnoreRule } from './model.ts'
import { isMap } from './overlays.ts'
import type { ResolvedTarget } from './resolve.ts'
import { matchesAny } from './scope.ts'
import { tokenVariable } from './targets.ts'

/** What no schema can check: unknown names, and targets that clash. */

export function homeProblems(document: FileValueRead, { targets }: Layers): Problem[] {
  if (!isMap(document.value)) return []
  const { home, targets: written = {} } = document.value
  if (targets.size === 0 && isMap(written)) {
    return [{ kind: 'TARGET_INCOMPLETE', ...document.placeOf([]), message: 'there is no target' }]
  }
  if (typeof home !== 'string' || targets.has(home)) return []
  return [unknownTarget(document, ['home'], `"home" names no target: "${home}"`, home, targets.keys())]
}

function unknownTarget(
  document: FileValueRead,
  path: ValuePath,
  message: string,
  name: string,
  targets: Iterable<string>,
): Problem {
  const names = [...targets]
  const hint = didYouMean(nearest(name, names), `Name one of the targets: ${someOf(names, 10)}.`)
  return { kind: 'TARGET_UNKNOWN', ...document.placeOf(path), message, hint }
}

export function tokenProblems({ targets }: Layers): Problem[] {
  const first = new Map<string, string>()
  return [...targets].flatMap(([name, { placeOf }]): Problem[] => {
    const variable = tokenVariable(name)
    const other = first.get(variable)
    if (other === undefined) first.set(variable, name)
    if (other === undefined) return []
    return [
      {
        kind: 'TARGET_CLASH',
        ...placeOf([], 'key'),
        message: `"${name}" and "${other}" would both use the token ${variable}`,
      },
    ]
  })
}

export function deploymentProblems(targets: readonly ResolvedTarget[]): Problem[] {
  const first = new Map<string, string>()
  return targets.flatMap(({ name, url, deployment, content, at: placeOf }): Problem[] => {
    const key = `${url} ${deployment}`
    const other = content ? first.get(key) : undefined
    if (content && other === undefined) first.set(key, name)
    if (other === undefined) return []
    const message = `"${name}" and "${other}" both write content to deployment ${deployment} of ${url}: content has no branches`
    const hint =
      'Give one of the two a deployment of its own. If one is there for its data model only, set `content: off` on it.'
    return [{ kind: 'TARGET_CLASH', ...placeOf(), message, hint }]
  })
}

export function ignoreProblems(
  document: FileValueRead,
  rules: readonly IgnoreRule[],
  { targets }: Layers,
  today: string,
): Problem[] {
  const names = [...targets.keys()]
  return rules.flatMap(({ expires, targets: patterns = [] }, index): Problem[] => {
    const unknown = [...patterns.entries()].filter(([, pattern]) => !names.some((name) => matchesAny([pattern], name)))
    const wrong = unknown.map(([number, pattern]) =>
      unknownTarget(document, ['ignore', index, 'targets', number], `no target matches "${pattern}"`, pattern, names),
    )
    if (expires >= today) return wrong
    const message = `the rule expired on ${expires}: the differences it covered are reported again`
    return [
      ...wrong,
      { kind: 'IGNORE_EXPIRED', ...document.placeOf(['ignore', index, 'expires']), message, warning: true },
    ]
  })
}
