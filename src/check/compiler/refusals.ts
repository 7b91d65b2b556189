import { pattern } from '@boardwright/common'
import type { CompileError } from '@boardwright/platform/compiler'
import type { Problem } from '../../content/problem.ts'
import type { TreeFiles } from '../../serialize/documents.ts'
import { MODEL } from '../../serialize/layout.ts'
import { decodeText } from '../../serialize/text.ts'

/** Where the compiler's paths begin. */
export const MODEL_FILES = `${MODEL}/model/`

/** What a compiler refuses, as problems: with their places, as far as it says where they are. */
export const refusals = (errors: readonly CompileError[], files: TreeFiles): Problem[] =>
  errors.map((error) => {
    const [message = '', reasons] = error.message.split(REASONS).map((text) => text.trim().replaceAll(/\s+/g, ' '))
    const said = (message.split(CODE)[0] ?? '').trim()
    const at = placeOf(error, files)
    return {
      ...{ kind: 'MODEL_REFUSED', message: said, at, fault: `model ${at.file} ${said}` },
      ...(reasons === undefined ? {} : { hint: `Mend one of these: ${reasons}` }),
    }
  })

const REASONS = /Possible reasons \(one of\):/
/** After the place, a syntax error repeats the code. */
const CODE = /(?<=\(\d+:\d+\)):? |-{20,}/

const IN_CODE = /\((?<line>\d+):(?<column>\d+)\)/
const IN_TEMPLATE = /\(in (?<file>[^\n(]+?)(?:\.txt)?:(?<line>\d+)\)/

function placeOf({ message, file, owner }: CompileError, files: TreeFiles): Problem['at'] {
  const template = IN_TEMPLATE.exec(message)?.groups
  const path = file ?? template?.['file']
  const bytes = path === undefined ? undefined : files.get(`${MODEL_FILES}${path}`)
  if (path === undefined || bytes === undefined) return { file: MODEL }
  const at = { file: `${MODEL_FILES}${path}` }
  const said = template ?? (owner === undefined ? IN_CODE.exec(message)?.groups : undefined)
  const text = decodeText(bytes, at.file)
  const defined = owner === undefined || typeof text !== 'string' ? undefined : definitionLine(text, owner)
  const line = said?.['line'] === undefined ? defined : Number(said['line'])
  const column = said?.['column']
  return {
    ...at,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column: Number(column) + 1 }),
  }
}

/** The line of a text, in YAML or JavaScript, that defines a cube or a view of this name. */
export function definitionLine(text: string, name: string): number | undefined {
  const inYaml = pattern()`^(-\s+)?name:\s*["']?${name}["']?$`
  const inCode = pattern()`^(cube|view)\(\s*["'\`]${name}["'\`]`
  const at = text.split('\n').findIndex((line) => inYaml.test(line.trim()) || inCode.test(line.trim()))
  return at < 0 ? undefined : at + 1
}
