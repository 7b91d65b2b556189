import { randomUUID } from 'node:crypto'
import { BoardwrightError, stringifyJson } from '@boardwright/common'
import type { AuthScheme, Endpoint } from '../api/endpoint.ts'
import { fillPath, writeQuery } from '../api/read.ts'
import { problemsOf } from './check.ts'
import type { BaseUrl } from './dispatcher.ts'
import type { Request } from './transport.ts'
import type { AnyInput } from './types.ts'

export interface Sender {
  readonly base: BaseUrl
  readonly userAgent: string
  readonly authorization: Readonly<Record<AuthScheme, Readonly<Record<string, string>>>>
}

/** The endpoint as errors name it: method and path template. */
export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/** Builds a request that fits the endpoint's schemas, or throws an error that names the field. Sends nothing. */
export function writeRequest(sender: Sender, endpoint: Endpoint, input: AnyInput): Request {
  const path = writePath(sender.base, endpoint, input)
  const { contentType, body } = writeBody(endpoint, input)
  return {
    method: endpoint.method,
    path,
    headers: {
      accept: 'application/json',
      'user-agent': sender.userAgent,
      ...sender.authorization[endpoint.auth],
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
    },
    body,
  }
}

function writePath(base: BaseUrl, endpoint: Endpoint, { path = {}, query = {} }: AnyInput): string {
  refuse(endpoint, 'path', problemsOf(endpoint.params, path))
  const filled = fillPath(endpoint.path, path)
  if (!filled.ok) throw invalid(endpoint, 'path', filled.problems)
  if (endpoint.query !== undefined) refuse(endpoint, 'query', problemsOf(endpoint.query, query))
  const search = writeQuery(endpoint, query)
  return `${base.path}${filled.value}${search === '' ? '' : `?${search}`}`
}

interface Body {
  readonly contentType?: string
  readonly body: Request['body']
}

function writeBody(endpoint: Endpoint, { body, file, fileName }: AnyInput): Body {
  if (endpoint.body === undefined) return { body: null }
  refuse(endpoint, 'body', problemsOf(endpoint.body, body))
  if (endpoint.filePart === undefined) {
    return body === undefined ? { body: null } : { contentType: 'application/json', body: stringifyJson(body) }
  }
  if (file === undefined || fileName === undefined) throw invalid(endpoint, endpoint.filePart, ['is missing'])
  return writeMultipart({ ...(body as object) }, { name: endpoint.filePart, fileName, bytes: file })
}

function refuse(endpoint: Endpoint, part: string, problems: readonly string[]): void {
  if (problems.length > 0) throw invalid(endpoint, part, problems)
}

function invalid(endpoint: Endpoint, part: string, problems: readonly string[]): BoardwrightError {
  const message = `${nameOf(endpoint)} was not sent: its ${part} is not valid: ${problems.join('; ')}`
  return new BoardwrightError('REQUEST_INVALID', message, { http: { endpoint: nameOf(endpoint), tries: 0 } })
}

interface Multipart {
  readonly contentType: string
  readonly body: Uint8Array
}

interface FilePart {
  readonly name: string
  readonly fileName: string
  readonly bytes: Uint8Array
}

/** Text fields come first, so that a streaming reader knows what the file is before it arrives. */
function writeMultipart(fields: Readonly<Record<string, unknown>>, file: FilePart): Multipart {
  const boundary = `boardwright-${randomUUID()}`
  const head = (disposition: string) => `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n`
  const texts = Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${head(`name=${quote(name)}`)}\r\n${value}\r\n`)
  const fileHead = head(`name=${quote(file.name)}; filename=${quote(file.fileName)}`)
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([
      Buffer.from(`${texts.join('')}${fileHead}content-type: application/octet-stream\r\n\r\n`),
      file.bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  }
}

/** Escaped as browsers do it, so that a name cannot end its header line. */
function quote(name: string): string {
  return `"${name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')}"`
}
