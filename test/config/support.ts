import { readYaml } from '../../packages/common/yaml/read.ts'
import type { FileValueRead, Problem } from '../../src/content/problem.ts'

/** A YAML text as the configuration gets it: read, with its places. */
export function written(text: string, file = 'boardwright.yaml'): FileValueRead {
  const { value, problems, placeOf } = readYaml(text, file)
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'))
  return { file, value, placeOf }
}

/** `file:line:column KIND message (hint)`, with the part of the line that is meant. */
export function shown({ kind, at, length, message, hint, warning, hidden }: Problem): string {
  const place = [at.file, at.line, at.column].filter((part) => part !== undefined).join(':')
  const marks = `${warning ? ' warning' : ''}${hidden ? ' hidden' : ''}`
  return `${place}+${length ?? 0} ${kind}${marks}: ${message}${hint === undefined ? '' : ` (${hint})`}`
}
