import type { Client } from '@boardwright/platform'
import { type Key, workbookKey } from '../content/model.ts'
import type { Either } from '../content/objects.ts'
import { wholeOf } from '../content/readable.ts'
import type { KnownContent } from '../content/summary.ts'
import type { LiveObjects } from './content.ts'
import { isAbsence, lookUp } from './look-up.ts'
import { toEmbedAccess } from './map/embed-access.ts'
import type { LiveNote } from './notes.ts'

export interface EmbedAccessRead {
  readonly workbooks: readonly Either<'workbook'>[]
  readonly notes: readonly LiveNote[]
}

/** Reads embed access only where the tree declares it, because it costs a request per workbook. */
export async function readEmbedAccess(
  client: Client,
  live: LiveObjects,
  deploymentId: number,
  declared: KnownContent,
): Promise<EmbedAccessRead> {
  const requests = new Map(
    declared.workbooks.flatMap(({ slug, embedAccess }) =>
      embedAccess && Object.keys(embedAccess).length > 0 ? [[slug, embedAccess] as const] : [],
    ),
  )
  const unread = (key: Key, name: string): LiveNote => ({
    kind: 'unseen',
    key,
    message: `who sees "${name}" embedded cannot be read with this token`,
  })
  const read = await Promise.all(
    live.content.workbooks.map(async (each): Promise<{ workbook: Either<'workbook'>; notes: LiveNote[] }> => {
      const key = workbookKey(each.slug)
      const access = requests.get(each.slug)
      const workbookId = live.ids.get(key)
      if (!access || workbookId === undefined) return { workbook: each, notes: [] }
      const workbook = wholeOf<'workbook'>(each)
      const answer = await lookUp(() => client.workbooks.getEmbedAccess({ path: { deploymentId, workbookId } }))
      // If it cannot be read, live counts as equal to the tree.
      if (isAbsence(answer))
        return { workbook: { ...workbook, embedAccess: access }, notes: [unread(key, workbook.name)] }
      return { workbook: { ...workbook, embedAccess: toEmbedAccess(answer, Object.keys(access)) }, notes: [] }
    }),
  )
  return { workbooks: read.map(({ workbook }) => workbook), notes: read.flatMap(({ notes }) => notes) }
}
