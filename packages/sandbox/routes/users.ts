import type { Api, UserSettings } from '@boardwright/platform'
import { listAnswer, readPage } from '../http/paging.ts'
import { badRequest, Refusal } from '../http/refusal.ts'
import type { Routes } from '../http/route.ts'
import type { Platform } from '../platform.ts'
import type { Database } from '../store/database.ts'
import { giveFirstRoles, policiesOf } from '../store/roles.ts'
import type { UserRow } from '../store/user-row.ts'
import { readUpdate, textOf } from '../store/user-update.ts'
import {
  addUser,
  changeUser,
  deleteUser,
  findAccountUser,
  findUser,
  readProfile,
  requireAnotherAdmin,
  setActive,
  toUser,
} from '../store/users.ts'

export const users: Routes<Api['users']> = {
  getMe({ platform, caller }) {
    const row = findUser(platform.db, caller.userId)
    return { ...toUser(platform, row), userPolicies: policiesOf(platform.db, row) }
  },

  updateMySettings({ platform, caller, body }) {
    const row = findAccountUser(platform.db, caller.userId)
    const { defaultDeploymentId: wanted } = body
    if (wanted != null && !platform.db.get('select 1 from deployments where id = ?', wanted)) {
      throw badRequest(`defaultDeploymentId: there is no deployment ${wanted}`)
    }
    changeUser(platform, row, { profile: { settings: mergeSettings(readProfile(row).settings ?? {}, body) } })
    return toUser(platform, findAccountUser(platform.db, row.id))
  },

  getUsers({ platform, query }) {
    const { db, switches } = platform
    const { rows, pageInfo, count } = readPage<UserRow>(
      db,
      switches,
      { from: 'users t', ...wanted(db, query.search), orderBy: 't.id' },
      query,
    )
    return listAnswer(
      rows.map((row) => toUser(platform, row)),
      pageInfo,
      count,
    )
  },

  createUser({ platform, body }) {
    const { email, username, firstName, externalId, isAdmin, settings, defaultRoles } = body
    const id = addUser(platform, {
      email,
      username,
      firstName,
      externalId,
      isAdmin: isAdmin ?? false,
      picture: textOf('picture', body.picture ?? null),
      profile: { notifications: {}, settings: settings ?? null },
    })
    giveFirstRoles(platform.db, { id, isAdmin: isAdmin ?? false }, defaultRoles)
    return toUser(platform, findAccountUser(platform.db, id))
  },

  updateUser({ platform, caller, path: { id }, body }) {
    const row = findAccountUser(platform.db, id)
    if (body.isAdmin === false && row.is_admin === 1) requireAnotherAdmin(platform.db, row)
    if (body.isDeactivated != null) setActive(platform, row, !body.isDeactivated, caller.userId)
    changeUser(platform, findAccountUser(platform.db, id), readUpdate(platform, body))
    return toUser(platform, findAccountUser(platform.db, id))
  },

  deleteUser({ platform, caller, path: { id } }) {
    deleteUser(platform, findAccountUser(platform.db, id), caller.userId)
    return undefined
  },

  bulkUserAction({ platform, caller, body: { action, userIds } }) {
    const succeeded: number[] = []
    const failed: { userId: number; error: { status: number; message: string } }[] = []
    for (const userId of new Set(userIds)) {
      try {
        platform.db.atomically(() => ACTIONS[action](platform, findAccountUser(platform.db, userId), caller.userId))
        succeeded.push(userId)
      } catch (cause) {
        if (!(cause instanceof Refusal)) throw cause
        failed.push({ userId, error: { status: cause.status, message: cause.message } })
      }
    }
    return { action, succeeded, failed }
  },
}

type Act = (platform: Platform, row: UserRow, callerId: number) => void

const ACTIONS: Readonly<Record<'DEACTIVATE' | 'ACTIVATE' | 'DELETE', Act>> = {
  DEACTIVATE: (platform, row, callerId) => setActive(platform, row, false, callerId),
  ACTIVATE: (platform, row, callerId) => setActive(platform, row, true, callerId),
  DELETE: deleteUser,
}

/** The users that a search finds. Filtered here because SQLite ignores case for ASCII letters only. */
function wanted(db: Database, search: string | null | undefined): { where: string; values: string[] } {
  if (search == null || search === '') return { where: 't.deleted_at is null', values: [] }
  const text = search.toLowerCase()
  const ids = db
    .all<UserRow>('select * from users where deleted_at is null')
    .filter((row) => [row.email, row.username, row.first_name].some((part) => part?.toLowerCase().includes(text)))
    .map(({ id }) => id)
  return { where: 't.id in (select value from json_each(?))', values: [JSON.stringify(ids)] }
}

/** A merge patch of two levels: the settings, and `sheets` inside them. */
function mergeSettings(before: UserSettings, { sheets, lastSeenChangelogId: _ignored, ...sent }: UserSettings) {
  const merged = mergePatch(before, sent)
  if (sheets === undefined) return merged
  const { sheets: _cleared, ...rest } = merged
  return sheets === null ? rest : { ...rest, sheets: mergePatch(before.sheets ?? {}, sheets) }
}

const mergePatch = (before: object, sent: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries({ ...before, ...sent }).filter(([, value]) => value !== null))
