import type { z } from 'zod'
import type { Declared, Problem } from './read.ts'
import { Cube, View } from './shape.ts'

type MemberKind = 'measure' | 'dimension' | 'segment' | 'hierarchy'

/** A measure, dimension, segment or hierarchy, with every text in it that names other members. */
export interface Member {
  readonly kind: MemberKind
  readonly name: string
  readonly type?: string | undefined
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly public: boolean
  readonly primaryKey: boolean
  readonly granularities: readonly string[]
  readonly body: unknown
}

export interface CubeDefinition {
  readonly kind: 'cube'
  readonly name: string
  readonly fileName: string
  readonly body: Cube
  readonly members: ReadonlyMap<string, Member>
}

export interface ViewDefinition {
  readonly kind: 'view'
  readonly name: string
  readonly fileName: string
  readonly body: View
}

export interface Definitions {
  readonly cubes: ReadonlyMap<string, CubeDefinition>
  readonly views: ReadonlyMap<string, ViewDefinition>
  readonly problems: readonly Problem[]
  /** Names of entries that exist but have a wrong shape: references to them are not at fault. */
  readonly broken: ReadonlySet<string>
}

export function define(declared: readonly Declared[]): Definitions {
  const cubes = new Map<string, CubeDefinition>()
  const views = new Map<string, ViewDefinition>()
  const broken = new Set<string>()
  const problems: Problem[] = []

  for (const { kind, fileName, value } of declared) {
    const report = (message: string) => problems.push({ fileName, message })
    const name = nameOf(value)
    if (name !== undefined && (cubes.has(name) || views.has(name) || broken.has(name))) {
      report(`${name} ${kind}: the name '${name}' is used more than once`)
      continue
    }
    const parsed = (kind === 'cube' ? Cube : View).safeParse(value)
    if (!parsed.success) {
      if (name !== undefined) broken.add(name)
      for (const issue of parsed.error.issues) report(`${name ?? 'unnamed'} ${kind}: ${describeIssue(issue, value)}`)
    } else if (kind === 'view') {
      const body = parsed.data as View
      views.set(body.name, { kind, name: body.name, fileName, body })
    } else {
      const body = parsed.data as Cube
      const { members, twice } = membersOf(body)
      for (const member of twice) report(`${body.name} cube: ${member} defined more than once`)
      cubes.set(body.name, { kind, name: body.name, fileName, body, members })
    }
  }
  return { cubes, views, problems, broken }
}

function membersOf(cube: Cube): { members: Map<string, Member>; twice: string[] } {
  const lists = [
    ['measure', cube.measures ?? []],
    ['dimension', cube.dimensions ?? []],
    ['segment', cube.segments ?? []],
    ['hierarchy', cube.hierarchies ?? []],
  ] as const
  const members = new Map<string, Member>()
  const twice: string[] = []
  for (const [kind, list] of lists) {
    for (const body of list) {
      if (members.has(body.name)) twice.push(body.name)
      members.set(body.name, describeMember(kind, body))
    }
  }
  return { members, twice }
}

interface MemberBody {
  readonly name: string
  readonly type?: string | undefined
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly public?: boolean | undefined
  readonly shown?: boolean | undefined
  readonly primary_key?: boolean | undefined
  readonly granularities?: readonly { readonly name: string }[] | null | undefined
}

const describeMember = (kind: MemberKind, body: MemberBody): Member => ({
  kind,
  name: body.name,
  type: body.type,
  title: body.title,
  description: body.description,
  public: body.public ?? body.shown ?? true,
  primaryKey: body.primary_key === true,
  granularities: (body.granularities ?? []).map(({ name }) => name),
  body,
})

function nameOf(value: unknown): string | undefined {
  const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : undefined
  return typeof name === 'string' ? name : undefined
}

/** `measures.revenue.type: ...`: entries of lists are shown by name, because nobody counts measures. */
function describeIssue(issue: z.core.$ZodIssue, root: unknown): string {
  let at = root
  const place = issue.path.map((step) => {
    at = (at as Record<PropertyKey, unknown> | undefined)?.[step]
    return typeof step === 'number' ? (nameOf(at) ?? String(step)) : String(step)
  })
  return place.length === 0 ? issue.message : `${place.join('.')}: ${issue.message}`
}
