import { z } from 'zod'

const oneOf = <const V extends readonly [string, ...string[]]>(values: V, mirrors: string) => ({
  schema: z.enum(values),
  initial: values[0],
  mirrors,
})
const number = (initial: number, least: number, mirrors: string) => ({ schema: z.int().min(least), initial, mirrors })

/**
 * What the specification leaves open. The first value of each switch is the sandbox's default; `mirrors` names the
 * open question. The product must work under every combination.
 */
export const SWITCHES = {
  reportMeta: oneOf(['replace', 'merge'], 'Whether a sent report `meta` replaces the stored one or is merged into it.'),
  bySlugMeta: oneOf(
    ['shallow', 'deep'],
    'How deeply the upsert by slug merges `meta`. An update by id always replaces it.',
  ),
  metaDraft: oneOf(['with', 'without'], 'Whether a workbook is read with or without `meta.dashboardDraft`.'),
  replacedMetaDraft: oneOf(
    ['dropped', 'kept'],
    'Whether the draft is dropped when an update by id replaces `meta` without `dashboardDraft`.',
  ),
  draftAnswer: oneOf(['with', 'without'], 'Whether the answer to a saved draft contains that draft.'),
  publishDraft: oneOf(['keeps', 'clears'], 'Whether the draft still exists after a publish.'),
  nulls: oneOf(['clear', 'ignore'], 'Whether null in an update clears a field or is ignored.'),
  deletedWorkbookReports: oneOf(['removed', 'detached'], 'What happens to the reports of a deleted workbook.'),
  workbooksList: oneOf(
    ['all', 'root'],
    'Whether the list of workbooks without `folderId` is everything or only the root.',
  ),
  listRows: oneOf(['full', 'slim'], 'Whether rows of lists contain definitions or only what a list view shows.'),
  themeKeys: oneOf(['kept', 'dropped'], 'Whether theme keys outside the typed input survive.'),
  partialFinish: oneOf(
    ['prunes', 'keeps'],
    'Whether an upload that is finished with a partial list of files removes the others.',
  ),
  uiSaveMeta: oneOf(['keeps', 'drops'], 'Whether a save in the UI keeps `meta` keys that the UI does not know.'),
  duplicateMeta: oneOf(['copied', 'dropped'], 'Whether a duplicated workbook gets the `meta` of its source.'),
  deletedPublicId: oneOf(['reusable', 'retired'], 'Whether the public id of a deleted report may be used again.'),
  expectedVersion: oneOf(['known', 'ignored'], 'Whether a report update honours `expectedVersion`.'),
  unknownRoutes: oneOf(
    ['json', 'html'],
    'Whether an unknown route is a JSON 404 or, as on the live platform, 200 with HTML.',
  ),
  usageAnalytics: oneOf(['on', 'off'], 'Whether the account has usage analytics.'),
  oauthConsent: oneOf(
    ['pending', 'granted'],
    'Whether an OAuth flow that a user starts stays pending, or the user grants the token at once.',
  ),
  embedTokens: oneOf(
    ['revocable', 'older'],
    'Whether embed tokens carry the revocable claim. Those without it keep working after a revoke, until they expire.',
  ),
  embedTokenEnd: oneOf(
    ['trust', 'expiry'],
    'Whether an embed token is refused after about 23 hours, as long as the iframe trusts it, or when it expires after 24.',
  ),
  embedGroupNames: oneOf(
    ['group', 'bare'],
    'Whether a tenant’s group is `system:tenant:{name}:group:{group}` in the security context, or without `group:`.',
  ),
  embedUserAttributes: oneOf(
    ['removed', 'present'],
    'Whether the two user-attribute paths of embed tenants exist: the specification says both yes and no.',
  ),
  embedExternalIds: oneOf(['shown', 'hidden'], 'Whether embed users made from now on show their `externalId`.'),
  embedUserLimit: number(10_000, 0, 'How many external users an account may have.'),
  pageSize: number(50, 1, 'Rows per page if `first` is not sent.'),
  pageSizeCap: number(1000, 1, 'The maximum number of rows per page, whatever `first` asks for.'),
  rateLimit: number(0, 0, 'Requests per second and key before a 429 with Retry-After; 0 means no limit.'),
  buildMs: number(150, 0, 'How long a build of the data model takes, by the platform’s clock.'),
  emptyVariable: oneOf(
    ['stored', 'removes'],
    'Whether an environment variable that is set to an empty value is removed.',
  ),
  dataDownload: oneOf(['allowed', 'restricted'], 'Whether the workspace restricts the download of data.'),
  gitProvider: oneOf(['linked', 'unlinked'], 'Whether the account is linked with the Git hosting service.'),
  queryWaits: number(1, 0, 'How often a new query of the data API answers `Continue wait` before its rows.'),
  queryValues: oneOf(['numbers', 'texts'], 'Whether the data API writes numbers as numbers, or as texts.'),
  exportMs: number(200, 0, 'How long a dashboard export takes, by the platform’s clock.'),
  syncMs: number(500, 0, 'How long a project sync takes, by the platform’s clock.'),
} as const

export type SwitchName = keyof typeof SWITCHES
export type Switches = { [Name in SwitchName]: z.output<(typeof SWITCHES)[Name]['schema']> }

export const initialSwitches = (): Switches =>
  Object.fromEntries(Object.entries(SWITCHES).map(([name, { initial }]) => [name, initial])) as Switches

/** Any subset of the switches. An unknown name is an error, because with a typo a test would prove nothing. */
export const SwitchChanges = z.strictObject(
  Object.fromEntries(Object.entries(SWITCHES).map(([name, { schema }]) => [name, schema.optional()])) as {
    [Name in SwitchName]: z.ZodOptional<(typeof SWITCHES)[Name]['schema']>
  },
)
export type SwitchChanges = z.output<typeof SwitchChanges>
