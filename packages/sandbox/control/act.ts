import type { Workbook } from '@boardwright/platform'
import { badRequest, Refusal } from '../http/refusal.ts'
import type { Caller, Platform } from '../platform.ts'
import { HOME } from '../store/seed.ts'
import type { Action } from './people.ts'

/** Makes a request inside the sandbox on behalf of somebody: no key, no log, no faults. */
export type Dispatch = (
  actor: Caller,
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ status: number; body: unknown }>

/** `meta` keys that the UI knows and keeps when it saves. */
const UI_META = new Set(['dashboardDraft', 'description', 'tags', 'icon'])

/** Performs what scripted people do, through the API that the UI uses. */
export function createActor(platform: Platform, dispatch: Dispatch) {
  const tabs = new Map<string, Workbook>()

  async function send(actor: Caller, method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await dispatch(actor, method, path, body)
    if (answer.status < 400) return answer.body
    const { message = answer.status, code } = answer.body as { message?: string; code?: string }
    throw new Refusal(answer.status, `a scripted person was refused: ${method} ${path}: ${message}`, code)
  }

  const find = (table: 'workbooks' | 'reports' | 'folders', name: string | number, deploymentId: number): number => {
    if (typeof name === 'number') return name
    const column = { workbooks: 'slug', reports: 'public_id', folders: 'name' }[table]
    const row = platform.db.get<{ id: number }>(
      `select id from ${table} where deployment_id = ? and ${column} = ? order by id`,
      deploymentId,
      name,
    )
    if (!row) throw badRequest(`a script names "${name}", which is not one of the ${table}`)
    return row.id
  }
  const TABLES = { FOLDER: 'folders', WORKBOOK: 'workbooks', REPORT: 'reports' } as const

  /** Saves the whole workbook, as the UI does it: by id, which replaces `meta`. */
  async function saveWorkbook(actor: Caller, base: string, id: number, change: Record<string, unknown>): Promise<void> {
    const now = (await send(actor, 'GET', `${base}/workbooks/${id}`)) as Workbook
    const meta = {
      ...now.meta,
      ...(now.dashboardDraft ? { dashboardDraft: now.dashboardDraft } : {}),
      ...(change['meta'] as object | undefined),
    }
    const kept = platform.switches.uiSaveMeta === 'keeps' ? meta : knownToUi(meta)
    await send(actor, 'PUT', `${base}/workbooks/${id}`, { ...change, meta: kept })
  }

  return async function act(actor: Caller, action: Action): Promise<void> {
    const deploymentId = ('deployment' in action ? action.deployment : undefined) ?? HOME.id
    const base = `/api/v1/deployments/${deploymentId}`
    const workbookId = 'workbook' in action ? find('workbooks', action.workbook, deploymentId) : 0
    const workbook = `${base}/workbooks/${workbookId}`

    switch (action.do) {
      case 'edit-report':
        await send(actor, 'PUT', `${base}/reports/${find('reports', action.report, deploymentId)}`, action.set)
        return
      case 'edit-workbook':
        return saveWorkbook(actor, base, workbookId, action.set)
      case 'edit-draft': {
        const now = (await send(actor, 'GET', workbook)) as Workbook
        const draft = { ...(now.dashboardDraft ?? now.dashboardPublished), ...action.set }
        await send(actor, 'PUT', `${workbook}/dashboard`, { dashboardDraft: draft })
        return
      }
      case 'revert-draft': {
        const now = (await send(actor, 'GET', workbook)) as Workbook
        await send(actor, 'PUT', `${workbook}/dashboard`, { dashboardDraft: now.dashboardPublished })
        return
      }
      case 'publish':
        await send(actor, 'POST', `${workbook}/publish`)
        return
      case 'duplicate':
        await send(actor, 'POST', `${workbook}/duplicate`)
        return
      case 'rename':
        await send(
          actor,
          'PUT',
          `${base}/${TABLES[action.type]}/${find(TABLES[action.type], action.id, deploymentId)}`,
          {
            name: action.name,
          },
        )
        return
      case 'delete':
        await send(
          actor,
          'DELETE',
          `${base}/${TABLES[action.type]}/${find(TABLES[action.type], action.id, deploymentId)}`,
        )
        return
      case 'open-tab':
        tabs.set(action.tab, (await send(actor, 'GET', workbook)) as Workbook)
        return
      case 'save-tab': {
        const opened = tabs.get(action.tab)
        if (!opened) throw badRequest(`a script saves the tab "${action.tab}", which nobody opened`)
        const { id, name, meta, dashboardDraft } = opened
        const all = { ...meta, ...(dashboardDraft ? { dashboardDraft } : {}) }
        const kept = platform.switches.uiSaveMeta === 'keeps' ? all : knownToUi(all)
        await send(actor, 'PUT', `${base}/workbooks/${id}`, { name, meta: kept })
        return
      }
      case 'request':
        await send(actor, action.method, action.path, action.body)
        return
    }
  }
}

const knownToUi = (meta: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(meta).filter(([key]) => UI_META.has(key)))
