import { join } from 'node:path'
import { BoardwrightError } from '@boardwright/common'
import type { Job, Picture } from '@boardwright/pictures/draw'
import { type Clock, createClock } from './control/clock.ts'
import { createFaults, type Faults } from './control/faults.ts'
import { createMessageLog } from './control/messages.ts'
import { createPeople, type People } from './control/people.ts'
import { createRate, type Rate } from './control/rate.ts'
import { createRequestLog, type RequestLog } from './control/requests.ts'
import { initialSwitches, type Switches } from './control/switches.ts'
import type { Engine } from './engine/engine.ts'
import { clearModels, plantModel, reconcileModels } from './models/models.ts'
import { MODEL_TABLES } from './models/tables.ts'
import type { Platform } from './platform.ts'
import { chooseSeed, type SeedChoice } from './seeds/choose.ts'
import { ACCOUNT_TABLES } from './store/account-tables.ts'
import { type Database, lockFile, openDatabase } from './store/database.ts'
import { DEPLOYMENT_TABLES } from './store/deployment-tables.ts'
import { EMBED_TABLES } from './store/embed/tables.ts'
import { addOwnKeys, type Keys, keepKeys } from './store/keys.ts'
import { DEPLOYMENTS, plantSeed } from './store/seed.ts'
import { CONTENT_TABLES } from './store/tables.ts'

/** A running sandbox from the inside: the platform, and what tests and rehearsals arrange around it. */
export interface World {
  readonly platform: Platform
  readonly keys: Keys & { readonly control: string }
  readonly deployments: readonly { readonly id: number; readonly name: string }[]
  readonly switches: Switches
  readonly clock: Clock
  readonly faults: Faults
  readonly people: People
  readonly requests: RequestLog
  readonly rate: Rate
  readonly directory: string
  /** Goes back to a seed, by default the last one: content, models and keys. */
  replant(choice: SeedChoice): Promise<void>
  close(): Promise<void>
}

export const SCHEMA = [CONTENT_TABLES, ACCOUNT_TABLES, MODEL_TABLES, DEPLOYMENT_TABLES, EMBED_TABLES]

/** Opens the data of a sandbox, and lays out the seed if there is none yet. */
export async function openWorld(
  directory: string,
  choice: SeedChoice,
  url: () => string,
  engine: Engine | undefined,
): Promise<World> {
  const unlock = lockDirectory(directory)
  try {
    return await openLocked(directory, choice, url, unlock, engine)
  } catch (cause) {
    unlock()
    throw cause
  }
}

function lockDirectory(directory: string): () => void {
  try {
    return lockFile(join(directory, 'lock.db'))
  } catch (cause) {
    if (cause instanceof BoardwrightError) throw cause
    const message = `the data directory ${directory} cannot be used: another sandbox runs on it, or it cannot be written`
    throw new BoardwrightError('SANDBOX_DATA_UNUSABLE', message, { cause })
  }
}

async function openLocked(
  directory: string,
  choice: SeedChoice,
  url: () => string,
  unlock: () => void,
  engine: Engine | undefined,
): Promise<World> {
  const keys = keepKeys(directory)
  const db = openDatabase(join(directory, 'platform.db'), SCHEMA)
  const clock = createClock()
  const switches = initialSwitches()
  const platform: Platform = {
    db,
    clock,
    switches,
    messages: createMessageLog(),
    modelsDirectory: join(directory, 'models'),
    draw,
    engine,
    get url() {
      return url()
    },
  }

  let last: SeedChoice | undefined

  /** Git first, then everything else in one transaction: a start that was killed half-way can be repeated. */
  const replant = async (asked: SeedChoice): Promise<void> => {
    const next = asked.seed === undefined ? { ...(last ?? lastChoice(db)), ...asked } : asked
    const seed = chooseSeed(next)
    await clearModels(platform)
    db.atomically(() => {
      emptyTables(db)
      plantSeed(platform, seed)
      addOwnKeys(db, keys, DEPLOYMENTS[0].id)
    })
    for (const { id } of DEPLOYMENTS) await plantModel(platform, id, seed.dataModel)
    const named = typeof next.seed === 'object' ? {} : next
    db.run("insert into settings (name, value) values ('seed', ?)", JSON.stringify(named))
    last = next
  }

  if (db.get("select 1 from settings where name = 'seed'")) await reconcileModels(platform)
  else await replant(choice)

  return {
    platform,
    keys,
    deployments: db.all<{ id: number; name: string }>('select id, name from deployments order by id'),
    switches,
    clock,
    faults: createFaults(),
    people: createPeople(),
    requests: createRequestLog(),
    rate: createRate(clock, switches),
    directory,
    replant,
    async close() {
      await engine?.close()
      db.close()
      unlock()
    },
  }
}

/** Each picture in a process of its own: its charts are those of one member, and the next picture is somebody else's. */
async function draw(wanted: Job): Promise<Picture> {
  const { createPainter } = await import('@boardwright/pictures/draw')
  const painter = createPainter({ processes: 1 })
  try {
    return await painter.draw(wanted)
  } finally {
    await painter.close()
  }
}

function lastChoice(db: Database): SeedChoice {
  const last = db.get<{ value: string }>("select value from settings where name = 'seed'")
  return last ? (JSON.parse(last.value) as SeedChoice) : {}
}

function emptyTables(db: Database): void {
  db.run('PRAGMA defer_foreign_keys = ON')
  const tables = db.all<{ name: string }>(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'",
  )
  for (const { name } of tables) db.run(`delete from "${name}"`)
  // Resets the counters of account-level ids.
  db.run('delete from sqlite_sequence')
}
