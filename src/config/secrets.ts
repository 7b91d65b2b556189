import type { FileValueRead, Problem, ValuePath } from '../content/problem.ts'
import { valuePathText } from '../content/schema-problems.ts'
import { SECRET_FORMS } from '../content/secret-forms.ts'
import { isOverlayMap } from './overlays.ts'

/** Keys that hold secrets, as words joined by `_`. A plain `key` is one; `primary_key` and `token_table` are not. */
const SECRET_KEY =
  /(^|_)(token|secret|password|passwd|passphrase|credential|(api|access|auth|private|secret|service)_?key)s?$|^key$/

/** Texts that are credentials in a configuration, whatever their key, beside those that are secrets anywhere. */
const CREDENTIALS: readonly RegExp[] = [
  ...SECRET_FORMS.map(([form]) => form),
  /^(bearer|api-key|basic)\s+\S{8,}$/i,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/,
  /\b(sk|pk|rk)-[\w-]{16,}/,
  /:\/\/[^/?#\s:]*:[^/?#\s@]*@/,
  /[?&](token|key|secret|password|sig|signature|access_token|api_key)=[^&\s]+/i,
]

const words = (key: string): string =>
  key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase()

const isSecretKey = (key: string): boolean => SECRET_KEY.test(words(key))
export const isCredential = (text: string): boolean => CREDENTIALS.some((pattern) => pattern.test(text))

/** Not `max_tokens: 4000`, which is a number of tokens. */
const mayBeSecret = (key: string, value: unknown): boolean =>
  typeof value === 'string' ? value !== '' : typeof value === 'number' && !key.endsWith('s')

/** Reports secrets in a configuration. Messages say where they are and never show them. */
export function secretProblems({ value, placeOf }: FileValueRead, variable: (path: ValuePath) => string): Problem[] {
  const problems: Problem[] = []

  function report(path: ValuePath, what: 'key' | 'value', subject: string): void {
    const hint = `Remove it, replace it on the platform, and set ${variable(path)} in the environment instead.`
    problems.push({
      kind: 'CONFIG_SECRET',
      ...placeOf(path, what),
      message: `${subject}: secrets do not belong in a file`,
      hint,
      hidden: true,
    })
  }

  function walk(value: unknown, path: ValuePath): void {
    if (typeof value === 'string' && isCredential(value))
      report(path, 'value', `"${valuePathText(path)}" holds a credential`)
    if (Array.isArray(value)) for (const [index, item] of value.entries()) walk(item, [...path, index])
    if (!isOverlayMap(value)) return
    for (const [key, child] of Object.entries(value)) {
      const at = [...path, key]
      if (isCredential(key)) report(at, 'key', 'a key here is a credential')
      else if (isSecretKey(key) && mayBeSecret(key, child)) report(at, 'key', `"${valuePathText(at)}" holds a secret`)
      else walk(child, at)
    }
  }

  walk(value, [])
  return problems
}
