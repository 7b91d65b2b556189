/** `countDistinct` becomes `count_distinct`. */
export const snake = (text: string): string =>
  text.replace(/[a-z0-9][A-Z]/g, ([low, high]) => `${low}_${high?.toLowerCase()}`)

/** Under these keys the value is a word that may be spelled in both ways, too. */
const WORDS = ['type', 'relationship']

/** To the platform `sqlTable` and `sql_table` are the same key. What users keep under `meta` is left alone. */
export function snakeKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeKeys)
  if (!isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => {
      if (key === 'meta') return [key, entry]
      return [snake(key), WORDS.includes(key) && typeof entry === 'string' ? snake(entry) : snakeKeys(entry)]
    }),
  )
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
