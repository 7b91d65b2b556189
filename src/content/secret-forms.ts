import { keysIn, pattern, SHORTEST_SECRET } from '@boardwright/common'
import { sha256Of } from './digest.ts'

/** Only lines as a key has them are hidden: whoever reviews a plan has to see any other text between the marks. */
const PRIVATE_KEY =
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:(?:(?:\s|\\[nr]){1,4}[A-Za-z0-9+/]{40,4000}={0,2}){1,100}(?:(?:\s|\\[nr]){1,4}[A-Za-z0-9+/]{1,76}={0,2})?(?:(?:\s|\\[nr]){1,4}-----END [A-Z ]{0,30}PRIVATE KEY-----)?)?/

/** Texts that are secrets wherever they are, by their well-known forms. */
export const SECRET_FORMS: readonly (readonly [form: RegExp, what: string])[] = [
  [PRIVATE_KEY, 'a private key'],
  [/\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/, 'an access key of AWS'],
  // A placeholder is no password: `${...}`, `{{...}}`, `<...>`, `***`. Nor is what may be code, which people have to see.
  [/\b[a-z][a-z0-9+]{1,20}:\/\/[^\s:/@'"<>]{1,100}:(?![${<*])[^\s/@'"<>(){}`]{1,200}@/, 'an address with a password'],
  [/\beyJ[\w-]{8,2000}\.eyJ[\w-]{8,4000}\.[\w-]{8,2000}/, 'a signed token'],
  [/\b(?:gh[pousr]_\w{20,255}|github_pat_\w{20,255})\b/, 'a token of GitHub'],
  [/\bglpat-[\w-]{16,255}/, 'a token of GitLab'],
  [/\bxox[abprs]-[\w-]{10,255}/, 'a token of Slack'],
  [/\b(?:sk|pk|rk)_(?:live|test)_\w{8,255}/, 'a key of Stripe'],
  [/\bAIza[\w-]{35}(?![\w-])/, 'a key of Google'],
  [/\bSG\.[\w-]{22}\.[\w-]{43}/, 'a key of SendGrid'],
  [/\bdapi[0-9a-f]{32}\b/, 'a token of Databricks'],
  [/\bbw-sandbox-[0-9a-f]{48}\b/, 'a key of the sandbox'],
]

export interface SecretFound {
  readonly from: number
  readonly length: number
  readonly what: string
}

const FORMS = SECRET_FORMS.map(([form, what]) => [pattern('g')`${form}`, what] as const)
/** Nearly no text has one of these. */
const MAY_HOLD = /PRIVATE KEY|A[KS]IA|:\/\/|eyJ|gh[pousr]_|github_pat_|glpat-|xox|[spr]k_|AIza|SG\.|dapi|bw-sandbox-/

/** Secrets in a text: of a known form, or one of these tokens. */
export function secretsIn(text: string, tokens: readonly string[] = []): SecretFound[] {
  const ofTokens = tokens.flatMap((token) => {
    const from = text.indexOf(token)
    return from < 0 ? [] : [{ from, length: token.length, what: A_TOKEN }]
  })
  if (!MAY_HOLD.test(text)) return ofTokens
  const found = FORMS.flatMap(([form, what]) =>
    [...text.matchAll(form)].map(({ 0: { length }, index }): SecretFound => ({ from: index, length, what })),
  )
  const isToken = ({ from, length }: SecretFound): boolean =>
    ofTokens.some((each) => each.from < from + length && from < each.from + each.length)
  return [...ofTokens, ...found.filter((each) => !isToken(each))]
}

export const A_TOKEN = 'the token of this run'

/** The text with each secret replaced. */
export function hideSecrets(text: string, tokens: readonly string[], replace: (secret: string) => string): string {
  const tokenless = tokens.reduce((all, token) => all.replaceAll(token, replace(token)), text)
  return MAY_HOLD.test(tokenless)
    ? FORMS.reduce((all, [form]) => all.replace(form, (secret) => replace(secret)), tokenless)
    : tokenless
}

/** Columns and lines stay. */
export const blotted = (secret: string): string => secret.replace(/[^\n]/g, '*')

/** Says that a secret changed, not what it is: two of them rarely have the same mark, and many others have it too. */
export const marked = (secret: string): string => `(a secret, ${sha256Of(secret).slice(0, 4)})`

/** The keys that this run was started with. */
export const tokensIn = (env: Readonly<Record<string, string | undefined>>): string[] =>
  keysIn(env).filter(({ length }) => length >= SHORTEST_SECRET)
