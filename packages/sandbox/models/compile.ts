import { type CompanyModel, readCompanyModel } from '@boardwright/pictures'
import {
  type CatalogEntry,
  type CatalogMember,
  catalogOf,
  type Fields,
  joinsOf,
  ownersIn,
  ownGranularities,
  textOf,
  titleOf,
  wholesOf,
} from '@boardwright/platform/model'
import { checkCube } from './compile/cubes.ts'
import { define } from './compile/definitions.ts'
import { inheritAll } from './compile/inherit.ts'
import { joinGraph } from './compile/joins.ts'
import { type Kind, type Problem, readFiles } from './compile/read.ts'
import type { Scope } from './compile/references.ts'
import { checkView } from './compile/views.ts'

interface CompiledMember {
  /** Such as `orders.revenue`. */
  readonly name: string
  readonly kind: (typeof KINDS)[CatalogMember['list']]
  readonly type?: string | undefined
  readonly title: string
  readonly description?: string | undefined
  /** Whether queries may ask for its values. */
  readonly public: boolean
  readonly format?: string | undefined
  readonly currency?: string | undefined
  /** In a view: the member of a cube that this one shows. */
  readonly from?: string
  /** Those that it defines itself. */
  readonly granularities: readonly string[]
  /** The cubes that a query on it joins, each as a path. */
  readonly paths: CatalogMember['paths']
}

interface CompiledEntry {
  readonly kind: Kind
  readonly name: string
  readonly title: string
  readonly description?: string | undefined
  readonly public: boolean
  readonly fileName: string
  readonly members: readonly CompiledMember[]
}

export interface CompiledModel {
  readonly valid: boolean
  /** Cubes without views. */
  readonly cubesCount: number
  readonly errors: readonly Problem[]
  readonly entries: readonly CompiledEntry[]
  /** Whether joins lead from one cube to another. */
  readonly reaches: (from: string, to: string) => boolean
  /** What made-up rows are based on. */
  readonly company: CompanyModel
  /** Files that are code or templates, which only the platform's own runtime can run. They count as valid. */
  readonly unchecked: readonly string[]
}

/**
 * Compiles the YAML files under `model/`. Pure, and reports all problems at once. If the model has code, a name that
 * the YAML files do not define may be defined there, so it is no problem.
 */
export function compileModel(files: ReadonlyMap<string, string>): CompiledModel {
  const { read, declared, problems: unread, unchecked } = readFiles(files)
  const definitions = define(declared)
  const hasCode = unchecked.length > 0
  // A file that cannot be read hides its cubes: report that once, not at every place that needs them.
  const mayBeCode = (name: string): boolean => hasCode || unread.length > 0 || definitions.broken.has(name)
  const whole = inheritAll(definitions, mayBeCode)
  const scope: Scope = {
    cubes: whole.cubes,
    joins: joinGraph(whole.cubes),
    mayBeCode,
    hasCode: hasCode || unread.length + definitions.broken.size > 0,
  }

  const cubes = [...whole.cubes.values()].map((cube) => ({
    definition: cube.definition,
    problems: checkCube(scope, cube),
  }))
  const views = [...whole.views.values()].map((view) => ({
    definition: view.definition,
    problems: checkView(scope, view),
  }))
  const checked = [...cubes, ...views]
  const errors = [
    ...unread,
    ...definitions.problems,
    ...whole.problems,
    ...checked.flatMap(({ definition, problems }) =>
      problems.map((message) => ({ fileName: definition.fileName, message })),
    ),
  ].sort((a, b) => (a.fileName < b.fileName ? -1 : Number(a.fileName > b.fileName)))
  const wholes = wholesOf(ownersIn(read))
  return {
    ...{ valid: errors.length === 0, cubesCount: cubes.length, errors, unchecked },
    entries: [...catalogOf(wholes).values()].map(describeEntry),
    reaches: joinsOf(wholes),
    company: readCompanyModel(wholes),
  }
}

const KINDS = {
  ...({ measures: 'measure', dimensions: 'dimension', segments: 'segment', hierarchies: 'hierarchy' } as const),
}

const describeEntry = ({ owner: { name, kind, file }, body, isVisible, members }: CatalogEntry): CompiledEntry => ({
  ...{ kind, name, fileName: file, public: isVisible },
  title: textOf(body['title']) || titleOf(name),
  description: saidIn(body, 'description'),
  members: [...members.values()].map(describeMember),
})

const describeMember = (member: CatalogMember): CompiledMember => {
  const { name, list, body, from, isVisible, paths } = member
  return {
    ...{ name, kind: KINDS[list], type: saidIn(body, 'type'), public: isVisible, paths },
    title: textOf(body['title']) || titleOf(name.slice(name.indexOf('.') + 1)),
    ...{ description: saidIn(body, 'description'), format: saidIn(body, 'format') },
    ...{ currency: saidIn(body, 'currency'), ...(from === undefined ? {} : { from }) },
    granularities: ownGranularities(member).map((each) => textOf(each['name'])),
  }
}

const saidIn = (body: Fields, key: string): string | undefined => textOf(body[key]) || undefined
