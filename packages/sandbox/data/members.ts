import { type Company, type CompanyModel, companyOf } from '@boardwright/pictures'
import type { ServedModel } from '../engine/engine.ts'
import { badRequest } from '../http/refusal.ts'
import { deployBranch, findBranch } from '../models/branches.ts'
import { compileFiles, readSources } from '../models/builds.ts'
import type { CompiledModel } from '../models/compile.ts'
import { filesHash, readFiles } from '../models/content.ts'
import type { Model } from '../models/model.ts'

export type CompiledEntry = CompiledModel['entries'][number]
export type CompiledMember = CompiledEntry['members'][number]

/** What can be queried on one branch. */
export interface Members extends Pick<CompiledModel, 'reaches'> {
  /** Changes with every file of the model. */
  readonly version: string
  readonly entries: readonly CompiledEntry[]
  readonly byName: ReadonlyMap<string, CompiledMember>
  /** Whether the model is only this: no code and no templates. */
  readonly isWhole: boolean
  /** Answers queries with made-up rows. */
  readonly company: Company
  readonly made: CompanyModel
}

/** The compiled model of a branch. A model that does not compile answers no queries. */
export async function readMembers(model: Model, branchName: string): Promise<Members> {
  const files = await readFiles(model, findBranch(model, branchName) ?? deployBranch(model))
  const { valid, errors, entries, reaches, company, unchecked } = await compileFiles(model, files)
  if (!valid) throw badRequest(`the data model does not compile: ${describe(errors)}`)
  const byName = new Map(entries.flatMap(({ members }) => members.map((member) => [member.name, member] as const)))
  return {
    version: filesHash(files),
    ...{ entries, byName, reaches },
    isWhole: unchecked.length === 0,
    company: companyOf(company),
    made: company,
  }
}

/** What the engine is given of a branch. Whether it compiles is for the engine to say. */
export async function readServed(model: Model, branchName: string): Promise<ServedModel> {
  const files = await readFiles(model, findBranch(model, branchName) ?? deployBranch(model))
  const { company } = await compileFiles(model, files)
  return { version: filesHash(files), files: await readSources(model, files), company }
}

const describe = (errors: CompiledModel['errors']): string =>
  errors.map(({ fileName, message }) => `${fileName}: ${message}`).join('; ')

const NUMBERS = new Set([
  'count',
  'count_distinct',
  'count_distinct_approx',
  'sum',
  'avg',
  'min',
  'max',
  'running_total',
  'number',
  'number_agg',
  'rank',
])

/** The type of a member's values. A measure's own type says how it is aggregated. */
export function valueType({ kind, type = 'string' }: Pick<CompiledMember, 'kind' | 'type'>): string {
  if (kind === 'measure') return NUMBERS.has(type) ? 'number' : type
  return type === 'switch' ? 'string' : type
}
