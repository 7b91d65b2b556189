export type Path = readonly (string | number)[]

/** What is in a value, part by part, as somebody reads it: a key, then what it holds. */
export function* pathsIn(value: unknown, at: Path = []): Generator<Path> {
  if (typeof value !== 'object' || value === null) return
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value)
  for (const key of keys) {
    const path = [...at, key]
    yield path
    yield* pathsIn((value as Readonly<Record<string | number, unknown>>)[key], path)
  }
}

/** A specification may be written as text. */
export function specOf({ spec }: { readonly spec?: unknown }): unknown {
  if (typeof spec !== 'string') return spec
  try {
    return JSON.parse(spec)
  } catch {
    return spec
  }
}
