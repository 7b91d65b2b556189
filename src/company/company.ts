import { NotUnderstood } from '../query/sql/tokens.ts'
import { type Answer, ask } from './ask.ts'
import { askSql, type Table } from './ask-sql.ts'
import { guessSql } from './guess-sql.ts'
import { createMembers, type Members } from './members.ts'
import type { CompanyModel } from './model.ts'
import type { Query } from './query.ts'
import { type Cell, cellOf, compareValues } from './values.ts'

/** One made-up company for a data model. Its answers never change, and agree with each other. */
export interface Company {
  readonly ask: (query: Query) => Answer
  /** The answer to SQL that it cannot read is guessed. */
  readonly askSql: (sql: string) => Table
  /** The values of a dimension, in order. */
  readonly valuesOf: (dimension: string) => readonly Cell[]
}

const known = new WeakMap<CompanyModel, Company>()

/** The same company for the same model object. */
export function companyOf(model: CompanyModel): Company {
  const found = known.get(model) ?? createCompany(model)
  known.set(model, found)
  return found
}

function createCompany(model: CompanyModel): Company {
  const members = createMembers(model)
  return {
    ask: (query) => ask(members, query),
    askSql: (sql) => readOrGuess(members, sql),
    valuesOf: (dimension) => [...new Set(members.valuesOf(dimension).map(cellOf))].toSorted(compareValues),
  }
}

function readOrGuess(members: Members, sql: string): Table {
  try {
    return askSql(members, sql)
  } catch (cause) {
    if (cause instanceof NotUnderstood) return guessSql(members, sql)
    throw cause
  }
}
