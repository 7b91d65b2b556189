import { jsonIn, stringifyJson } from '@boardwright/common'

export interface ErrorBody {
  /** Empty if the body gives no reason. */
  readonly message: string
  readonly code: string | undefined
}

const MOST_CHARACTERS = 800
const MOST_BYTES = 64 * 1024
const MOST_OF_A_PAGE = 16 * 1024

/** All shapes seen in the field: `message`, then `error`, as text or structured, otherwise the whole body. */
export function readErrorBody(body: Buffer): ErrorBody {
  const text = body.toString('utf8', 0, MOST_BYTES)
  const json = jsonIn(text)
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return { message: clean(text), code: undefined }
  const fields = json as Readonly<Record<string, unknown>>
  const code = typeof fields['code'] === 'string' ? clean(fields['code']) : ''
  return {
    message: clean(saying(fields['message']) ?? saying(fields['error']) ?? text),
    code: code === '' ? undefined : code,
  }
}

export function isHtml(body: Buffer): boolean {
  const start = body
    .toString('latin1', 0, 256)
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
  return start.startsWith('<') && !start.startsWith('<?xml')
}

/** Undefined for a value without a message: a bare number or boolean, or an empty text or container. */
function saying(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return undefined
  return stringifyJson(value)
}

const INVISIBLE = /<(script|style)\b.*?(?:<\/\1\s*>|$)|<head\b.*?(?:<\/head\s*>|(?=<body\b)|$)|<!--.*?(?:-->|$)/gis
const TAG = /<\/?[a-z!][^<>]*>/gi
/** Terminal sequences, and every other character that would act on a terminal. */
const ESCAPES = /\p{Cc}\[[0-?]*[ -/]*[@-~]/gu
const UNREADABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]+/gu

function wordsOf(page: string): string {
  return page.slice(0, MOST_OF_A_PAGE).replace(INVISIBLE, ' ').replace(TAG, ' ')
}

function clean(text: string): string {
  const line = (text.trimStart().startsWith('<') ? wordsOf(text) : text)
    .replace(ESCAPES, ' ')
    .replace(UNREADABLE, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...line]
  return characters.length <= MOST_CHARACTERS ? line : `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…`
}
