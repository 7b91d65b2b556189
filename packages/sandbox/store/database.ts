import type Libsql from 'libsql'
import { badRequest } from '../http/refusal.ts'
import { loadDriver } from './driver.ts'

export type Value = string | number | bigint | Uint8Array | null

/** The sandbox's one SQLite file. Statements are prepared once; all calls are synchronous. */
export interface Database {
  all<Row>(sql: string, ...values: Value[]): Row[]
  get<Row>(sql: string, ...values: Value[]): Row | undefined
  run(sql: string, ...values: Value[]): number
  /** Changes with each write, so that caches know when they are stale. */
  readonly version: number
  /** Runs `work` as one transaction: everything is kept, or nothing. May be nested. */
  atomically<T>(work: () => T): T
  /** A copy of the database as it is now, in another file. */
  copyTo(file: string): void
  close(): void
}

export function openDatabase(file: string, schema: readonly string[]): Database {
  const handle = new (loadDriver())(file)
  // A killed process loses nothing that was committed: the write-ahead log is replayed at the next start.
  handle.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000',
  )
  handle.exec(`BEGIN IMMEDIATE; ${schema.join(';\n')}; COMMIT`)

  const prepared = new Map<string, Libsql.Statement>()
  const statement = (sql: string): Libsql.Statement => {
    let found = prepared.get(sql)
    if (!found) {
      found = handle.prepare(sql)
      prepared.set(sql, found)
    }
    return found
  }

  let version = 0
  let depth = 0
  // Values go as one list, because the driver takes a single null for an object of named values.
  return {
    all: (sql, ...values) => statement(sql).all(storable(values)) as never[],
    get: (sql, ...values) => statement(sql).all(storable(values))[0] as never,
    run(sql, ...values) {
      version += 1
      return statement(sql).run(storable(values)).changes
    },
    get version() {
      return version
    },
    atomically(work) {
      const name = `level${depth}`
      handle.exec(depth === 0 ? 'BEGIN IMMEDIATE' : `SAVEPOINT ${name}`)
      depth += 1
      try {
        const result = work()
        handle.exec(depth === 1 ? 'COMMIT' : `RELEASE ${name}`)
        return result
      } catch (cause) {
        version += 1
        handle.exec(depth === 1 ? 'ROLLBACK' : `ROLLBACK TO ${name}; RELEASE ${name}`)
        throw cause
      } finally {
        depth -= 1
      }
    },
    copyTo(target) {
      handle.prepare('VACUUM INTO ?').run(target)
    },
    close() {
      handle.close()
    },
  }
}

/** Caches reads until the next write: every request asks who is calling, and every row who owns it. */
export function untilWritten<Key, Row>(read: (db: Database, key: Key) => Row): (db: Database, key: Key) => Row {
  const known = new WeakMap<Database, { readonly version: number; readonly rows: Map<Key, Row> }>()
  return (db, key) => {
    const before = known.get(db)
    const now = before?.version === db.version ? before : { version: db.version, rows: new Map<Key, Row>() }
    known.set(db, now)
    const row = now.rows.get(key) ?? read(db, key)
    if (row !== undefined) now.rows.set(key, row)
    return row
  }
}

/**
 * For the database a text ends at NUL, and half a surrogate pair becomes another character: neither would be stored
 * as it was sent. Inside JSON both are escaped, and safe.
 */
function storable(values: Value[]): Value[] {
  for (const value of values) {
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
      throw badRequest('a text must not hold the character NUL or half of a surrogate pair')
    }
  }
  return values
}

/**
 * Holds a lock while this process lives: the operating system releases it however the process ends. Throws if
 * somebody else holds it. Returns a function that releases it.
 */
export function lockFile(file: string): () => void {
  const handle = new (loadDriver())(file)
  try {
    handle.exec('PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (cause) {
    handle.close()
    throw cause
  }
  return () => handle.close()
}
