import type { Client } from '@boardwright/platform'
import { type Content, ofKind, withObjects } from '../content/entity.ts'
import type { Key, Workbook } from '../content/model.ts'
import type { LiveObjects } from './content.ts'
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

/** Reads embed access only where the tree declares it, because it costs a request per workbook. */
export async function readEmbedAccess(
  client: Client,
  live: LiveObjects,
  deploymentId: number,
  declared: Content,
): Promise<EmbedAccessRead> {
  const requests = new Map(
    ofKind(declared, 'workbook').flatMap(({ key, own: { embedAccess } }) =>
      embedAccess && Object.keys(embedAccess).length > 0 ? [[key, embedAccess] as const] : [],
    ),
  )
  const unread = (key: Key, name: string): LiveNote => ({
    kind: 'unseen',
    key,
    message: `who sees "${name}" embedded cannot be read with this token`,
  })
  const read = await Promise.all(
    ofKind(live.content, 'workbook').map(async ({ key, name, whole }): Promise<ReadOne> => {
      const access = requests.get(key)
      const workbookId = live.ids.get(key)
      if (!access || workbookId === undefined) return { workbooks: [], notes: [] }
      const answer = await lookUp(() => client.workbooks.getEmbedAccess({ path: { deploymentId, workbookId } }))
      const isUnread = isAbsence(answer)
      // If it cannot be read, live counts as equal to the tree.
      const embedAccess = isUnread ? access : toEmbedAccess(answer, Object.keys(access))
      return { workbooks: [[key, { ...whole(), embedAccess }]], notes: isUnread ? [unread(key, name)] : [] }
    }),
  )
  const workbooks = new Map(read.flatMap((each) => each.workbooks))
  return { content: withObjects(live.content, workbooks), notes: read.flatMap(({ notes }) => notes) }
}
