import { addAll } from '@boardwright/common'
import type { z } from 'zod'
import type { FileValueRead, PlaceOf, Problem, ValuePath } from '../content/problem.ts'
import { schemaProblems } from '../content/schema-problems.ts'
import { isOverlayMap } from './overlays.ts'
import { ConfigFile, TargetFile, TargetName } from './schema.ts'

/** A part of the configuration that sets keys of targets, with its place. */
export interface Layer {
  /** Undefined if it has errors, which are reported. */
  readonly keys: TargetFile | undefined
  readonly placeOf: PlaceOf
}

export interface Layers {
  /** The top level of the file, then `defaults`. Every target builds on these. */
  readonly base: readonly Layer[]
  readonly templates: ReadonlyMap<string, Layer>
  /** In the order of boardwright.yaml, then of the target files. */
  readonly targets: ReadonlyMap<string, Layer>
  readonly problems: readonly Problem[]
}

/** The layers of a configuration, each read separately, so that an error in one does not hide errors in others. */
export function readLayers(document: FileValueRead, targetFiles: readonly FileValueRead[]): Layers {
  const value = isOverlayMap(document.value) ? document.value : {}
  const problems: Problem[] = []
  const layer = (schema: z.ZodType, keys: unknown, source: FileValueRead, path: ValuePath): Layer => {
    const placeOf: PlaceOf = (rest, what) => source.placeOf([...path, ...rest], what)
    const read = schema.safeParse(keys)
    addAll(problems, numberProblems(keys, placeOf))
    return { keys: read.success ? (read.data as TargetFile) : undefined, placeOf }
  }
  const layersOf = (key: 'templates' | 'targets'): [string, Layer][] =>
    Object.entries(isOverlayMap(value[key]) ? value[key] : {}).map(([name, keys]) => [
      name,
      layer(TargetFile, keys, document, [key, name]),
    ])

  const { variables, include, exclude, limits, links, manage } = value
  const top = Object.entries({ variables, include, exclude, limits, links, manage }).filter(
    ([, each]) => each !== undefined,
  )
  const base = [
    layer(TargetFile, Object.fromEntries(top), document, []),
    layer(ConfigFile.shape.defaults, value['defaults'] === undefined ? {} : value['defaults'], document, ['defaults']),
  ]
  const templates = new Map(layersOf('templates'))
  const targets = new Map(layersOf('targets'))
  for (const file of targetFiles) {
    const name = nameOf(file.file)
    addAll(problems, fileProblems(file, name, targets.get(name)))
    if (!targets.has(name)) targets.set(name, layer(TargetFile, file.value, file, []))
  }
  for (const [name, { placeOf }] of targets) {
    if (templates.has(name)) problems.push(clash(placeOf, `"${name}" is also the name of a template`))
  }
  return { base, templates, targets, problems }
}

const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1).replace(/\.ya?ml$/, '')

function fileProblems(file: FileValueRead, name: string, other: Layer | undefined): Problem[] {
  const wrong = schemaProblems(file, TargetFile, file.value)
  const badName = TargetName.safeParse(name).error?.issues[0]?.message
  if (badName !== undefined) {
    wrong.push({
      kind: 'SCHEMA',
      at: { file: file.file },
      message: `its name becomes the target "${name}", which ${badName}`,
      hint: 'Rename the file: git mv.',
    })
  }
  if (other) wrong.push(clash(file.placeOf, `the target "${name}" is declared in ${other.placeOf([]).at.file} too`))
  return wrong
}

function clash(placeOf: PlaceOf, message: string): Problem {
  return { kind: 'TARGET_CLASH', ...placeOf([], 'key'), message }
}

/** Numbers must be quoted if they would change as text: `1.10` would become 1.1. */
function numberProblems(keys: unknown, placeOf: PlaceOf): Problem[] {
  const variables = isOverlayMap(keys) && isOverlayMap(keys['variables']) ? keys['variables'] : {}
  return Object.entries(variables).flatMap(([name, value]): Problem[] => {
    if (typeof value !== 'number') return []
    const { at, length } = placeOf(['variables', name])
    if (String(value).length === length) return []
    const message = `the variable "${name}" would become the text ${value}`
    return [{ kind: 'SCHEMA', at, length, message, hint: 'Put it in quotes, as the text that it is.' }]
  })
}
