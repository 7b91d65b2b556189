/** Free-form regions can hold anything. These read them without trusting the shape. */
export type FreeForm = Readonly<Record<string, unknown>>

export const isMap = (value: unknown): value is FreeForm =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const mapAt = (value: unknown, key: string): FreeForm => {
  const inner = isMap(value) ? value[key] : undefined
  return isMap(inner) ? inner : {}
}

export const textAt = (value: unknown, key: string): string | undefined => {
  const inner = isMap(value) ? value[key] : undefined
  return typeof inner === 'string' && inner.trim() !== '' ? inner : undefined
}

export const numberAt = (value: unknown, key: string): number | undefined => {
  const inner = isMap(value) ? value[key] : undefined
  return typeof inner === 'number' && Number.isFinite(inner) ? inner : undefined
}

export const listAt = (value: unknown, key: string): readonly unknown[] => {
  const inner = isMap(value) ? value[key] : undefined
  return Array.isArray(inner) ? inner : []
}

export const textsAt = (value: unknown, key: string): string[] =>
  listAt(value, key).filter((each): each is string => typeof each === 'string')

export const mapsAt = (value: unknown, key: string): FreeForm[] => listAt(value, key).filter(isMap)
