import { api } from '../../api/index.ts'
import { mount, mountAsync, type Route } from '../http/route.ts'
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

/** What serves the management API. Adding an area is one file and one line here. */
export const ROUTES: readonly Route[] = [
  ...mountAsync(api.branches, branches),
  ...mountAsync(api.dataModel, dataModel),
  ...mountAsync(api.deployments, deployments),
  ...mount(api.environments, environments),
  ...mount(api.folders, folders),
  ...mount(api.notifications, notifications),
  ...mount(api.reports, reports),
  ...mount(api.spec, spec),
  ...mountAsync(api.uploads, uploads),
  ...mount(api.users, users),
  ...mount(api.workbooks, workbooks),
  ...mount(api.workspace, workspace),
]
