import { placeOf, type Rule } from './rule.ts'
import { AUTHENTICATION, SERVICE } from './rules/authentication.ts'
import { DASHBOARDS } from './rules/dashboards.ts'
import { ERRORS, LIMITS } from './rules/errors-and-limits.ts'
import { GENERATE_SESSION } from './rules/generate-session.ts'
import { LIST_FOLDERS } from './rules/list-folders.ts'
import { PATHS_OF_CONTENT } from './rules/paths-of-content.ts'
import { PATHS_OF_DEPLOYMENTS } from './rules/paths-of-deployments.ts'
import { PUBLISH } from './rules/publish.ts'
import { FOLDERS, SNAPSHOTS } from './rules/reports-and-folders.ts'
import { EMBED_TENANT_ADMIN, REVOKE_SESSION } from './rules/revoke-and-tenants.ts'
import { BRANCHES } from './rules/session-branches.ts'
import { SESSION_SETTINGS } from './rules/session-settings.ts'
import { ATTRIBUTE_VALUES, GROUPS_AND_DEFINITIONS, PROFILES } from './rules/session-users.ts'
import { STATES } from './rules/states.ts'
import { VERSIONING } from './rules/versioning.ts'

interface Chapter {
  readonly title: string
  /** Lines that state something: `21:4` has four sentences, each of `39-54` has one. Table heads are left out. */
  readonly lines: string
  readonly rules: readonly Rule[]
}

/**
 * The whole specification, sentence by sentence, without its words. A row of a table counts as at least one sentence.
 */
export const CHAPTERS: readonly Chapter[] = [
  { title: 'The service', lines: '3:5 7:2 9-11 13:2 17-19 21:4 23 27 28:2 29', rules: SERVICE },
  {
    title: 'Dashboards',
    lines: '33:3 39-54 58 62-68 70 74-77 79 83-87 89 93-98 100:2 102 106-109',
    rules: DASHBOARDS,
  },
  {
    title: 'Snapshots and folders',
    lines: '113:2 117-124 130-139 141 145 149:2 153:2',
    rules: [...SNAPSHOTS, ...FOLDERS],
  },
  { title: 'States', lines: '157:2 159:4 161 165-166 167:2 169:2', rules: STATES },
  { title: 'Publish', lines: '173:2 177 179:2 183-188 190:2', rules: PUBLISH },
  {
    title: 'List folders',
    lines: '194 196 200:2 201-202 204:2 206 210-213 215 217:3 218:2 219:2',
    rules: LIST_FOLDERS,
  },
  {
    title: 'Generate a session: the body',
    lines: '223 225 227 231-235 236:2 237:2 238 239:2 240-241 242:2 243-244 246',
    rules: GENERATE_SESSION,
  },
  {
    title: 'Generate a session: users, groups, branches',
    lines: '248:6 250:2 252-253 254:2 255 257 261-263 265:3 267:2 269 273-277 279:2 281:3 283 285 286:2 287:4',
    rules: [...PROFILES, ...ATTRIBUTE_VALUES, ...GROUPS_AND_DEFINITIONS, ...BRANCHES],
  },
  {
    title: 'Session settings',
    lines: '289:6 293:5 294:2 295:2 296:3 297:2 298:3 299:2 300:3 301:3 302:3 303:3 305:2',
    rules: SESSION_SETTINGS,
  },
  {
    title: 'Revoke a session, embed tenants',
    lines: '309 311 313:5 317:2 321-324 326:2',
    rules: [...REVOKE_SESSION, ...EMBED_TENANT_ADMIN],
  },
  {
    title: 'Other paths',
    lines: '330:2 334-340 341:2 342-354',
    rules: [...PATHS_OF_DEPLOYMENTS, ...PATHS_OF_CONTENT],
  },
  {
    title: 'Authentication',
    lines: '358 359:3 360:2 361 362:2 363:4 364:4 365:2 366:2 367:2',
    rules: AUTHENTICATION,
  },
  { title: 'Events and errors', lines: '371:5 377-381 383:5', rules: ERRORS },
  { title: 'Limits', lines: '389-400 402', rules: LIMITS },
  { title: 'Versioning', lines: '406:3 407:2 408:2 409:4 410-415', rules: VERSIONING },
]

/** Sentences that state no rule. */
export const NO_RULE: Readonly<Record<string, string>> = {
  'about the document itself': '3.1 3.2 3.3 3.4 3.5 13.2 149.1 153.2 330.1 407.1 415.1',
  'says what the service is': '7.1 13.1',
  'announces what follows': '7.2 70.1 79.1 89.1 161.1 196.1 215.1 227.1 250.2 257.1 269.1 283.1 289.1 407.2',
  'says that something is left open': '141.1 153.1 157.2 159.4 204.2 219.2 330.2 371.1 371.4 383.5 402.1',
}

interface Gap {
  readonly place: string
  /** In words of our own. */
  readonly rule: string
  readonly reason: string
}

const BROWSER = 'Only a browser shows this. The sandbox has no user interface.'
const NO_AI = 'The sandbox has no AI API.'

/** Rules that no exchange with the sandbox can show. */
export const OUT_OF_REACH: readonly Gap[] = [
  { place: '18.1', rule: 'the AI API streams conversations', reason: NO_AI },
  { place: '21.1', rule: 'the address has the name of the account', reason: 'The sandbox is on this machine.' },
  { place: '21.2', rule: 'it may have its own domain', reason: 'The sandbox is on this machine.' },
  { place: '21.3', rule: 'HTTPS only', reason: 'On this machine it is plain HTTP, and nothing listens elsewhere.' },
  { place: '28.2', rule: 'builds have their own workers', reason: 'One process does everything.' },
  { place: '169.1', rule: 'a revoke leaves the frame where it is', reason: BROWSER },
  { place: '293.3', rule: 'without AI, no credentials of AI chat', reason: NO_AI },
  { place: '300.2', rule: 'without the item, the pane shows titles', reason: BROWSER },
  { place: '301.2', rule: 'without the item, the pane is grouped as usual', reason: BROWSER },
  { place: '305.1', rule: 'the chat API has no settings', reason: NO_AI },
  { place: '305.2', rule: 'except for two session settings', reason: NO_AI },
  {
    place: '359.3',
    rule: 'OAuth access tokens are sent as keys are',
    reason: 'There is no authorization server here.',
  },
  { place: '362.1', rule: 'the AI API takes an API key', reason: NO_AI },
  { place: '366.2', rule: 'keys are kept safe, and rotated', reason: 'This rule is for people, not for the service.' },
  { place: '371.2', rule: 'a frame takes two messages', reason: BROWSER },
  { place: '371.3', rule: 'what the messages are called', reason: BROWSER },
  { place: '371.5', rule: 'the messages take precedence over the settings', reason: BROWSER },
]

/** Rules that an exchange can only show in part: the rest, and why. */
export const IN_PART: readonly Gap[] = [
  { place: '9.1', rule: 'agents', reason: 'Their paths are not documented.' },
  { place: '10.1', rule: 'AI settings are written', reason: 'No API call writes them; a control does.' },
  { place: '17.1', rule: 'the data API has its own host', reason: 'Here everything is on one address.' },
  { place: '43.1', rule: 'draft and archived', reason: 'No documented call leads there.' },
  { place: '53.1', rule: 'true or false', reason: 'No documented call sets it, so it is left out.' },
  { place: '54.1', rule: 'true or false', reason: 'No documented call sets it, so it is left out.' },
  {
    place: '117.1',
    rule: 'the description as a text',
    reason: 'No documented call writes the description of a report.',
  },
  { place: '157.1', rule: 'draft and archived', reason: 'No documented call leads there.' },
  { place: '159.1', rule: 'a run that is UNKNOWN', reason: 'The sandbox always knows.' },
  { place: '159.2', rule: 'runs with other triggers', reason: 'Everything here is started through the API.' },
  { place: '248.5', rule: 'initials are shown instead', reason: BROWSER },
  { place: '286.1', rule: 'queries of chat', reason: NO_AI },
  { place: '289.6', rule: 'the address of the frame sets it', reason: BROWSER },
  { place: '293.1', rule: 'nothing shows AI', reason: `${BROWSER} ${NO_AI}` },
  ...['294.1', '295.1', '296.1', '298.1', '299.1', '300.1', '301.1'].map((place) => ({
    place,
    rule: 'what is not shown then',
    reason: BROWSER,
  })),
  { place: '296.2', rule: 'it is drawn', reason: BROWSER },
  { place: '297.1', rule: 'chat saves nothing then', reason: NO_AI },
  { place: '302.1', rule: 'which languages there are', reason: 'The specification names none; ten were chosen.' },
  { place: '302.2', rule: 'messages and the address of the frame take precedence', reason: BROWSER },
  { place: '303.1', rule: 'messages, the address, and what a dashboard pins', reason: BROWSER },
  { place: '351.1', rule: 'Python runs', reason: 'There is no Python here, so it is refused.' },
  { place: '358.1', rule: 'HTTPS only', reason: 'On this machine it is plain HTTP.' },
  { place: '359.2', rule: 'OAuth access tokens', reason: 'There is no authorization server here.' },
  { place: '410.1', rule: 'an endpoint of regions is gone', reason: 'Its path is not documented.' },
]

/** `9-11 13:2` means 9.1, 10.1, 11.1, 13.1 and 13.2. */
export function placesOf({ lines }: Pick<Chapter, 'lines'>): string[] {
  return lines.split(' ').flatMap((entry) => {
    const [from, to] = entry.split('-').map(Number.parseFloat)
    if (from !== undefined && to !== undefined) {
      return Array.from({ length: to - from + 1 }, (_, index) => `${from + index}.1`)
    }
    const [line, count = '1'] = entry.split(':')
    return Array.from({ length: Number(count) }, (_, index) => `${line}.${index + 1}`)
  })
}

export interface Tally {
  readonly sentences: number
  /** Sentences that state a rule. */
  readonly rules: number
  /** Sentences that are shown, completely or in part. */
  readonly shown: number
  readonly inPart: number
  readonly outOfReach: number
  /** Test rows: a sentence may have several. */
  readonly rows: number
}

export function tally(chapters: readonly Chapter[]): Tally {
  const places = chapters.flatMap(placesOf)
  const rows = chapters.flatMap(({ rules }) => rules)
  const count = (found: readonly string[]): number => places.filter((place) => found.includes(place)).length
  const noRule = Object.values(NO_RULE).flatMap((list) => list.split(' '))
  return {
    sentences: places.length,
    rules: places.length - count(noRule),
    shown: count(rows.map(placeOf)),
    inPart: count(IN_PART.map(({ place }) => place)),
    outOfReach: count(OUT_OF_REACH.map(({ place }) => place)),
    rows: rows.length,
  }
}
