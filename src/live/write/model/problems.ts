import type { ModelProblem } from './types.ts'

/** How messages name a line, if they do. The platform has no field for it. */
const PLACES = [/\bline (\d+)(?:,? col(?:umn)? (\d+))?/i, /\((\d+):(\d+)\)/, /\.(?:ya?ml|js|py|jinja):(\d+)(?::(\d+))?/]

/** A problem of the platform's compiler, where the tree has the file. */
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

/** The text of a failed build: a line for each problem. */
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
