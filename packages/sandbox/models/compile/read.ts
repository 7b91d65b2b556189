import { addAll } from '@boardwright/common'
import { isFields, mayDefine, readModel } from '@boardwright/platform/model'

/** What the compiler reports. The platform gives a file and a text, and no line number. */
export interface Problem {
  readonly fileName: string
  readonly message: string
}

export type Kind = 'cube' | 'view'

/** One entry of a file's `cubes` or `views`, not checked yet. */
export interface Declared {
  readonly kind: Kind
  readonly fileName: string
  readonly value: unknown
}

interface Read {
  readonly file: string
  readonly value: unknown
}

export interface ReadFiles {
  readonly read: readonly Read[]
  readonly declared: readonly Declared[]
  readonly problems: readonly Problem[]
  /** Model files that are code or templates: only the platform's own runtime can run them. */
  readonly unchecked: readonly string[]
}

const LISTS = { cubes: 'cube', views: 'view' } as const satisfies Record<string, Kind>

/** The platform takes all of YAML, also what is more than plain. */
export function readFiles(files: ReadonlyMap<string, string>): ReadFiles {
  const texts = [...files].flatMap(([file, text]) => (mayDefine(file) ? [{ file, text }] : []))
  const model = readModel(texts)
  const read: Read[] = [...model.read]
  const problems: Problem[] = []
  const unchecked: string[] = []
  for (const { file, what, read: readAll } of model.unread) {
    if (what === 'code' || what === 'template') unchecked.push(file)
    else {
      const said = readAll()
      if ('value' in said) read.push({ file, value: said.value })
      else problems.push({ fileName: file, message: said.message })
    }
  }
  read.sort((a, b) => (a.file < b.file ? -1 : 1))
  const declared = read.flatMap((each): Declared[] => {
    const { entries, messages } = entriesOf(each)
    addAll(
      problems,
      messages.map((message) => ({ fileName: each.file, message })),
    )
    return entries
  })
  return { read, declared, problems, unchecked: unchecked.toSorted() }
}

function entriesOf({ file, value: root }: Read): { entries: Declared[]; messages: string[] } {
  if (root === null) return { entries: [], messages: [] }
  if (!isFields(root)) return { entries: [], messages: ["a model file holds 'cubes' and 'views'"] }
  const entries: Declared[] = []
  const messages: string[] = []
  for (const [key, value] of Object.entries(root)) {
    if (!isList(key)) messages.push(`Unexpected YAML key: ${key}. Only 'cubes' and 'views' are allowed here.`)
    else if (value !== null && !Array.isArray(value)) messages.push(`${key} must be defined as array`)
    else
      addAll(
        entries,
        (value ?? []).map((entry: unknown) => ({ kind: LISTS[key], fileName: file, value: entry })),
      )
  }
  return { entries, messages }
}

const isList = (key: string): key is keyof typeof LISTS => Object.hasOwn(LISTS, key)
