import { FIELDS } from '../../content/fields.ts'

/** A field in the platform's answer that the field table lacks. */
export type Unknown = readonly [shape: string, field: string]

const KNOWN = new Map(
  Object.entries(FIELDS).map(([shape, fields]) => [shape, new Set<string>(fields.map(({ wire }) => wire))]),
)

export function unknownIn(shape: keyof typeof FIELDS, value: object | null | undefined): Unknown[] {
  const unknown: Unknown[] = []
  for (const field in value) if (!KNOWN.get(shape)?.has(field)) unknown.push([shape, field])
  return unknown
}
