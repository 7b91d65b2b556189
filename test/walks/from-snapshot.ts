import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseJson } from '../../packages/common/json.ts'
import { openProject, requireConfig } from '../../src/project/local/project.ts'
import { planTarget } from '../../src/project/plan.ts'
import { printTree } from '../../src/serialize/print.ts'
import { writeFiles } from '../support/directory.ts'

interface Place {
  readonly projectId: string
  readonly target: string
  readonly deployment: number
  readonly origin: string
  readonly branch: string | null
}

/** The tree of a tenant, from what `export --snapshot` wrote: what it shows, without what people have in progress. */
export async function treeFromSnapshot(file: string, today: string): Promise<Record<string, string>> {
  const text = readFileSync(file, 'utf8')
  const { target, ...place } = (parseJson(text) as { readonly snapshot: Place }).snapshot
  const root = mkdtempSync(join(tmpdir(), 'boardwright-snapshot-'))
  await writeFiles(root, { 'boardwright.yaml': configOf(target, place) })
  const project = requireConfig(await openProject(root, today))
  const { live } = await planTarget(project, { env: {}, target, snapshot: text })
  rmSync(root, { recursive: true })
  const model = [...live.modelBytes].map(([path, bytes]) => [`data-model/${path}`, Buffer.from(bytes).toString()])
  const content = [...printTree(live.content)].map(([path, printed]) => [path, withoutVariables(printed)])
  return { ...Object.fromEntries(content), ...Object.fromEntries(model) }
}

/** What looks like a variable is text in a tenant. */
const withoutVariables = (text: string): string => text.replaceAll(/(?<!\$)\$\{var\./g, '$$$&')

const configOf = (target: string, { projectId, deployment, origin, branch }: Omit<Place, 'target'>): string =>
  JSON.stringify({
    ...{ version: 1, project: 'snapshot', projectId, home: target },
    targets: {
      [target]: { url: origin, deployment, ...(branch === null ? {} : { dataModel: { branch } }) },
    },
  })
