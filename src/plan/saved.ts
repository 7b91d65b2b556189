import { printableName } from '../content/printable.ts'

/** Who may have edited an object, and when. The platform stores an owner and a time, but not who made the edit. */
export const savedNotes = ({
  updatedAt,
  owner,
}: {
  readonly updatedAt?: string | undefined
  readonly owner?: string | undefined
}): string[] => [
  ...(updatedAt === undefined ? [] : [`saved ${timeText(updatedAt)}`]),
  ...(owner === undefined ? [] : [`owner ${printableName(owner)}`]),
]

export const timeText = (iso: string): string =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(iso) ? `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC` : printableName(iso)
