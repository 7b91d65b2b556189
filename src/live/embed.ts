import type { Client } from '@boardwright/platform'
import type { LedgerFacts } from '../base/facts.ts'
import { type Content, ofKind, withObjects } from '../content/entity.ts'
import type { Key, Workbook } from '../content/model.ts'
import { audienceIn } from '../content/units.ts'
import type { LiveObjects } from './content.ts'
import { appliedUnits } from './left-behind.ts'
import { isAbsence, lookUp } from './look-up.ts'
import { toEmbedAccess } from './map/embed-access.ts'
import type { LiveNote } from './notes.ts'

export interface EmbedAccessRead {
  /** What is live, with the access. */
  readonly content: Content
  readonly notes: readonly LiveNote[]
}

interface ReadOne {
  readonly workbooks: readonly [Key, Workbook][]
  readonly notes: readonly LiveNote[]
}

/**
 * Reads embed access only where the tree declares it, or where it was applied and the file is gone, because it costs a
 * request per workbook.
 */
export async function readEmbedAccess(
  client: Client,
  live: LiveObjects,
  deploymentId: number,
  declared: Content,
  entries: LedgerFacts['entries'],
): Promise<EmbedAccessRead> {
  const audiencesOf = (key: Key<'workbook'>): readonly string[] => {
    const wanted = declared.get(key)
    return wanted
      ? Object.keys(wanted.own.embedAccess ?? {})
      : appliedUnits(entries, key).flatMap((unit) => audienceIn(unit) ?? [])
  }
  const read = await Promise.all(
    ofKind(live.content, 'workbook').map(async ({ key, name, whole }): Promise<ReadOne> => {
      const [audiences, workbookId] = [audiencesOf(key), live.ids.get(key)]
      if (audiences.length === 0 || workbookId === undefined) return { workbooks: [], notes: [] }
      const answer = await lookUp(() => client.workbooks.getEmbedAccess({ path: { deploymentId, workbookId } }))
      if (!isAbsence(answer)) {
        return { workbooks: [[key, { ...whole(), embedAccess: toEmbedAccess(answer, audiences) }]], notes: [] }
      }
      const message = `who sees "${name}" embedded cannot be read with this token`
      // If it cannot be read, live counts as equal to the tree.
      const embedAccess = declared.get(key)?.own.embedAccess
      const workbooks: ReadOne['workbooks'] = embedAccess ? [[key, { ...whole(), embedAccess }]] : []
      return { workbooks, notes: [{ kind: 'unseen', key, message }] }
    }),
  )
  const workbooks = new Map(read.flatMap((each) => each.workbooks))
  return {
    content: withObjects(live.content, workbooks),
    notes: read.flatMap(({ notes }) => notes),
  }
}
