export type Path = readonly (string | number)[]

/** The path of every part of a value, in reading order: a key, then what it holds. */
export function* pathsIn(value: unknown, at: Path = []): Generator<Path> {
  if (typeof value !== 'object' || value === null) return
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value)
  for (const key of keys) {
    const path = [...at, key]
    yield path
    yield* pathsIn((value as Readonly<Record<string | number, unknown>>)[key], path)
  }
}

/** A report's specification, which may be written as text. */
export function specOf({ spec }: { readonly spec?: unknown }): unknown {
  if (typeof spec !== 'string') return spec
  try {
    return JSON.parse(spec)
  } catch {
    return spec
  }
}
