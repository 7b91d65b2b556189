import { BoardwrightError } from '@boardwright/common'
import { z } from 'zod'
import { sha256Of } from '../content/digest.ts'
import { problemData } from '../content/problem.ts'
import { firstFault } from '../content/schema-problems.ts'
import type { TreeChanges } from '../project/export/changes-from.ts'
import type { Project } from '../project/local/project.ts'
import { withChanges } from '../serialize/documents.ts'
import { requireGitFacts } from '../workspace/git.ts'
import { newProblems } from './validate.ts'

/** What a commit would change, as data. Another CI job makes the commit, without a checkout of the project. */
const ChangesFile = z.strictObject({
  format: z.literal(1),
  /** The parent commit; null if there are no changes. */
  commit: z
    .string()
    .regex(/^[0-9a-f]{40,64}$/)
    .nullable(),
  files: z.array(
    z.strictObject({
      path: z.string().refine(isOfTree, 'is not a file of the tree'),
      action: z.enum(['create', 'update', 'delete']),
      content: z.base64().optional(),
    }),
  ),
  /** Problems that `validate` finds in the tree only with these changes. */
  problems: z
    .array(
      z.object({ code: z.string(), severity: z.enum(['error', 'warning']), file: z.string(), message: z.string() }),
    )
    .default([]),
})
export type ChangesFile = z.output<typeof ChangesFile>

/** The file is not trusted: a commit may touch only content, data model and overlays. */
function isOfTree(path: string): boolean {
  const parts = path.split('/')
  const isPlain = parts.every((part) => part !== '' && !part.startsWith('.git') && part !== '.' && part !== '..')
  return isPlain && !/[\\\0]/.test(path) && parts.some((part) => ROOMS.has(part)) && parts.length > 1
}

const ROOMS: ReadonlySet<string> = new Set(['content', 'account', 'data-model', 'overlays'])

const MOST_PROBLEMS = 200

export async function changesText(project: Project, changes: TreeChanges): Promise<string> {
  const { root, files } = project
  const { commit, prefix } = await requireGitFacts(root)
  if (commit === undefined) throw new BoardwrightError('NOTHING_COMMITTED', 'nothing is committed yet')
  const file: ChangesFile = {
    ...{ format: 1, commit },
    files: [...changes].map(([path, content]) => ({
      path: `${prefix}${path}`,
      action: content === null ? 'delete' : files.has(path) ? 'update' : 'create',
      ...(content === null ? {} : { content: Buffer.from(content).toString('base64') }),
    })),
    problems: newProblems(project, { ...project, files: withChanges(files, changes) })
      .slice(0, MOST_PROBLEMS)
      .map(problemData)
      .map(({ code, severity, file, message }) => ({ code, severity, file, message })),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

export function readChanges(text: string, name: string): ChangesFile & { readonly digest: string } {
  try {
    const changes = ChangesFile.parse(JSON.parse(text))
    const { problems: _, ...commit } = changes
    return { ...changes, digest: sha256Of(JSON.stringify(commit)) }
  } catch (cause) {
    if (!(cause instanceof SyntaxError || cause instanceof z.ZodError)) throw cause
    const why = cause instanceof z.ZodError ? firstFault(ChangesFile, JSON.parse(text)) : cause.message
    throw new BoardwrightError('USAGE', `${name} is not a file of changes: ${why}`, {
      hint: 'Give --changes what `boardwright export --changes FILE` wrote.',
    })
  }
}
