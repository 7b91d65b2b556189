import { readSeed, type Seed } from '../../packages/sandbox/seeds/seed.ts'

/** Revenue overview, and Order explorer, which is an app that names reports by id. */
const WORKBOOKS: ReadonlySet<unknown> = new Set([11, 15])
const FOLDERS: ReadonlySet<unknown> = new Set([1, 3])

/** Two dashboards of acme with their reports, and its whole data model. That is enough to show most commands. */
export function smallTenant(): Seed {
  const acme = readSeed('acme')
  const { grants, embedAccess } = acme.access
  return {
    ...acme,
    folders: acme.folders.filter(({ id }) => FOLDERS.has(id)),
    workbooks: acme.workbooks.filter(({ id }) => WORKBOOKS.has(id)),
    reports: acme.reports.filter(({ workbookId }) => WORKBOOKS.has(workbookId)),
    notifications: acme.notifications.filter(({ workbookId }) => WORKBOOKS.has(workbookId)),
    access: {
      ...acme.access,
      grants: grants.filter(({ type, id }) => (type === 'FOLDER' ? FOLDERS : WORKBOOKS).has(id)),
      embedAccess: embedAccess.filter(({ workbookId }) => WORKBOOKS.has(workbookId)),
    },
  }
}
