/** What the value of a field is. A field that has no value is absent, whatever its type. */
export type FieldType = 'text' | 'number' | 'boolean' | ListType | RecordType

export interface ListType {
  readonly list: FieldType
}

export interface RecordType {
  readonly of: Readonly<Record<string, FieldType>>
}

export type FieldTypes = Readonly<Record<string, FieldType>>

export const TEXTS = { list: 'text' } as const satisfies FieldType

/** `a list of texts` */
export function typeWords(type: FieldType): string {
  if (type === 'text' || type === 'number') return `a ${type}`
  if (type === 'boolean') return 'true or false'
  if ('of' in type) return `{${Object.keys(type.of).join(', ')}}`
  return typeof type.list === 'object' ? `a list of ${typeWords(type.list)}` : `a list of ${type.list}s`
}

/** Nothing, or nothing but blanks. */
export const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
