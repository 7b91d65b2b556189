import { selectTargets } from '../config/targets.ts'
import { unusedVariables } from '../config/usage.ts'
import type { Problem } from '../content/problem.ts'
import { checkTree } from '../serialize/check.ts'
import type { TreeFiles } from '../serialize/documents.ts'
import { MODEL } from '../serialize/layout.ts'
import { type Members, readMembers } from '../serialize/members.ts'
import { decodeText } from '../serialize/text.ts'
import type { Project } from './project.ts'
import { readTreeAsWritten, readTreeFor } from './render.ts'

export interface Validation {
  readonly problems: readonly Problem[]
  /** Why members were not checked, if they were not. */
  readonly membersNotChecked: string | undefined
  readonly counts: { readonly workbooks: number; readonly reports: number; readonly modelFiles: number }
}

/** Everything that is wrong with a project, as every target that is asked for sees it. Sends nothing. */
export function validateProject(project: Project, pattern: string | undefined): Validation {
  const problems: Problem[] = [...project.problems]
  const members = membersOf(project.files, project)
  const targets = project.config ? selectTargets(project.config, pattern ?? '*') : []
  const usages = targets.map((target) => {
    const {
      tree,
      used,
      problems: found,
    } = readTreeFor(project, project.config as NonNullable<Project['config']>, target)
    problems.push(...found, ...checkTree(tree, project.files, members))
    return { target, used }
  })
  if (pattern === undefined) problems.push(...unusedVariables(usages))
  const written = readTreeAsWritten(project)
  if (targets.length === 0) problems.push(...written.problems, ...checkTree(written, project.files, members))
  const { workbooks, reports, model } = written.content
  return {
    problems: inOrder(problems),
    membersNotChecked: members.known ? undefined : members.because,
    counts: { workbooks: workbooks.length, reports: reports.length, modelFiles: model.length },
  }
}

/** Each once, by place. Several targets find the same. */
function inOrder(problems: readonly Problem[]): Problem[] {
  const keyOf = ({ at, kind, message }: Problem): string =>
    [at.file, String(at.line ?? 0).padStart(7, '0'), String(at.column ?? 0).padStart(7, '0'), kind, message].join('\n')
  const distinct = new Map(problems.map((problem) => [keyOf(problem), problem]))
  return [...distinct].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, problem]) => problem)
}

const YAML = /\.ya?ml$/
const CODE = /\.(js|ts|py|jinja)$/

/** The members of the model, when all of it is plain YAML. */
function membersOf(files: TreeFiles, { readYaml }: Project): Members {
  const model = [...files].filter(([file]) => file.startsWith(`${MODEL}/model/`))
  if (model.length === 0) return { known: false, because: 'there is no data model in this tree' }
  const code = model.filter(([file]) => CODE.test(file)).map(([file]) => file)
  const values = new Map<string, unknown>()
  for (const [file, bytes] of model.filter(([file]) => YAML.test(file))) {
    const text = decodeText(bytes, file)
    if (typeof text !== 'string') return { known: false, because: `${file} is not text` }
    if (/\{[{%]/.test(text)) return { known: false, because: `${file} is a template` }
    const { value, problems } = readYaml(text, file)
    if (problems.length > 0) return { known: false, because: `${file} cannot be read as plain YAML` }
    values.set(file, value)
  }
  return readMembers(values, code)
}
