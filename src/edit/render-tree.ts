import { BoardwrightError } from '@boardwright/common'
import { isBelowAny } from '../config/scope.ts'
import { selectTarget } from '../config/targets.ts'
import { ProblemsFound, type SoundProject } from '../project/local/project.ts'
import { readTreeFor } from '../project/local/render.ts'
import { printDocument } from '../serialize/print.ts'
import type { Source } from '../serialize/source.ts'
import type { FileValue } from '../serialize/values.ts'
import { givenPlace } from '../workspace/disk.ts'
import { writeTree } from '../workspace/write.ts'

export function renderTree(
  project: SoundProject,
  name: string | undefined,
  paths: readonly string[],
): ReadonlyMap<string, string> {
  const { tree, problems } = readTreeFor(project, project.config, selectTarget(project.config, name))
  const broken = problems.filter(({ warning }) => !warning)
  if (broken.length > 0) throw new ProblemsFound(broken, project.files)
  const sources = [...tree.sources.values(), ...tree.dashboards.values()]
  const files = sources.flatMap((source) => [...printDocument(source.document.file, renderedValue(source))])
  const wanted = files.filter(([file]) => paths.length === 0 || isBelowAny(paths, file))
  const idle = paths.find((path) => !wanted.some(([file]) => path === '' || isBelowAny([path], file)))
  if (idle !== undefined)
    throw new BoardwrightError('OBJECT_UNKNOWN', `${idle} holds nothing that a target sees`, {
      hint: 'Name a document below content/, or a directory of them.',
    })
  return new Map(wanted.sort(([a], [b]) => (a < b ? -1 : 1)))
}

const renderedValue = ({ document, rendered }: Source): FileValue => {
  const { value, sides } = rendered()
  return { kind: document.kind, value: value as FileValue['value'], sides }
}

export const writeRendered = (directory: string, files: ReadonlyMap<string, string>): Promise<void> =>
  writeTree(givenPlace(directory), files)
