import { BoardwrightError } from '@boardwright/common'
import { z } from 'zod'
import { shortCommit } from '../content/printable.ts'
import type { SoundProject } from '../project/local/project.ts'
import type { FleetStatus } from './fleet.ts'
import { STATES } from './standing.ts'

const Count = z.int().min(0)
const StatusFile = z.looseObject({
  format: z.literal(1),
  project: z.string(),
  commit: z.string(),
  at: z.iso.datetime(),
  waves: z.array(z.looseObject({ number: z.int(), name: z.string(), targets: z.array(z.string()) })),
  targets: z.array(
    z.looseObject({
      ...{ target: z.string(), state: z.enum(STATES), commit: z.string().nullable() },
      ...{ changes: Count, held: Count.nullable(), failed: Count },
      error: z.looseObject({ code: z.string(), message: z.string(), hint: z.string().optional() }).optional(),
    }),
  ),
})

/** People edit all the time: what was held then says little about now. */
const MOST_OLD_MS = 3_600_000

/** Reads a saved status. Refuses one of another project or commit. An old one does not know what is held. */
export function readStatusFile(
  { config }: SoundProject,
  text: string,
  { commit, now }: { readonly commit: string; readonly now: number },
): FleetStatus {
  const { data } = StatusFile.safeParse(parsed(text))
  if (!data) throw new BoardwrightError('STATUS_INVALID', 'this is not a status of a fleet')
  if (data.project !== config.projectId) {
    throw new BoardwrightError(
      'STATUS_INVALID',
      `the status is of the project ${data.project}, not ${config.projectId}`,
    )
  }
  if (data.commit !== commit) {
    const [then, now] = [shortCommit(data.commit), shortCommit(commit)]
    throw new BoardwrightError('STATUS_STALE', `the status was requested at ${then}, but this is ${now}`)
  }
  if (Math.abs(now - Date.parse(data.at)) <= MOST_OLD_MS) return data
  return { ...data, targets: data.targets.map((standing) => ({ ...standing, held: null })) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new BoardwrightError('STATUS_INVALID', 'this is not a status of a fleet: it is not JSON', { cause })
  }
}
