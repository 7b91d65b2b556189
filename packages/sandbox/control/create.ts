import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson, stringifyJson } from '@boardwright/common'
import type { Hono } from 'hono'
import { badRequest } from '../http/refusal.ts'
import type { Env } from '../http/respond.ts'
import type { Caller, Platform } from '../platform.ts'
import { openDatabase } from '../store/database.ts'
import { changeEmbedding, EmbeddingChange } from '../store/embed/account.ts'
import { EVERYBODY } from '../store/embed/shares.ts'
import { requireTenant } from '../store/embed/tenants.ts'
import { findFolder } from '../store/folders.ts'
import { addKey, mintKey } from '../store/keys.ts'
import { mayCreate } from '../store/roles.ts'
import { updateRow } from '../store/rows.ts'
import { HOME } from '../store/seed.ts'
import type { UserRow } from '../store/user-row.ts'
import { findWorkbook } from '../store/workbooks.ts'
import type { World } from '../world.ts'
import { createActor, type Dispatch } from './act.ts'
import type { Controls } from './controls.ts'
import { Fault } from './faults.ts'
import { createLive, type Live } from './live.ts'
import { Script } from './people.ts'
import { initialSwitches, SwitchChanges } from './switches.ts'

export interface LiveControls extends Controls {
  /** Where people's requests go. Given once the app exists. */
  dispatchThrough(app: Hono<Env>): void
  letPeopleAct(method: string, path: string): Promise<void>
  /** People who act by themselves, driven by this seed. */
  people(seed: number): Live
  stalePlatform(): Platform
  close(): void
}

export function createControls(world: World): LiveControls {
  const { platform, clock, switches, faults, people, requests } = world
  let app: Hono<Env> | undefined
  let stale: Platform | undefined

  const dispatch: Dispatch = async (actor, method, path, body) => {
    if (!app) throw new Error('nobody can act before the sandbox has started')
    const init: RequestInit =
      body === undefined
        ? { method }
        : { method, body: stringifyJson(body), headers: { 'content-type': 'application/json' } }
    const response = await app.request(path, init, { actor })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : parseJson(text) }
  }
  const act = createActor(platform, dispatch)

  const perform = async (script: Script): Promise<void> => {
    for (const action of script.do) await act(callerOf(platform, script.as), action)
  }

  const staleFile = join(world.directory, 'stale.db')
  const forgetStale = (): void => {
    stale?.db.close()
    stale = undefined
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${staleFile}${suffix}`, { force: true })
  }

  return {
    setSwitches: (changes) => Object.assign(switches, SwitchChanges.parse(changes)),
    addFault(request) {
      const fault = Fault.parse(request)
      if (fault.kind === 'stale') {
        forgetStale()
        platform.db.copyTo(staleFile)
        stale = { ...platform, url: platform.url, db: openDatabase(staleFile, []) }
      }
      faults.add(fault)
    },
    clearFaults: () => faults.clear(),
    requests: () => requests.list(),
    clearRequests: () => requests.clear(),
    messages: () => platform.messages.list(),
    async reset(choice = {}) {
      faults.clear()
      people.clear()
      forgetStale()
      Object.assign(switches, initialSwitches())
      clock.set({ now: new Date().toISOString(), frozen: false })
      await world.replant(choice)
      requests.clear()
      platform.messages.clear()
    },
    setReview({ workbook, deployment = HOME.id, required }) {
      const id = typeof workbook === 'number' ? workbook : idOfSlug(platform, deployment, workbook)
      updateRow(platform.db, 'workbooks', findWorkbook(platform.db, deployment, id).id, {
        requires_review: required ? 1 : 0,
      })
    },
    async addPeople(request) {
      const script = Script.parse(request)
      if (script.when) people.add(script)
      else await perform(script)
    },
    waitingPeople: () => people.waiting(),
    setClock: (change) => clock.set(change),
    addKey({ user, scope, personal, expiresAt }) {
      const key = mintKey()
      addKey(platform.db, key, {
        userId: callerOf(platform, user).userId,
        name: 'made by a control',
        scope,
        personal,
        expiresAt,
      })
      return { key }
    },
    setEmbedding: (change) => changeEmbedding(platform.db, EmbeddingChange.parse(change)),
    shareFolder({ folder, deployment = HOME.id, embedTenantName, action }) {
      const { id } = findFolder(platform.db, deployment, folder)
      const tenant = embedTenantName === undefined ? EVERYBODY : requireTenant(platform.db, embedTenantName).name
      if (action === 'none') {
        platform.db.run('delete from embed_folder_access where folder_id = ? and tenant = ?', id, tenant)
      } else platform.db.run('insert or ignore into embed_folder_access (folder_id, tenant) values (?, ?)', id, tenant)
    },
    dispatchThrough(next) {
      app = next
    },
    async letPeopleAct(method, path) {
      try {
        for (const script of people.due(method, path)) await perform(script)
      } catch (cause) {
        // The request during which they act is not at fault, so this must not look like a refusal of that request.
        throw new Error(cause instanceof Error ? cause.message : String(cause), { cause })
      }
    },
    people: (seed) => createLive(platform, (person, action) => act(callerOf(platform, person), action), seed),
    stalePlatform: () => stale ?? platform,
    close: forgetStale,
  }
}

function idOfSlug({ db }: Platform, deploymentId: number, slug: string): number {
  const row = db.get<{ id: number }>(
    'select id from workbooks where deployment_id = ? and slug = ?',
    deploymentId,
    slug,
  )
  if (!row) throw badRequest(`no workbook has the slug "${slug}"`)
  return row.id
}

/** A user of the account, acting in the UI. The first admin unless named. */
function callerOf({ db }: Platform, who: string | number | undefined): Caller {
  const row = db.get<UserRow>(
    `select * from users where deleted_at is null
     and case when ? is null then is_admin = 1 else id = ? or email = ? end order by id limit 1`,
    who ?? null,
    who ?? null,
    who ?? null,
  )
  if (!row) throw badRequest(`there is no user "${who}"`)
  return {
    keyId: -row.id,
    userId: row.id,
    username: row.username,
    isAdmin: row.is_admin === 1,
    mayCreate: mayCreate(db, row),
    scope: null,
    personal: true,
  }
}
