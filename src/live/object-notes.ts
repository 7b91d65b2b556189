import { counted, lazy } from '@boardwright/common'
import { ofKind } from '../content/entity.ts'
import type { Key } from '../content/kinds.ts'
import { idIn } from '../content/model.ts'
import { isMissing } from '../content/references.ts'
import { deploymentsIn } from '../content/role.ts'
import type { LiveObjects } from './content.ts'
import { READ_RULES } from './kinds.ts'
import type { DeploymentNames } from './names/types.ts'
import type { LiveNote, NoteKind } from './notes.ts'
import { summarizeReportRow } from './rows/report.ts'
import { summarizeWorkbookRow } from './rows/workbook.ts'
import type { Inventory } from './wire.ts'

/** Notes on single objects: names that we chose, and fields that cannot travel. */
export function objectNotes(inventory: Inventory, names: DeploymentNames, { content }: LiveObjects): LiveNote[] {
  const notes: LiveNote[] = []
  const note = (kind: NoteKind, key: Key | undefined, message: string): void =>
    void notes.push({ kind, ...(key === undefined ? {} : { key }), message })

  const noteNoFile = (key: Key | undefined, name: string, why: string | undefined): void => {
    if (why !== undefined) note('no-file', key, `"${name}" ${why}: left out`)
  }

  for (const { id, name } of names.twins) {
    const key = names.keyOf('folder', id)
    note('twin-folders', key, `a second folder "${name}" is in the same place (${id}): in the tree they become one`)
  }
  for (const wire of inventory.reports) {
    const { id, name, description, workbookId } = wire
    const key = names.keyOf('report', id)
    if (names.placeOf(wire) !== undefined) noteNoFile(key, name, summarizeReportRow(wire).noFile)
    else note('unseen', key, `"${name}" sits in workbook ${workbookId}, which this token cannot see: left out`)
    if (names.reportOf(id)?.publicId === undefined) note('legacy-id', key, `"${name}" has no stable id on the platform`)
    if (description) note('read-only', key, `the description of "${name}" cannot be written`)
  }
  for (const wire of inventory.workbooks) {
    const { id, name } = wire
    const key = names.keyOf('workbook', id)
    noteNoFile(key, name, summarizeWorkbookRow(wire).noFile)
    if (names.slugless.has(id)) note('no-slug', key, `"${name}" has no slug on the platform`)
    if (summarizeWorkbookRow(wire).hasCalculatedFields) {
      note('read-only', key, `the calculated fields of "${name}" cannot be written`)
    }
  }
  const unnamed = [
    ...inventory.groups.map(({ id, group }) => ({ kind: 'group' as const, id, name: group.displayName ?? '' })),
    ...inventory.roles.map(({ id, role }) => ({ kind: 'role' as const, id, name: role.name })),
  ].filter(({ kind, id }) => names.keyOf(kind, id) === undefined)
  for (const { kind, id, name } of unnamed)
    noteNoFile(undefined, name, `(${id}) is not the ${kind} of that name here, which was renamed on the platform`)
  for (const row of inventory.roles) {
    const { name } = row.role
    const key = names.keyOf('role', row.id)
    if (!READ_RULES.role.isContent(row, names)) noteNoFile(key, name, 'has policies that this version does not know')
    const [number, ...others] = [...new Set(deploymentsIn(row.role.policies))].filter(
      (each) => !row.deployments?.names.has(each),
    )
    const more = others.length === 0 ? '' : `, and ${counted(others.length)} more`
    if (number !== undefined) note('numbered', key, `the role "${name}" names deployment ${number}${more}: ${NUMBERED}`)
  }
  for (const { key, name, references } of ofKind(content, 'workbook')) {
    for (const reference of references) {
      if (isMissing(reference)) note('dangling', key, `a widget of "${name}" names ${reference}`)
    }
  }
  for (const [key, into] of names.moved)
    note('renamed', key, `"${idIn(key)}" was moved into "${into.join(' / ')}" on the platform`)
  for (const [key, now] of names.renamed) note('renamed', key, `"${idIn(key)}" was renamed to "${now}" on the platform`)
  const nameIn = { workbook: namesIn(inventory.workbooks), report: namesIn(inventory.reports) }
  for (const { kind, id, read } of names.ledgers) {
    if (read.state === 'ours') continue
    const message = `"${nameIn[kind]().get(id) ?? id}" ${LEDGER_WORDS[read.state]}`
    note(read.state === 'foreign' ? 'foreign' : 'ledger', names.keyOf(kind, id), message)
  }
  return notes
}

const NUMBERED = 'no other name leads there, so the file has the number'

const namesIn = (rows: readonly { readonly id: number; readonly name: string }[]): (() => Map<number, string>) =>
  lazy(() => new Map(rows.map(({ id, name }) => [id, name])))

const LEDGER_WORDS = {
  copied: 'is a copy made in the UI, and not managed',
  foreign: 'is owned by another project',
  newer: 'was applied by a newer version of this program',
  garbage: 'has a record of what was applied that cannot be read',
} as const
