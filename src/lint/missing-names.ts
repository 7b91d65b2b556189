import type { Asked } from '../content/asked.ts'
import { mayUseInSql } from '../content/uses.ts'
import { hasMember, hasOwner, type KnownMembers } from './members.ts'
import { readSqlOf } from './sql-faults.ts'

/**
 * The names in what content asks for that a data model lacks: members, or cubes and views that it does not have at all.
 * SQL that cannot be read may ask for any of `suspects`.
 */
export function missingNames(
  { members: named, owners, sql, expressions }: Asked,
  members: KnownMembers,
  suspects: readonly string[],
): ReadonlySet<string> {
  const nameOf = (member: string): string => {
    const [owner = '', name = ''] = member.split('.')
    return hasOwner(members, owner) ? `${owner}.${name}` : owner
  }
  const read = sql.filter((text) => text.trim() !== '').map((text) => ({ text, ...readSqlOf(members, text) }))
  const unread = [...expressions, ...read.filter(({ isRead }) => !isRead).map(({ text }) => text)]
  return new Set([
    ...named.filter((name) => !hasMember(members, name)).map(nameOf),
    ...owners.filter((name) => !hasOwner(members, name)),
    ...read.flatMap(({ missing }) => missing.map(({ name }) => name)),
    ...suspects.filter((name) => unread.some((text) => mayUseInSql(text, name))),
  ])
}
