import type { Client } from '@boardwright/platform'
import { openRowStore } from '../../cache/rows.ts'
import type { Config, Target } from '../../config/model.ts'
import { selectTarget } from '../../config/targets.ts'
import {
  type Caller,
  createRowMemory,
  type KnownRows,
  type RowMemory,
  readCaller,
  type Started,
} from '../../live/index.ts'
import { connect, type ReachOptions, tokenOf } from './connect.ts'
import { startLiveSide } from './live-side.ts'

/** What the rows of a target contained when they were last read. */
interface LiveMemory {
  readonly rows: RowMemory
  readonly save: () => Promise<void>
}

export function createLiveMemory(root: string, target: Target): LiveMemory {
  const store = openRowStore<KnownRows>(root, target.name)
  const rows = createRowMemory(store.recall)
  return {
    rows,
    async save() {
      const learned = rows.learned()
      if (learned) await store.save(learned)
    },
  }
}

/** A reading of a target that is already under way. */
export interface StartedReading {
  readonly target: Target
  readonly client: Client
  readonly started: Started
  readonly memory: LiveMemory | undefined
  /** Aborts the read. */
  readonly abandon: () => Promise<void>
}

export interface BeginOptions extends ReachOptions {
  readonly target?: string | undefined
  readonly say?: ((text: string) => void) | undefined
  /** Root of the project that caches rows. Without it, every row is parsed. */
  readonly root?: string
}

/** Sends only reads. The caller must close the client or abandon the read. */
export function beginReading(config: Config, options: BeginOptions): StartedReading {
  const target = selectTarget(config, options.target)
  const end = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, end.signal]) : end.signal
  const client = connect(target, { ...options, signal, readOnly: true })
  const memory = options.root === undefined ? undefined : createLiveMemory(options.root, target)
  const caller = sharedCaller(client, target, options)
  return {
    ...{
      target,
      client,
      memory,
      started: startLiveSide(client, target, { say: options.say, memory: memory?.rows, caller }),
    },
    abandon: () => {
      end.abort()
      return client.close()
    },
  }
}

/**
 * Asks once for each platform and token. If that fails, each client asks for itself, because the shared request may
 * have ended with another target.
 */
function sharedCaller(client: Client, target: Target, { shared, env }: BeginOptions): Promise<Caller> | undefined {
  if (!shared) return undefined
  const key = `${target.url} ${tokenOf(target, env).token}`
  const known = shared.callers.get(key)
  if (known) return known.catch(() => readCaller(client))
  const asked = readCaller(client)
  shared.callers.set(key, asked)
  return asked
}
