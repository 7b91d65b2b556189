import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeTables } from '../../../packages/sandbox/engine/made.ts'
import { compileModel } from '../../../packages/sandbox/models/compile.ts'
import { readDataModel } from '../../../packages/sandbox/seeds/seed.ts'

interface Connection {
  run(sql: string): Promise<unknown>
  runAndReadAll(sql: string): Promise<{ getRowsJson(): unknown[][] }>
}

/** A database of a test's own, with the same tables as the engine's. */
export async function openTables(directory: string): Promise<(sql: string) => Promise<unknown[][]>> {
  const files = new Map([...readDataModel('acme')].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]))
  const model = new Map([...files].filter(([path]) => path.startsWith('model/')))
  const require = createRequire(createRequire(join(directory, 'package.json')).resolve('@cubejs-backend/duckdb-driver'))
  const { DuckDBInstance } = require('@duckdb/node-api')
  const connection: Connection = await (await DuckDBInstance.create(':memory:')).connect()
  const folder = mkdtempSync(join(tmpdir(), 'boardwright-tables-'))
  try {
    const today = `create macro current_date() as date '2026-11-20'`
    for (const each of [...makeTables(folder, compileModel(model).company), today, `set timezone = 'UTC'`])
      await connection.run(each)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return async (sql) => (await connection.runAndReadAll(sql)).getRowsJson()
}

/** Rows of two sources, so that they can be compared: numbers to seven digits, times alike, in one order. */
export const comparable = (rows: readonly (readonly unknown[])[]): string[] =>
  rows.map((row) => row.map(cellOf).join(' | ')).toSorted()

function cellOf(cell: unknown): string {
  const text = String(cell)
  if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text)) return Number(text).toPrecision(7)
  return text.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/, '$1T$2.000')
}
