import { snakeKeys } from '@boardwright/common'
import { readTolerantly, readYaml, type Tolerant, type YamlProblem } from '@boardwright/common/yaml'

/** A file that may define cubes and views, as text. */
export interface ModelText {
  readonly file: string
  readonly text: string
  /** Why it is not what it should be, whatever its text says: it is in another encoding, or half merged. */
  readonly problems?: readonly YamlProblem[]
}

/** A file in plain YAML. */
export interface ModelFile {
  readonly file: string
  readonly text: string
  /** With keys spelled as in `sql_table`, even if the file has `sqlTable`: the platform takes both. */
  readonly value: unknown
}

/** A file whose definitions we cannot be sure of. */
export interface UnreadModelFile {
  readonly file: string
  readonly because: string
  /** `more`: YAML with what we do not take and the platform does, such as anchors. */
  readonly what: 'code' | 'template' | 'broken' | 'more'
  /** What is wrong with a broken file. */
  readonly problems: readonly YamlProblem[]
  /** What it says to a reader that allows all of YAML. */
  readonly read: () => Tolerant
}

const YAML = /\.ya?ml$/
const CODE = /\.(js|ts|py|jinja)$/

/** Whether a file may define cubes and views, by its path in the data model. */
export const mayDefine = (path: string): boolean => path.startsWith('model/') && (YAML.test(path) || CODE.test(path))

/** Only the platform's own runtime can run it. */
export const isTemplate = (text: string): boolean => /\{[{%]/.test(text)

/** The platform takes what we do not, such as anchors. What is not YAML, or beyond all measure, is an error. */
const REFUSED: ReadonlySet<YamlProblem['kind']> = new Set([
  'YAML_SYNTAX',
  'YAML_DUPLICATE_KEY',
  'YAML_TOO_DEEP',
  'FILE_TOO_LARGE',
])

export function readFile({ file, text, problems: given = [] }: ModelText): ModelFile | UnreadModelFile {
  const unread = (what: UnreadModelFile['what'], because: string, problems: readonly YamlProblem[] = []) => ({
    ...{ file, what, because: `${file} ${because}`, problems },
    read: () => (what === 'code' ? { message: because } : tolerant(text)),
  })
  const broken = (problems: readonly YamlProblem[]) => unread('broken', 'cannot be read', problems)
  if (!YAML.test(file)) return unread('code', 'is code')
  if (given.length > 0) return broken(given)
  if (isTemplate(text)) return unread('template', 'is a template')
  const { value, problems } = readYaml(text, file)
  if (problems.length === 0) return { file, text, value: snakeKeys(value) }
  const wrong = problems.filter(({ kind }) => REFUSED.has(kind))
  return wrong.length > 0 ? broken(wrong) : unread('more', 'cannot be read as plain YAML')
}

function tolerant(text: string): Tolerant {
  const read = readTolerantly(text)
  return 'value' in read ? { value: snakeKeys(read.value) } : read
}
