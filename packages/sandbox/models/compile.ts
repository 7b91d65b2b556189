import { type CompanyModel, readCompanyModel } from '@boardwright/pictures'
import { ownersIn, wholesOf } from '@boardwright/platform/model'
import { checkCube } from './compile/cubes.ts'
import { define, type Member } from './compile/definitions.ts'
import { inheritAll } from './compile/inherit.ts'
import { joinGraph } from './compile/joins.ts'
import { type Kind, type Problem, readFiles } from './compile/read.ts'
import type { Scope } from './compile/references.ts'
import { checkView } from './compile/views.ts'

interface CompiledMember {
  /** Such as `orders.revenue`. */
  readonly name: string
  readonly kind: Member['kind']
  readonly type?: string | undefined
  readonly title: string
  readonly description?: string | undefined
  readonly public: boolean
  readonly format?: string | undefined
  readonly currency?: string | undefined
  /** In a view: the member of a cube that this one shows. */
  readonly from?: string
}

interface CompiledEntry {
  readonly kind: Kind
  readonly name: string
  readonly title: string
  readonly description?: string | undefined
  readonly fileName: string
  readonly members: readonly CompiledMember[]
}

export interface CompiledModel {
  readonly valid: boolean
  /** Cubes without views. */
  readonly cubesCount: number
  readonly errors: readonly Problem[]
  readonly entries: readonly CompiledEntry[]
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
    members: [...cube.members.values()].map((member) => ({
      ...describeMember(cube.definition.name, member.name, member),
    })),
  }))
  const views = [...whole.views.values()].map((view) => {
    const { problems, members } = checkView(scope, view)
    const { definition } = view
    const shown = [...members].map(([name, { member, from }]) => ({
      ...describeMember(definition.name, name, member),
      from,
    }))
    return { definition, problems, members: shown }
  })
  const checked = [...cubes, ...views]
  const errors = [
    ...unread,
    ...definitions.problems,
    ...whole.problems,
    ...checked.flatMap(({ definition, problems }) =>
      problems.map((message) => ({ fileName: definition.fileName, message })),
    ),
  ].sort((a, b) => (a.fileName < b.fileName ? -1 : Number(a.fileName > b.fileName)))
  const entries = checked.map(({ definition: { kind, name, fileName, body }, members }) => ({
    kind,
    name,
    title: body.title ?? titleOf(name),
    description: body.description,
    fileName,
    members,
  }))
  const company = readCompanyModel(wholesOf(ownersIn(read)))
  return { valid: errors.length === 0, cubesCount: cubes.length, errors, entries, company, unchecked }
}

const describeMember = (owner: string, name: string, member: Member): CompiledMember => ({
  name: `${owner}.${name}`,
  kind: member.kind,
  type: member.type,
  title: member.title ?? titleOf(name),
  description: member.description,
  public: member.public,
  ...looksIn(member.body),
})

function looksIn(body: unknown): Pick<CompiledMember, 'format' | 'currency'> {
  const { format, currency } = (body ?? {}) as Readonly<Record<string, unknown>>
  return {
    ...(typeof format === 'string' ? { format } : {}),
    ...(typeof currency === 'string' ? { currency } : {}),
  }
}

/** `net_revenue` becomes `Net Revenue`. */
const titleOf = (name: string): string =>
  name
    .split('_')
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
