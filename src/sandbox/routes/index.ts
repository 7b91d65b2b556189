import { api } from '../../api/index.ts'
import { mount, type Route } from '../http/route.ts'
import { folders } from './folders.ts'
import { notifications } from './notifications.ts'
import { reports } from './reports.ts'
import { spec } from './spec.ts'
import { users } from './users.ts'
import { workbooks } from './workbooks.ts'
import { workspace } from './workspace.ts'

/** What serves the management API. Adding an area is one file and one line here. */
export const ROUTES: readonly Route[] = [
  ...mount(api.folders, folders),
  ...mount(api.notifications, notifications),
  ...mount(api.reports, reports),
  ...mount(api.spec, spec),
  ...mount(api.users, users),
  ...mount(api.workbooks, workbooks),
  ...mount(api.workspace, workspace),
]
