import { branches } from './branches.ts'
import { dataModel } from './data-model.ts'
import { deployments } from './deployments.ts'
import { environments } from './environments.ts'
import { folders } from './folders.ts'
import { notifications } from './notifications.ts'
import { reports } from './reports.ts'
import { spec } from './spec.ts'
import { uploads } from './uploads.ts'
import { users } from './users.ts'
import { workbooks } from './workbooks.ts'
import { workspace } from './workspace.ts'

/** The management API, area by area. Adding an area is one file and one line here. */
export const api = {
  deployments,
  folders,
  reports,
  workbooks,
  workspace,
  dataModel,
  branches,
  uploads,
  environments,
  notifications,
  users,
  spec,
}

export type Api = typeof api
