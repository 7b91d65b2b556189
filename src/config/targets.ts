import { askIfMeant, BoardwrightError, nearest } from '@boardwright/common'
import { plural, someOf } from '../content/counted.ts'
import type { Config, Target } from './model.ts'
import { matchesAny, matchesGlob } from './scope.ts'

type Named = Pick<Target, 'name'>

const SHOWN = 20
const listOf = (targets: readonly Named[]): string =>
  someOf(
    targets.map(({ name }) => name),
    SHOWN,
  )

/**
 * The targets that a pattern selects: a name, a glob such as `customer-*`, or several of these with commas. Without a
 * pattern, the only target there is.
 */
export function selectTargets({ targets }: Pick<Config, 'targets'>, pattern: string | undefined): readonly Target[] {
  if (pattern === undefined) {
    if (targets.length === 1) return targets
    throw new BoardwrightError('TARGET_NEEDED', `there are ${plural(targets.length, 'target')}: ${listOf(targets)}`)
  }
  const patterns = pattern.split(',')
  for (const each of patterns) requireKnown(targets, each)
  return targets.filter(({ name }) => matchesAny(patterns, name))
}

function requireKnown(targets: readonly Named[], pattern: string): void {
  if (targets.some(({ name }) => matchesGlob(pattern, name))) return
  const names = targets.map(({ name }) => name)
  throw new BoardwrightError('TARGET_UNKNOWN', `no target is called "${pattern}"; available: ${listOf(targets)}`, {
    hint: askIfMeant(nearest(pattern, names)),
  })
}

export function selectTarget(config: Pick<Config, 'targets'>, name: string | undefined): Target {
  const exact = config.targets.find((target) => target.name === name)
  if (exact) return exact
  const [target, ...others] = selectTargets(config, name)
  if (target && others.length === 0) return target
  throw new BoardwrightError(
    'TARGET_NEEDED',
    `"${name}" matches ${others.length + 1} targets, and this command works on one`,
  )
}

/** `BOARDWRIGHT_TOKEN_PROD_EU` for `prod-eu`. */
export const tokenVariable = (name: string): string => `BOARDWRIGHT_TOKEN_${environmentName(name)}`

/** Variables that may hold a target's token; the first that is set wins. */
export const tokenVariables = ({ name }: Named): readonly string[] => [tokenVariable(name), 'BOARDWRIGHT_TOKEN']

/** Variables that list the hosts a target's token may be sent to in CI; the first that is set wins. */
export const hostVariables = ({ name }: Named): readonly string[] => [
  `BOARDWRIGHT_HOST_${environmentName(name)}`,
  'BOARDWRIGHT_HOST',
]

const environmentName = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]/g, '_')

/**
 * Whether a list such as `acme.example, acme.example:8443` allows the origin of a URL. A host without a port stands for
 * the default port of the URL's scheme.
 */
export function hostAllowed(url: string, allowList: string | undefined): boolean {
  const { protocol, host } = new URL(url)
  return (allowList ?? '').split(',').some((entry) => {
    const text = `${protocol}//${entry.trim()}`
    return /^[^/?#@\s]+$/.test(entry.trim()) && URL.canParse(text) && new URL(text).host === host
  })
}
