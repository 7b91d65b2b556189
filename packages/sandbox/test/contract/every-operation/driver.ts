import fc from 'fast-check'
import { beforeAll, expect } from 'vitest'
import type { Endpoint } from '../../../../platform/api/endpoint.ts'
import { api } from '../../../../platform/api/index.ts'
import { openApiDocument } from '../../../../platform/api/openapi.ts'
import { describeProblems, fillPath } from '../../../../platform/api/read.ts'
import { openWorld } from '../specification/world.ts'
import type { Answer } from '../support.ts'
import type { Source } from './arbitrary.ts'
import { type Document, describeOperation, type Operation, printQuery, type Request, requestsOf } from './requests.ts'
import { makeSubjects, type Subjects } from './subjects.ts'

const document = JSON.parse(JSON.stringify(openApiDocument(api))) as Document

/** Operations that only an embed session may call. */
const OF_SESSIONS = [
  'listDashboardComments',
  'createDashboardComment',
  'listMentionableEmbedUsers',
  'updateDashboardComment',
  'removeDashboardComment',
  'setDashboardCommentResolved',
  'sharedWorkspaceObjects',
]

/** Operations that remove things come last, with inner things before what contains them. */
const rankOf = ({ operationId, endpoint: { method, path } }: Operation): number => {
  if (operationId === 'bulkDeleteWorkspaceObjects' || operationId === 'connect') return 1
  return method === 'DELETE' ? 1000 - path.length : 0
}

export const OPERATIONS: readonly Operation[] = Object.values(api)
  .flatMap(({ endpoints }) => Object.entries<Endpoint>(endpoints))
  .map(([operationId, endpoint]) => describeOperation(document, operationId, endpoint))
  .toSorted((a, b) => rankOf(a) - rankOf(b))

const SEED = 20_260_702

export interface Sending {
  /** Parameters for the path, instead of those of a real object. */
  readonly place?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  /** Sent unchanged, as JSON unless a type is given. */
  readonly raw?: string
  readonly type?: string
  /** A key or token instead of the admin's; null for none. */
  readonly credential?: string | null
}

export interface Driver {
  readonly world: World
  /** The token of an embed session. */
  readonly token: () => string
  send(operation: Operation, sending: Sending): Promise<Answer>
  source(operation: Operation): Source
  /** Requests that the document allows: the same on every call. */
  requests(operation: Operation): readonly Request[]
  /** A call of the data API, with its own token. */
  data(path: string, body: object): Promise<Answer>
  /** A digest of each table: equal before and after means that nothing changed. */
  everything(): Record<string, string>
}

/**
 * Only these tests read the table: they check that the sandbox does what it declares. Whether it declares the right
 * thing is tested elsewhere.
 *
 * One sandbox with things in it, and a way to call every operation of the table on them. With `prepares`, everything
 * that a call needs is set up before each call.
 */
export function openDriver({ prepares }: { readonly prepares: boolean }): Driver {
  const world = openWorld()
  let subjects: Subjects | undefined
  let dataToken = ''
  beforeAll(async () => {
    subjects = await makeSubjects(world)
    dataToken = String((await world.ok('POST', '/api/v1/deployments/2/token'))['platformApiToken'])
  })
  const made = (): Subjects => {
    if (!subjects) throw new Error('the subjects are not made yet')
    return subjects
  }

  const authorizationOf = ({ operationId, endpoint }: Operation, given: Sending['credential']) => {
    if (endpoint.auth === 'none' || given === null) return {}
    const scheme = endpoint.auth === 'api-key' ? 'Api-Key' : 'Bearer'
    const usual = OF_SESSIONS.includes(operationId) ? made().token : world.sandbox().keys.admin
    return { authorization: `${scheme} ${given ?? usual}` }
  }

  const source = ({ operationId }: Operation): Source => ({
    schemas: document.components.schemas,
    known: (field) => made().known(operationId, field),
  })
  const requests = new Map<Operation, readonly Request[]>()

  return {
    world,
    source,
    requests(operation) {
      const known = requests.get(operation)
      const some = known ?? fc.sample(requestsOf(source(operation), operation), { numRuns: 8, seed: SEED })
      requests.set(operation, some)
      return some
    },
    token: () => made().token,
    everything: world.everything,
    data: (path, body) => world.data(dataToken, 'POST', path, body),
    async send(operation, { place, query = {}, body, raw, type = 'application/json', credential }) {
      const { operationId, endpoint, isForm } = operation
      const filled = fillPath(endpoint.path, { ...made().place(operationId, endpoint.path), ...place })
      if (!filled.ok) throw new Error(filled.problems.join('; '))
      if (prepares) await BEFORE[operationId]?.(world)
      const headers: Record<string, string> = authorizationOf(operation, credential)
      const path = `${filled.value}${printQuery(query)}`
      const options = { as: 'nobody', headers }
      if (raw !== undefined) {
        return world.call(endpoint.method, path, { ...options, raw, headers: { ...headers, 'content-type': type } })
      }
      if (!isForm) return world.call(endpoint.method, path, { ...options, body })
      const form = formOf(body ?? {}, endpoint.filePart ?? '')
      return world.call(endpoint.method, path, { ...options, raw: form, headers: { ...headers, 'content-type': FORM } })
    },
  }
}

const BOUNDARY = 'edge-of-a-part'
const FORM = `multipart/form-data; boundary=${BOUNDARY}`

function formOf(fields: object, filePart: string): string {
  const part = (name: string, value: string, more = ''): string =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
  const parts = Object.entries(fields).map(([name, value]) => part(encodeURIComponent(name), String(value)))
  return `${parts.join('')}${part(filePart, 'cubes: []\n', '; filename="f"')}--${BOUNDARY}--\r\n`
}

type World = ReturnType<typeof openWorld>
const BUILD = '/build/api/v1/deployments/2'
const openDevMode = async ({ ok }: World): Promise<void> => void (await ok('POST', `${BUILD}/dev-mode`))

/** What each call needs beforehand, in case the previous one changed it. */
const BEFORE: Readonly<Record<string, (world: World) => Promise<void>>> = {
  updateFiles: openDevMode,
  removeFiles: openDevMode,
  commitChanges: openDevMode,
  async renameFiles(world) {
    await openDevMode(world)
    const files = [{ path: 'model/cubes/before.yml', content: 'cubes: []\n' }]
    await world.ok('PUT', `${BUILD}/data-model/files`, { body: { files } })
    await world.ok('DELETE', `${BUILD}/data-model/files`, { body: { files: [{ path: 'model/cubes/renamed.yml' }] } })
  },
}

/** A 5xx is a failure of the sandbox; a refusal must look like a refusal, and a success must match the table. */
export function expectSound({ endpoint }: Operation, answer: Answer, request: unknown): void {
  const shown = JSON.stringify(request)?.slice(0, 2000)
  if (answer.status >= 500) throw new Error(`${answer.status} ${answer.text} to ${shown}`)
  if (answer.status >= 400) {
    expect({ request: shown, ...refusalOf(answer) }).toEqual({ request: shown, isRefusal: true })
    return
  }
  expect({ request: shown, status: answer.status }).toEqual({ request: shown, status: endpoint.status ?? 200 })
  if (endpoint.response === null) return
  const checked = endpoint.response.safeParse(JSON.parse(answer.text))
  if (!checked.success) throw new Error(`the answer to ${shown}: ${describeProblems(checked.error).join('; ')}`)
}

/** A refusal of the management API or of SCIM. */
function refusalOf({ status, text, headers }: Answer): { isRefusal: boolean; text?: string } {
  const body = JSON.parse(text) as Record<string, unknown>
  const type = headers.get('content-type') ?? ''
  const isOurs =
    type.startsWith('application/json') && typeof body['message'] === 'string' && body['statusCode'] === status
  const isScim =
    type === 'application/scim+json' && typeof body['detail'] === 'string' && body['status'] === `${status}`
  return isOurs || isScim ? { isRefusal: true } : { isRefusal: false, text }
}
