import { BoardwrightError, isMap, parseJson, stringifyJson } from '@boardwright/common'
import { type Client, REFUSALS, recordClient, replayClient } from '@boardwright/platform'
import { z } from 'zod'
import type { Target } from '../config/model.ts'
import { selectTarget } from '../config/targets.ts'
import { ofKind } from '../content/entity.ts'
import { printableName } from '../content/printable.ts'
import { firstFault } from '../content/schema-problems.ts'
import { readPeople, readRare } from '../live/index.ts'
import type { SoundProject } from './local/project.ts'
import { readTreeFor } from './local/render.ts'
import { connect, type ReachOptions } from './target/connect.ts'
import { readLiveSide } from './target/live-side.ts'

/**
 * A snapshot is the live side of a target as a file. It contains the platform's raw answers rather than content,
 * because another tree may name the same objects differently.
 */
const SNAPSHOT_FORMAT = 2

const SnapshotFile = z.strictObject({
  format: z.literal(SNAPSHOT_FORMAT),
  snapshot: z.strictObject({
    projectId: z.string(),
    target: z.string(),
    deployment: z.int(),
    origin: z.string(),
    branch: z.string().nullable(),
  }),
  now: z.number(),
  refusals: z.array(z.tuple([z.string(), z.enum(REFUSALS)])),
  answers: z.array(z.tuple([z.string(), z.unknown()])),
})

type Place = z.output<typeof SnapshotFile>['snapshot']

const placeOf = ({ projectId, name, deployment, url, dataModel }: Target): Place => ({
  ...{ projectId, target: name, deployment, origin: new URL(url).origin },
  branch: dataModel?.branch ?? null,
})

export interface Snapshot {
  readonly target: Target
  readonly text: string
}

export interface SnapshotOptions extends ReachOptions {
  readonly target?: string | undefined
  readonly say?: ((text: string) => void) | undefined
}

/** Records every request that any plan of the target may send. */
export async function takeSnapshot(project: SoundProject, options: SnapshotOptions): Promise<Snapshot> {
  const target = selectTarget(project.config, options.target)
  const { client, recording } = recordClient(connect(target, { ...options, readOnly: true }))
  try {
    const { tree } = readTreeFor(project, project.config, target)
    const { live } = await readLiveSide(client, target, { tree }, options)
    await readPeople(client, live, { deployment: target.deployment, declared: tree.content })
    const numbers = ofKind(live.content, 'workbook').flatMap(({ key }) => live.ids.get(key) ?? [])
    await readRare(client, {
      ...{ deployment: target.deployment, branch: target.dataModel?.branch },
      ...{ workbooks: numbers, manages: target.scope.manage },
    })
    const { answers, refusals, now } = recording()
    const file = { format: SNAPSHOT_FORMAT, snapshot: placeOf(target), now, refusals, answers }
    return { target, text: stringifyJson(file) }
  } finally {
    await client.close()
  }
}

/** A client that answers from a snapshot of this target. Refuses a snapshot of another one. */
export function openSnapshot(text: string, target: Target): Client {
  const { snapshot, ...recording } = readSnapshot(text)
  const wanted = placeOf(target)
  const other = (Object.keys(wanted) as (keyof Place)[]).find((key) => snapshot[key] !== wanted[key])
  if (other !== undefined) {
    throw new BoardwrightError(
      'SNAPSHOT_ELSEWHERE',
      `the snapshot is not for ${target.name}: its ${other} is ${said(snapshot[other])}, not ${said(wanted[other])}`,
    )
  }
  return replayClient(recording)
}

const said = (value: Place[keyof Place]): string => printableName(String(value))

function readSnapshot(text: string): z.output<typeof SnapshotFile> {
  const value = parse(text)
  const format = isMap(value) && 'snapshot' in value ? value['format'] : SNAPSHOT_FORMAT
  if (format !== SNAPSHOT_FORMAT) {
    throw invalid(`it has format ${String(format)}, but this version reads ${SNAPSHOT_FORMAT}`)
  }
  const checked = SnapshotFile.safeParse(value)
  if (checked.success) return checked.data
  throw invalid(printableName(firstFault(SnapshotFile, value)))
}

function parse(text: string): unknown {
  try {
    return parseJson(text)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw invalid(cause.message)
  }
}

const invalid = (problem: string): BoardwrightError =>
  new BoardwrightError('SNAPSHOT_INVALID', `the snapshot cannot be used: ${problem}`)

export const snapshotNote = (now: number): string =>
  `compared with a snapshot of ${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC, not with what is live now`
