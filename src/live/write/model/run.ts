import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../../../client/client.ts'
import { BoardwrightError } from '../../../errors.ts'
import { modelLedgerPath, writeModelLedger } from '../../../ledger/model.ts'
import { type Wanted, wantedOf } from './todo.ts'
import type { BuildEnd, ModelChanges, ModelEvent, ModelOptions, ModelProblem, ModelRequest, Route } from './types.ts'

/** One run on one branch: the request and the results so far. */
export interface Run {
  readonly client: Client
  readonly path: { readonly deploymentId: number }
  readonly request: ModelRequest
  /** The changes, including the project's ledger if it has to be written. */
  readonly changes: ModelChanges
  readonly wanted: Wanted
  readonly record: { readonly path: string; readonly text: string }
  readonly emit: (event: ModelEvent) => void
  /** Throws once the run is interrupted: nothing new may start. */
  readonly guard: () => void
  readonly signal: AbortSignal | undefined
  readonly concurrency: number
  readonly buildWaitMs: number
  readonly now: () => number
  readonly sleep: (ms: number, signal?: AbortSignal | undefined) => Promise<void>
  readonly onRetry: (event: { endpoint: string; reason: string; waitMs: number }) => void
  readonly done: Done
}

export interface Done {
  route: Route | undefined
  changed: boolean
  created: boolean
  written: number
  deleted: number
  mergedInto: string | undefined
  build: BuildEnd | undefined
  problems: readonly ModelProblem[]
  readonly remains: string[]
}

const BUILD_WAIT_MS = 15 * 60_000
const AT_ONCE = 10

export function createRun(client: Client, request: ModelRequest, options: ModelOptions): Run {
  const { signal, onEvent = () => {} } = options
  const record = request.record ?? {
    path: modelLedgerPath(request.projectId),
    text: writeModelLedger(request.projectId, { commit: request.commit, pending: new Map() }),
  }
  const isDue = request.changes.size > 0 || request.adopt === true
  const changes: ModelChanges = isDue
    ? new Map([...request.changes, [record.path, new TextEncoder().encode(record.text)]])
    : request.changes
  return {
    ...{ client, request, changes, record, signal },
    path: { deploymentId: request.deployment },
    wanted: wantedOf(changes),
    emit: onEvent,
    guard() {
      if (signal?.aborted) throw new BoardwrightError('INTERRUPTED', 'the data model was interrupted')
    },
    concurrency: options.concurrency ?? AT_ONCE,
    buildWaitMs: options.buildWaitMs ?? BUILD_WAIT_MS,
    now: options.now ?? Date.now,
    sleep: options.sleep ?? sleep,
    onRetry: ({ endpoint, reason, waitMs }) => onEvent({ type: 'retry', endpoint, reason, waitMs }),
    done: {
      ...{ route: undefined, changed: false, created: false, written: 0, deleted: 0 },
      ...{ mergedInto: undefined, build: undefined, problems: [], remains: [] },
    },
  }
}

async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, signal === undefined ? {} : { signal })
  } catch (cause) {
    // The caller checks the signal next.
    if (!signal?.aborted) throw cause
  }
}
