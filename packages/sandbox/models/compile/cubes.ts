import type { WholeCube } from './inherit.ts'
import { needsPrimaryKey } from './joins.ts'
import { checkReference, referencesIn, type Scope, sqlTexts } from './references.ts'

/** What is wrong with a cube beyond its shape: its table, joins, and every reference in it. */
export function checkCube(scope: Scope, cube: WholeCube): string[] {
  const { name, body } = cube.definition
  const problems = [
    ...(cube.hasTable ? [] : ['You must use either sql or sql_table']),
    ...(body.joins ?? []).flatMap((join) => checkJoin(scope, cube, join.name)),
    ...memberTexts(cube).flatMap(({ where, references }) =>
      references.flatMap((reference) => {
        const problem = checkReference(scope, cube, reference)
        return problem === undefined ? [] : [`${where}: ${problem}`]
      }),
    ),
  ]
  return [...new Set(problems)].map((problem) => `${name} cube: ${problem}`)
}

function checkJoin(scope: Scope, cube: WholeCube, target: string): string[] {
  const other = scope.cubes.get(target)
  if (!other) return scope.mayBeCode(target) ? [] : [`Cube ${target} doesn't exist`]
  return [cube, other]
    .filter(needsPrimaryKey)
    .map(
      ({ definition }) =>
        `primary key for '${definition.name}' is required when join is defined in order to make aggregates work properly`,
    )
}

/** The places in a cube (without what it extends) that name members, with the names. */
function memberTexts({ definition }: WholeCube): { where: string; references: string[] }[] {
  const { body, members } = definition
  return [
    { where: 'sql', references: [body.sql, body.sql_table].flatMap((text) => referencesIn(text ?? '')) },
    ...(body.joins ?? []).map((join) => ({ where: `joins.${join.name}`, references: referencesIn(join.sql) })),
    ...[...members.values()].map((member) => ({
      where: `${PLURALS[member.kind]}.${member.name}`,
      references: [...sqlTexts(member.body).flatMap(referencesIn), ...listed(member.body)],
    })),
    ...(body.pre_aggregations ?? []).map((entry) => ({
      where: `pre_aggregations.${entry.name}`,
      references: listed(entry),
    })),
  ]
}

const PLURALS = { measure: 'measures', dimension: 'dimensions', segment: 'segments', hierarchy: 'hierarchies' } as const

/** Keys that name members without braces. */
const PLAIN = ['drill_members', 'levels', 'measures', 'dimensions', 'segments', 'time_dimension'] as const

const listed = (body: unknown): string[] =>
  PLAIN.flatMap((key) => (body as Record<string, unknown>)[key] ?? []).filter((value) => typeof value === 'string')
