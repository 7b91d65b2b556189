import { MOST_IN_A_CHAIN } from '@boardwright/pictures'
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
  const problems: Problem[] = []
  const chainOf = <T extends CubeDefinition | ViewDefinition>(all: ReadonlyMap<string, T>, start: T): T[] => {
    const chain = [start]
    for (let at = start; at.body.extends !== undefined; ) {
      const base = all.get(at.body.extends)
      if (base && chain.includes(base)) {
        if (base === start) report(start, `extends itself through '${at.name}'`)
        break
      }
      if (!base) {
        if (at === start && !mayBeCode(at.body.extends))
          report(start, `extends '${at.body.extends}', which doesn't exist`)
        break
      }
      if (chain.length === MOST_IN_A_CHAIN) {
        report(start, `extends more than ${MOST_IN_A_CHAIN - 1} in a row`)
        break
      }
      chain.push(base)
      at = base
    }
    return chain.reverse()
  }
  const report = ({ kind, name, fileName }: CubeDefinition | ViewDefinition, message: string) =>
    problems.push({ fileName, message: `${name} ${kind}: ${message}` })

  const cubes = new Map<string, WholeCube>()
  for (const definition of definitions.cubes.values()) {
    const chain = chainOf(definitions.cubes, definition)
    cubes.set(definition.name, {
      definition,
      members: new Map(chain.flatMap(({ members }) => [...members])),
      joins: chain.flatMap(({ body }) => body.joins ?? []),
      hasTable: chain.some(({ body }) => Boolean(body.sql ?? body.sql_table ?? isOpen(body.extends, mayBeCode))),
    })
  }
  const views = new Map<string, WholeView>()
  for (const definition of definitions.views.values()) {
    const chain = chainOf(definitions.views, definition)
    views.set(definition.name, {
      definition,
      parts: chain.flatMap(({ body }) => body.cubes ?? []),
      folders: chain.flatMap(({ body }) => body.folders ?? []),
    })
  }
  return { cubes, views, problems }
}

const isOpen = (name: string | undefined, mayBeCode: (name: string) => boolean): true | undefined =>
  name !== undefined && mayBeCode(name) ? true : undefined
