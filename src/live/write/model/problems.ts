import type { ModelProblem } from './types.ts'

/** Some messages contain a line number; the platform has no field for it. */
const PLACES = [/\bline (\d+)(?:,? col(?:umn)? (\d+))?/i, /\((\d+):(\d+)\)/, /\.(?:ya?ml|js|py|jinja):(\d+)(?::(\d+))?/]

/** A compiler error with its file in the tree. */
export function toModelProblem(fileName: string | null | undefined, message: string): ModelProblem {
  const path = fileName?.replace(/^\/+/, '')
  const found = PLACES.map((place) => place.exec(message)).find((match) => match !== null)
  const [line, column] = [Number(found?.[1]), Number(found?.[2])]
  return {
    file: path ? `data-model/${path}` : undefined,
    message: message.trim(),
    ...(line > 0 ? { line } : {}),
    ...(line > 0 && column > 0 ? { column } : {}),
  }
}

const AT_BUILD = /^([^\s:]+\.\w+): (.+)$/

/** Problems in the text of a failed build, one per line. */
export const problemsIn = (errorText: string): ModelProblem[] =>
  errorText
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, file, message] = AT_BUILD.exec(line) ?? []
      return toModelProblem(file, message ?? line)
    })

export const problemText = ({ file, line, message }: ModelProblem): string =>
  `${[file, line].filter((part) => part !== undefined).join(':')}${file === undefined ? '' : ': '}${message}`
