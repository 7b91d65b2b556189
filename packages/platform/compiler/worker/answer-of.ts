import type { Answer, CompiledOwner, CompileError } from '../answer.ts'
import type { CompiledCube, CompilerError, Compilers, Outcome } from './open.ts'

/** What a compilation means for whoever asks what a model has. */
export function answerOf(outcome: Outcome): Answer {
  const { compilers } = outcome
  return outcome.valid
    ? { end: 'compiled', owners: outcome.entries.map((entry) => ownerOf(entry, compilers)) }
    : { end: 'refused', errors: outcome.errors.map((error) => refusedOf(error, compilers)) }
}

const LISTS = ['measures', 'dimensions', 'segments', 'hierarchies'] as const

function ownerOf(entry: CompiledCube, { cubeEvaluator }: Compilers): CompiledOwner {
  const { joins = [], includedMembers = [] } = cubeEvaluator.cubeFromPath(entry.name)
  const paths = new Map(includedMembers.map(({ name, memberPath }) => [name, memberPath.split('.').slice(0, -1)]))
  return {
    ...{ name: entry.name, isVisible: entry.isVisible, joins: joins.map(({ name }) => name) },
    members: LISTS.flatMap((list) =>
      entry[list].map((member) => ({
        ...{ name: member.name, list, type: member.aggType || member.type },
        isVisible: member.isVisible ?? true,
        granularities: (member.granularities ?? []).map(({ name }) => name),
        path: paths.get(member.name.slice(entry.name.length + 1)) ?? [entry.name],
      })),
    ),
  }
}

/** Most of what it reports begins with the cube or view that it is about. */
const ABOUT = /^(?<owner>\w+) cube: /

function refusedOf({ message, fileName }: CompilerError, { cubeEvaluator }: Compilers): CompileError {
  const owner = ABOUT.exec(message)?.groups?.['owner']
  const file = fileName ?? cubeEvaluator.cubeList.find(({ name }) => name === owner)?.fileName
  return { message, ...(file === undefined ? {} : { file }), ...(owner === undefined ? {} : { owner }) }
}
