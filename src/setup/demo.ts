import { BoardwrightError } from '@boardwright/common'
import { adoptTarget } from '../project/adopt.ts'
import { exportTree } from '../project/export.ts'
import { openProject, requireConfig, type SoundProject } from '../project/local/project.ts'
import type { ReachOptions } from '../project/target/connect.ts'
import { commitAll } from '../workspace/commit.ts'
import { writeTree } from '../workspace/write.ts'
import { beginProject, HOME, newConfig } from './init.ts'

export interface DemoOptions extends ReachOptions {
  readonly url: string
  readonly deployment: number
  readonly today: string
}

/** The dashboard that the prepared change is about. */
export const DEMO_PAGE = 'revenue-overview'

/** Makes a project of the sandbox's first tenant, adopted, with one commit that is not applied yet. */
export async function prepareDemo(root: string, { url, deployment, today, ...reach }: DemoOptions): Promise<void> {
  const open = async () => requireConfig(await openProject(root, today))
  const targets = [{ name: HOME, deployment, protected: false }]
  const config = newConfig({ ...{ url, targets, project: 'demo', branch: 'main' }, links: '{url}/d/{publicId}' })
  const { repository } = await beginProject(root, config, { git: 'own' })
  if (repository.because !== undefined) throw new BoardwrightError('GIT_NEEDED', repository.because)
  await exportTree(await open(), reach)
  await commitAll(root, 'Export')
  await adoptTarget(await open(), { ...reach, confirm: async () => true })
  await writeTree(root, changedFiles((await open()).files))
  await commitAll(root, 'Top customers of the last 90 days come first')
}

/** Texts that trade places, by file. */
const CHANGE: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'reports/top-customers.yaml': [['last 12 months', 'last 90 days']],
  'dashboard.yaml': [
    ['{x: 0, y: 0, w: 8, h: 6}', '{x: 0, y: 6, w: 8, h: 6}'],
    ['{x: 0, y: 0, w: 10, h: 6}', '{x: 0, y: 6, w: 10, h: 6}'],
    ['{x: 0, y: 0, w: 6, h: 6}', '{x: 0, y: 6, w: 6, h: 7}'],
  ],
}

const changedFiles = (files: SoundProject['files']): Map<string, string> =>
  new Map(
    Object.entries(CHANGE).map(([name, trades]): [string, string] => {
      const path = `content/sales/${DEMO_PAGE}/${name}`
      const text = files.get(path)?.toString() ?? ''
      return [path, trades.reduce((now, [one, other]) => traded(now, one, other), text)]
    }),
  )

const traded = (text: string, one: string, other: string): string =>
  text
    .split(one)
    .map((part) => part.replaceAll(other, one))
    .join(other)
