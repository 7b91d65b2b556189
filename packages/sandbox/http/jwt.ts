import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { stringifyJson } from '@boardwright/common'
import type { Platform } from '../platform.ts'

/** The claims of a token that this sandbox signed. Times are seconds since 1970, as in every JWT. */
export type Claims = Readonly<Record<string, unknown>> & {
  readonly aud: string
  readonly iat: number
  readonly exp: number
}

export type Verified =
  | { readonly ok: true; readonly claims: Claims }
  | {
      readonly ok: false
      readonly problem: 'is malformed' | 'was not signed here' | 'is for another use' | 'has expired'
    }

const HEADER = encode({ alg: 'HS256', typ: 'JWT' })

/** Signs a token for one use (`data`, `embed`, ...). The same claims at the same second give the same token. */
export function signJwt(platform: Platform, use: string, claims: Readonly<Record<string, unknown>>, seconds: number) {
  const iat = secondsNow(platform)
  const signed = `${HEADER}.${encode({ ...claims, aud: use, iat, exp: iat + seconds })}`
  return `${signed}.${signatureOf(platform, signed)}`
}

/** Checks that a token is valid now, by the platform's clock, and was signed by this sandbox for this use. */
export function verifyJwt(platform: Platform, use: string, token: string): Verified {
  const [header, payload, signature, ...rest] = token.split('.')
  const claims = payload === undefined ? undefined : decode(payload)
  if (signature === undefined || rest.length > 0 || !isClaims(claims)) return { ok: false, problem: 'is malformed' }
  const expected = Buffer.from(signatureOf(platform, `${header}.${payload}`))
  const sent = Buffer.from(signature)
  // Only one header is accepted: a token that names another algorithm, or none, was not signed here.
  if (header !== HEADER || sent.length !== expected.length || !timingSafeEqual(sent, expected)) {
    return { ok: false, problem: 'was not signed here' }
  }
  if (claims.aud !== use) return { ok: false, problem: 'is for another use' }
  if (claims.exp <= secondsNow(platform)) return { ok: false, problem: 'has expired' }
  return { ok: true, claims }
}

const secondsNow = ({ clock }: Platform): number => Math.floor(clock.now().getTime() / 1000)

const signatureOf = (platform: Platform, signed: string): string =>
  createHmac('sha256', secretOf(platform)).update(signed).digest('base64url')

/** One secret for each sandbox, kept across restarts. A reset makes a new one. */
function secretOf({ db }: Platform): string {
  const read = (): string | undefined =>
    db.get<{ value: string }>("select value from settings where name = 'token secret'")?.value
  const known = read()
  if (known !== undefined) return known
  const made = randomBytes(32).toString('base64url')
  db.run("insert or ignore into settings (name, value) values ('token secret', ?)", made)
  return read() ?? made
}

function encode(value: unknown): string {
  return Buffer.from(stringifyJson(value)).toString('base64url')
}

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined
    throw cause
  }
}

const isClaims = (value: unknown): value is Claims =>
  typeof value === 'object' &&
  value !== null &&
  'aud' in value &&
  typeof value.aud === 'string' &&
  'iat' in value &&
  typeof value.iat === 'number' &&
  'exp' in value &&
  typeof value.exp === 'number'
