import { badRequest } from '../../http/refusal.ts'

/** Two entries of the same name in one request are refused, whatever else they contain. */
export function requireDistinct(what: string, entries: readonly { readonly name: string }[]): void {
  const seen = new Set<string>()
  for (const { name } of entries) {
    if (seen.has(name)) throw badRequest(`${what}: "${name}" is given twice`)
    seen.add(name)
  }
}
