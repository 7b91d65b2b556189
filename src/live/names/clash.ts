import { BoardwrightError } from '@boardwright/common'
import { counted } from '../../content/counted.ts'
import { groupBy } from '../../content/group-by.ts'

/** Several live objects that claim one name, or one object with two names. We must not guess which is right. */
export interface Clash {
  /** A sentence that says what claims what. */
  readonly message: string
}

const SHOWN = 5

export function refuseClashes(clashes: readonly Clash[]): void {
  if (clashes.length === 0) return
  const shown = clashes.slice(0, SHOWN).map(({ message }) => message)
  const more = clashes.length > SHOWN ? [`and ${counted(clashes.length - SHOWN)} more`] : []
  throw new BoardwrightError('IDENTITY_AMBIGUOUS', [...shown, ...more].join('; '))
}

export interface ClaimedId {
  readonly logicalId: string
  readonly id: number
  readonly name: string
}

export function findClashes(what: 'workbook' | 'report', claims: readonly ClaimedId[]): Clash[] {
  return [...groupBy(claims, ({ logicalId }) => logicalId)].flatMap(([logicalId, group]) =>
    group.length < 2
      ? []
      : [{ message: `${group.length} ${what}s claim "${logicalId}": ${group.map(show).join(' and ')}` }],
  )
}

export const show = ({ id, name }: { readonly id: number; readonly name: string }): string => `"${name}" (${id})`
