import { isDeepStrictEqual } from 'node:util'
import type { Branch } from '../models/branches.ts'
import { allBranches } from '../models/branches.ts'
import { readHeads } from '../models/heads.ts'
import { openModel } from '../models/model.ts'
import { refOf } from '../models/refs.ts'
import type { Platform } from '../platform.ts'
import { readConfig } from '../store/dashboard-config.ts'
import type { Database } from '../store/database.ts'
import { folderPathOf } from '../store/folders.ts'

export interface WorkbookFacts {
  readonly name: string
  readonly slug: string | null
  readonly folder: readonly string[]
  readonly hasDraft: boolean
  /** Of the published dashboard, if there is one. */
  readonly publicId: string | null
  readonly version: number | null
  readonly isApp: boolean
  /** What it calls itself, if that is another name. */
  readonly title?: string | undefined
}

export interface BranchFacts {
  readonly name: string
  readonly isDeployed: boolean
  readonly isFork: boolean
  readonly commit: string | undefined
}

export interface DeploymentFacts {
  readonly id: number
  readonly name: string
  readonly reports: number
  readonly workbooks: readonly WorkbookFacts[]
  readonly branches: readonly BranchFacts[]
}

/** No page lists more workbooks of one deployment. */
const MOST_WORKBOOKS = 500

export async function readOverview(platform: Platform): Promise<DeploymentFacts[]> {
  const deployments = platform.db.all<{ id: number; name: string }>('select id, name from deployments order by id')
  return Promise.all(
    deployments.map(async ({ id, name }) => ({
      ...{ id, name, workbooks: readWorkbooks(platform.db, id), branches: await readBranches(platform, id) },
      reports: platform.db.get<{ n: number }>('select count(*) as n from reports where deployment_id = ?', id)?.n ?? 0,
    })),
  )
}

interface Row {
  readonly name: string
  readonly slug: string | null
  readonly folder_id: number | null
  readonly draft: string | null
  readonly config: string | null
  readonly public_id: string | null
  readonly version_number: number | null
  readonly kind: string | null
  readonly title: unknown
}

const readWorkbooks = (db: Database, deploymentId: number): WorkbookFacts[] =>
  db
    .all<Row>(
      `select w.name, w.slug, w.folder_id, w.draft, d.config, d.public_id, d.version_number,
         case when json_valid(d.config) then json_extract(d.config, '$.kind') end as kind,
         case when json_valid(d.config) then json_extract(d.config, '$.title') end as title
       from workbooks w left join dashboards d on d.workbook_id = w.id and d.status = 'published'
       where w.deployment_id = ? order by w.name, w.id limit ${MOST_WORKBOOKS}`,
      deploymentId,
    )
    .map((row) => ({
      ...{ name: row.name, slug: row.slug, publicId: row.public_id, version: row.version_number },
      folder: folderPathOf(db, row.folder_id).map(({ name }) => name),
      ...{ hasDraft: isAhead(row), isApp: row.kind === 'APP' },
      ...(typeof row.title === 'string' && row.title !== '' && row.title !== row.name && { title: row.title }),
    }))

/** Publishing may leave a draft behind, which then is what viewers see. */
const isAhead = ({ draft, config }: Row): boolean =>
  draft !== null && draft !== config && (config === null || !isDeepStrictEqual(readConfig(draft), readConfig(config)))

async function readBranches(platform: Platform, deploymentId: number): Promise<BranchFacts[]> {
  const model = openModel(platform, deploymentId)
  const heads = readHeads(model.repository)
  return allBranches(model).map(({ name, user_id }: Branch) => ({
    ...{ name, isDeployed: name === model.settings.deployBranchName, isFork: user_id !== null },
    commit: heads.get(refOf(name)),
  }))
}
