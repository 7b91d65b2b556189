import { BoardwrightError, isMap, objectOf } from '@boardwright/common'
import { hideSecrets, marked } from '../content/secret-forms.ts'
import type { Unsealed } from './plan-file.ts'

/** Refuses a plan that would write a token of this run into content or the data model. */
export function requireNoToken({ objects }: Unsealed, tokens: readonly string[]): void {
  for (const { units, file, key } of objects)
    if (units.some(({ after }) => textsIn(after).some((text) => tokens.some((token) => text.includes(token)))))
      throw new BoardwrightError('SECRET_IN_TREE', `the token of this run is in what would be written to ${key}`, {
        ...(file === undefined ? {} : { at: { file } }),
      })
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isMap(value) ? [...Object.keys(value), ...Object.values(value).flatMap(textsIn)] : []
}

/** The plan as it is shown and saved. Apply writes what the tree says, not what a plan shows. */
export function withoutSecrets(plan: Unsealed, tokens: readonly string[]): Unsealed {
  return hidden(plan, tokens) as Unsealed
}

/** The same value if nothing is hidden in it. */
function hidden(value: unknown, tokens: readonly string[]): unknown {
  if (typeof value === 'string') return hideSecrets(value, tokens, marked)
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => hidden(item, tokens))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (!isMap(value)) return value
  const entries = Object.entries(value).map(
    ([key, item]) => [hideSecrets(key, tokens, marked), hidden(item, tokens)] as const,
  )
  return entries.some(([key, item]) => !Object.hasOwn(value, key) || item !== value[key]) ? objectOf(entries) : value
}
