import { MOST_IN_A_CHAIN, type Owner, type Whole, wholesOf } from '@boardwright/platform/model'
import type { CubeDefinition, Definitions, Member, ViewDefinition } from './definitions.ts'
import type { Problem } from './read.ts'
import type { Folder, ViewPart } from './shape.ts'

type Join = NonNullable<CubeDefinition['body']['joins']>[number]

/** A cube merged with what it extends. */
export interface WholeCube {
  readonly definition: CubeDefinition
  readonly members: ReadonlyMap<string, Member>
  readonly joins: readonly Join[]
  readonly hasTable: boolean
}

export interface WholeView {
  readonly definition: ViewDefinition
  readonly parts: readonly ViewPart[]
  readonly folders: readonly Folder[]
}

export interface WholeModel {
  readonly cubes: ReadonlyMap<string, WholeCube>
  readonly views: ReadonlyMap<string, WholeView>
  readonly problems: readonly Problem[]
}

/** Resolves `extends`. A definition that extends something only code knows is taken unchanged. */
export function inheritAll(definitions: Definitions, mayBeCode: (name: string) => boolean): WholeModel {
  const wholes = wholesOf([...definitions.cubes.values(), ...definitions.views.values()].map(ownerOf))
  const chainIn = <T>(all: ReadonlyMap<string, T>, { chain }: Whole): T[] =>
    chain.toReversed().flatMap(({ name }) => all.get(name) ?? [])
  const cubes = [...definitions.cubes.values()].map((definition): [string, WholeCube] => {
    const whole = wholes.cubes.get(definition.name)
    const chain = whole ? chainIn(definitions.cubes, whole) : []
    const members = new Map(chain.flatMap((each) => [...each.members]))
    const joins = chain.flatMap(({ body }) => body.joins ?? [])
    const hasTable = chain.some(({ body }) => Boolean(body.sql ?? body.sql_table ?? isOpen(body.extends, mayBeCode)))
    return [definition.name, { definition, members, joins, hasTable }]
  })
  const views = [...definitions.views.values()].map((definition): [string, WholeView] => {
    const whole = wholes.views.get(definition.name)
    const chain = whole ? chainIn(definitions.views, whole) : []
    const [parts, folders] = [
      chain.flatMap(({ body }) => body.cubes ?? []),
      chain.flatMap(({ body }) => body.folders ?? []),
    ]
    return [definition.name, { definition, parts, folders }]
  })
  const problems = [...wholes.cubes.values(), ...wholes.views.values()].flatMap((whole): Problem[] => {
    const message = wrongEnd(whole, mayBeCode)
    const { kind, name, file } = whole.owner
    return message === undefined ? [] : [{ fileName: file, message: `${name} ${kind}: ${message}` }]
  })
  return { cubes: new Map(cubes), views: new Map(views), problems }
}

const ownerOf = ({ name, kind, fileName, body }: CubeDefinition | ViewDefinition): Owner => ({
  ...{ name, kind, file: fileName, path: [], body },
})

function wrongEnd({ owner, chain, end }: Whole, mayBeCode: (name: string) => boolean): string | undefined {
  if (end?.because === 'length') return `extends more than ${MOST_IN_A_CHAIN - 1} in a row`
  if (end?.because === 'circle' && end.name === owner.name) return `extends itself through '${chain.at(-1)?.name}'`
  const isMissing = end?.because === 'missing' && chain.length === 1 && !mayBeCode(end.name)
  return isMissing ? `extends '${end.name}', which doesn't exist` : undefined
}

const isOpen = (name: string | undefined, mayBeCode: (name: string) => boolean): true | undefined =>
  name !== undefined && mayBeCode(name) ? true : undefined
