import type { Policy, Role } from '@boardwright/platform'
import { badRequest, conflict, notFound } from '../http/refusal.ts'
import type { Database } from './database.ts'
import { insertRow } from './rows.ts'

export interface RoleRow {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly policies: string
  readonly built_in: number
}

const everywhere = (resourceType: string, ...actions: string[]): Policy => ({
  resourceType,
  actions,
  resources: ['All'],
})

export const ADMIN = 'Admin'
const DEFAULT_ROLE = 'AIBIUser'

/** The roles that every account has, in the order of their ids. The `Global` policy says what a licence tier may do. */
const BUILT_IN: readonly (readonly [name: string, policies: readonly Policy[]])[] = [
  [ADMIN, [everywhere('Global', 'All')]],
  ['Developer', [everywhere('Global', 'AIBIDevelop'), everywhere('Deployment', 'All')]],
  ['AIBIDeveloper', [everywhere('Global', 'AIBIDevelop')]],
  ['D3User', [everywhere('Global', 'AIBIExplore')]],
  [DEFAULT_ROLE, [everywhere('Global', 'AIBIExplore')]],
  ['AIBIViewer', [everywhere('Global', 'AIBIView')]],
  ['Guest', []],
  ['EmbedUser', [everywhere('Deployment', 'EmbedDeploymentRead', 'EmbedDashboardRead')]],
]

export function plantRoles(db: Database): void {
  for (const [index, [name, policies]] of BUILT_IN.entries()) {
    insertRow(db, 'roles', { id: index + 1, name, policies: writePolicies(policies), built_in: 1 })
  }
}

export const toRole = ({ id, name, description, policies }: RoleRow): Role => ({
  id,
  name,
  description,
  policies: readPolicies(policies),
})

export const writePolicies = (policies: readonly Policy[]): string =>
  JSON.stringify(policies.map(({ resourceType, actions, resources }) => ({ resourceType, actions, resources })))

const readPolicies = (text: string): Policy[] => JSON.parse(text) as Policy[]

export function findCustomRole(db: Database, id: number): RoleRow {
  const row = db.get<RoleRow>('select * from roles where id = ? and built_in = 0', id)
  if (!row) throw notFound(`custom role ${id}`)
  return row
}

/** Checks the name of a custom role (`own` is its id): 400 if a built-in role has it, 409 if another one does. */
export function requireFreeRoleName(db: Database, name: string, own = 0): void {
  const wanted = name.toLowerCase()
  const taken = db
    .all<RoleRow>('select * from roles where id <> ?', own)
    .find((role) => role.name.toLowerCase() === wanted)
  if (taken?.built_in === 1) throw badRequest(`name: "${taken.name}" is a built-in role`)
  if (taken) throw conflict(`another role has the name "${taken.name}"`)
}

/** The roles with these names, for a new user. */
function findRolesToGive(db: Database, names: readonly string[]): number[] {
  return names.map((name) => {
    if (name === ADMIN) throw badRequest(`defaultRoles: "${ADMIN}" is not given as a role; send isAdmin`)
    const row = db.get<{ id: number }>('select id from roles where name = ?', name)
    if (!row) throw badRequest(`defaultRoles: there is no role "${name}"`)
    return row.id
  })
}

export const giveRole = (db: Database, userId: number, roleId: number): number =>
  db.run('insert or ignore into role_assignments (user_id, role_id) values (?, ?)', userId, roleId)

/** A user who is not an admin and is given no role becomes an AI BI User. */
export function giveFirstRoles(
  db: Database,
  user: { readonly id: number; readonly isAdmin: boolean },
  names: readonly string[] | null | undefined,
): void {
  for (const id of findRolesToGive(db, names ?? (user.isAdmin ? [] : [DEFAULT_ROLE]))) giveRole(db, user.id, id)
}

export const rolesOf = (db: Database, userId: number): RoleRow[] =>
  db.all<RoleRow>(
    'select r.* from roles r join role_assignments a on a.role_id = r.id where a.user_id = ? order by r.id',
    userId,
  )

type Holder = { readonly id: number; readonly is_admin: number }

/** What a user may do is the union of their roles. */
export function policiesOf(db: Database, { id, is_admin }: Holder): Policy[] {
  const own = is_admin === 1 ? (BUILT_IN.find(([name]) => name === ADMIN)?.[1] ?? []) : []
  return [...own, ...rolesOf(db, id).flatMap(({ policies }) => readPolicies(policies))]
}

const CREATES: ReadonlySet<string> = new Set(['All', 'AIBIDevelop', 'AIBIExplore'])

/** Whether the user is an AI BI User or higher. */
export const mayCreate = (db: Database, holder: Holder): boolean =>
  holder.is_admin === 1 ||
  policiesOf(db, holder).some(
    ({ resourceType, actions }) => resourceType === 'Global' && actions.some((action) => CREATES.has(action)),
  )
