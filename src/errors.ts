/**
 * Every error a user can meet. Codes are public and permanent: never rename, never reuse.
 * `exit` is the exit status of the command line, `hint` the next thing to do.
 */
export const ERRORS = {
  FILE_ENCODING: { code: 'BW-E1101', exit: 1, hint: 'Save it as UTF-8 without a byte order mark, with LF line ends.' },
  FILE_TOO_LARGE: { code: 'BW-E1102', exit: 1, hint: 'Move long texts to files beside it, or split it.' },
  YAML_SYNTAX: {
    code: 'BW-E1103',
    exit: 1,
    hint: 'Check indentation and quotes. Text with special characters needs quotes.',
  },
  YAML_DUPLICATE_KEY: { code: 'BW-E1104', exit: 1, hint: 'Keep one of the two.' },
  YAML_FORBIDDEN: {
    code: 'BW-E1105',
    exit: 1,
    hint: 'Write the value out. Text that starts with & * ! or % needs quotes.',
  },
  YAML_TOO_DEEP: { code: 'BW-E1106', exit: 1, hint: 'Nest it less.' },
  YAML_KEY: { code: 'BW-E1107', exit: 1, hint: 'A key is a text. Use quotes for an empty one.' },
  YAML_NUMBER: { code: 'BW-E1108', exit: 1, hint: 'Write it as a decimal number, or in quotes if it is text.' },
  SCHEMA: { code: 'BW-E1201', exit: 1, hint: 'See docs/reference for the keys of each file.' },
  FILE_UNKNOWN: { code: 'BW-E1202', exit: 1, hint: 'Rename it, move it out of the tree, or remove it.' },
  REFERENCE_UNKNOWN: { code: 'BW-E1203', exit: 1, hint: 'Add the file, or fix the name that points at it.' },
  DUPLICATE: { code: 'BW-E1204', exit: 1, hint: 'Give one of them another.' },
  SIDE_TWICE: { code: 'BW-E1205', exit: 1, hint: 'Keep one of the two.' },
  NAME_UNSAFE: { code: 'BW-E1206', exit: 1, hint: 'Choose a name that every disk can hold.' },
  FOLDER_UNNAMED: { code: 'BW-E1207', exit: 1, hint: 'Add a folder.yaml with its name to the directory.' },
  LAYOUT_INVALID: { code: 'BW-E1208', exit: 1, hint: 'Move or resize one of the widgets.' },
  MEMBER_UNKNOWN: { code: 'BW-E1209', exit: 1, hint: 'Add the member to the data model, or fix the query.' },
  QUERY_REFUSED: { code: 'BW-E1213', exit: 1, hint: 'The platform refuses such a query. See docs/reference.' },
  EXPORT_NOT_HOME: {
    code: 'BW-E1211',
    exit: 1,
    hint: 'Edit the base file by hand, put the key into an overlay of this target, or export from home.',
  },
  REFERENCE_DANGLING: {
    code: 'BW-E1210',
    exit: 1,
    hint: 'The report was deleted in the platform. Choose another one, or remove the widget.',
  },
  CONFIG_SECRET: {
    code: 'BW-E1301',
    exit: 1,
    hint: 'Remove it from the file, replace it on the platform, and give the new one in the environment.',
  },
  TARGET_CLASH: { code: 'BW-E1302', exit: 1, hint: 'Change or remove one of them.' },
  TARGET_INCOMPLETE: {
    code: 'BW-E1303',
    exit: 1,
    hint: 'Give it in the target, in what it extends, or under `defaults`.',
  },
  EXTENDS_BROKEN: { code: 'BW-E1304', exit: 1, hint: '`extends` names one template or target, and never leads back.' },
  TARGET_UNKNOWN: { code: 'BW-E1305', exit: 1, hint: 'Name one of the targets of boardwright.yaml.' },
  TARGET_NEEDED: { code: 'BW-E1306', exit: 64, hint: 'Say which with --target NAME.' },
  IGNORE_EXPIRED: { code: 'BW-E1307', exit: 1, hint: 'Remove the rule, or give it a later day and say why.' },
  VARIABLE_UNDEFINED: {
    code: 'BW-E1308',
    exit: 1,
    hint: 'Add it to the variables of the target. If the text itself is meant, write one more $ in front of it.',
  },
  VARIABLE_UNUSED: { code: 'BW-E1309', exit: 1, hint: 'Remove it, or use it as ${var.NAME}.' },
  OVERLAY_UNMATCHED: { code: 'BW-E1310', exit: 1, hint: 'Fix the id or the key, or remove it from the overlay.' },
  OVERLAY_INVALID: {
    code: 'BW-E1311',
    exit: 1,
    hint: 'An overlay holds the keys that differ in this target, and `$remove: true` for what is not there.',
  },
  VARIABLE_LOST: { code: 'BW-E1312', exit: 1, hint: 'Put the variable back by hand where it belongs.' },
  LINK_REFUSED: { code: 'BW-E1401', exit: 1, hint: 'Put the file itself in its place, inside the project.' },
  NO_PROJECT: {
    code: 'BW-E1403',
    exit: 1,
    hint: 'Run `boardwright init` to make one, or go into its directory with -C DIR.',
  },
  PROJECT_EXISTS: { code: 'BW-E1406', exit: 1, hint: 'Edit it, or choose another directory with -C DIR.' },
  NO_REPOSITORY: {
    code: 'BW-E1402',
    exit: 1,
    hint: 'Run `git init` first: without git only export, validate and plan work.',
  },
  TOKEN_MISSING: { code: 'BW-E1404', exit: 3, hint: 'Set one of them to an API key of the platform.' },
  HOST_NOT_ALLOWED: { code: 'BW-E1405', exit: 3, hint: 'Allow the host beside the token, if it is the right one.' },
  FORMAT_HELD: {
    code: 'BW-E1411',
    exit: 1,
    hint: 'Look at what its overlay says of the same keys, then bring both into their canonical form by hand.',
  },
  UNCOMMITTED: { code: 'BW-E1412', exit: 1, hint: 'Commit them first, so that git can bring everything back.' },
  OBJECT_UNKNOWN: { code: 'BW-E1413', exit: 1, hint: 'Name a folder, a workbook or a report by its path.' },
  PATH_TAKEN: { code: 'BW-E1414', exit: 1, hint: 'Choose another name.' },
  PLACE_REFUSED: {
    code: 'BW-E1415',
    exit: 1,
    hint: 'Folders and workbooks sit in folders, reports in workbooks or folders.',
  },
  STILL_USED: { code: 'BW-E1416', exit: 1, hint: 'Remove it there first, or let another report stand there.' },
  NOT_EMPTY: { code: 'BW-E1417', exit: 1, hint: 'Add --recursive, if all of it is meant.' },
  SETTINGS_UNREADABLE: { code: 'BW-E1418', exit: 1, hint: 'Add the lines by hand.' },
  SHALLOW_CLONE: {
    code: 'BW-E1419',
    exit: 1,
    hint: 'Fetch all of it: `fetch-depth: 0` for actions/checkout, `GIT_DEPTH: 0` in GitLab, `git fetch --unshallow` by hand.',
  },
  COMMIT_MISSING: {
    code: 'BW-E1420',
    exit: 1,
    hint: 'Fetch the branch that it is on: `git fetch --all`. If it is gone for good, name another one with --at REV.',
  },
  TREE_CHANGED: { code: 'BW-E1421', exit: 1, hint: 'Run the same command again.' },
  PLAN_VERSION: {
    code: 'BW-E1501',
    exit: 1,
    hint: 'Plan again with this version, or apply with the version that made the plan.',
  },
  PLAN_INVALID: { code: 'BW-E1502', exit: 1, hint: 'Plan again: `boardwright plan --out FILE`.' },
  PLAN_STALE: {
    code: 'BW-E1503',
    exit: 5,
    hint: 'Plan again, and look at what changed since.',
  },
  PLAN_ELSEWHERE: {
    code: 'BW-E1504',
    exit: 1,
    hint: 'Apply it where it was made: same project, same target, same commit.',
  },
  JOURNAL_FAILED: {
    code: 'BW-E1505',
    exit: 1,
    hint: 'Free some space or give write access to .boardwright/, then run the same command again. Nothing was sent.',
  },
  SNAPSHOT_INVALID: {
    code: 'BW-E1506',
    exit: 1,
    hint: 'Write it again: `boardwright export --snapshot FILE`.',
  },
  SNAPSHOT_ELSEWHERE: {
    code: 'BW-E1507',
    exit: 1,
    hint: 'Plan the target that the snapshot was written for, or write one of this target.',
  },
  NOT_APPROVED: {
    code: 'BW-E1508',
    exit: 6,
    hint: 'Look at the plan. If it is right, run the command that it ends with, or bring it in with a pull request.',
  },
  PROMOTE_REFUSED: {
    code: 'BW-E1601',
    exit: 1,
    hint: 'Promote from one target onto another one of the same project.',
  },
  PROMOTE_UNAPPLIED: {
    code: 'BW-E1602',
    exit: 1,
    hint: 'Apply to it first: promote brings what was applied there.',
  },
  PROMOTE_UI_EDITS: {
    code: 'BW-E1603',
    exit: 5,
    hint: 'Take the edits into git with `boardwright export`, commit and apply them, then promote again.',
  },
  PROMOTE_UNSETTLED: {
    code: 'BW-E1604',
    exit: 5,
    hint: 'Apply it there first, or say which commit is meant with --at REV.',
  },
  PROMOTE_BLOCKED: {
    code: 'BW-E1605',
    exit: 6,
    hint: 'Fix what is named in the tree, apply it, then promote again.',
  },
  VARIABLE_LITERAL: {
    code: 'BW-E1214',
    exit: 1,
    hint: 'List the file under `interpolate`: what is a text only is written with one more $ there.',
  },
  PLAIN_ID: {
    code: 'BW-E1212',
    exit: 1,
    hint: 'Write ${report.NAME} in its place, and list the file under `interpolate`.',
  },
  UNREACHABLE: {
    code: 'BW-E2001',
    exit: 1,
    hint: 'Check the URL, your network and any proxy, then run the same command again.',
  },
  TIMED_OUT: { code: 'BW-E2002', exit: 1, hint: 'Run the same command again, or allow more time with --timeout.' },
  URL_REFUSED: {
    code: 'BW-E2003',
    exit: 1,
    hint: 'Use an https:// URL with no user name or password in it. Plain http is for this machine only.',
  },
  REDIRECT_REFUSED: {
    code: 'BW-E2004',
    exit: 1,
    hint: 'Set the URL to the address that the platform redirects to, if you trust it.',
  },
  WRITE_REFUSED: {
    code: 'BW-E2005',
    exit: 70,
    hint: 'This is a bug: a command that only reads tried to write. Please report it.',
  },
  PAGING_BROKEN: {
    code: 'BW-E2006',
    exit: 1,
    hint: 'Run the same command again. If it happens again, the platform or a proxy in between is at fault.',
  },
  REQUEST_INVALID: { code: 'BW-E2007', exit: 1, hint: 'The platform would refuse this request, so it was not sent.' },
  TOKEN_INVALID: {
    code: 'BW-E2008',
    exit: 3,
    hint: 'Set the token to the text that the platform showed, on one line, without spaces.',
  },
  INTERRUPTED: { code: 'BW-E2009', exit: 130, hint: 'Run the same command again: what is done is not repeated.' },
  LIST_ENDLESS: {
    code: 'BW-E2010',
    exit: 1,
    hint: 'The platform, or a proxy in between, is at fault: ask who runs it.',
  },
  UNAUTHORIZED: {
    code: 'BW-E2101',
    exit: 3,
    hint: 'Check that the token is complete, not expired and of this tenant.',
  },
  FORBIDDEN: {
    code: 'BW-E2102',
    exit: 3,
    hint: 'The token is valid but may not do this. Use a token of a user who may, or widen its scope.',
  },
  NOT_FOUND: { code: 'BW-E2103', exit: 1, hint: 'Check the deployment id and that the token may see the object.' },
  SERVER_FAILED: {
    code: 'BW-E2104',
    exit: 1,
    hint: 'Run the same command again later: what is done is not repeated.',
  },
  CONFLICT: { code: 'BW-E2105', exit: 1, hint: 'Somebody else changed the same object. Plan again.' },
  REJECTED: { code: 'BW-E2106', exit: 1, hint: 'Fix what the platform names, then run the same command again.' },
  RATE_LIMITED: {
    code: 'BW-E2107',
    exit: 1,
    hint: 'Wait a little, or lower --concurrency, then run the same command again.',
  },
  NO_SUCH_ENDPOINT: {
    code: 'BW-E2108',
    exit: 1,
    hint: 'Check the URL: this platform, or what answers in its place, does not have this endpoint.',
  },
  RESPONSE_INVALID: {
    code: 'BW-E2109',
    exit: 1,
    hint: 'The platform answered in a form this version does not know. Upgrade if there is a newer version, or report it.',
  },
  IDENTITY_AMBIGUOUS: {
    code: 'BW-E2201',
    exit: 1,
    hint: 'Make it unambiguous: fix the slug in the platform, or `slug`, `was`, `id` or `ids` in the files.',
  },
  MODEL_INVALID: { code: 'BW-E2221', exit: 1, hint: 'Fix what the platform names: nothing of it was committed.' },
  MODEL_ROUTE_REFUSED: {
    code: 'BW-E2222',
    exit: 1,
    hint: 'Change `dataModel.route` or `dataModel.merge` of the target.',
  },
  MODEL_BRANCH_LOCKED: {
    code: 'BW-E2223',
    exit: 6,
    hint: 'Send the data model to another branch, or let an admin change the settings of the deployment.',
  },
  MODEL_SESSION_OPEN: {
    code: 'BW-E2224',
    exit: 5,
    hint: 'Wait for the other run, or leave dev mode there. Give each pipeline a key of its own.',
  },
  MODEL_LEFTOVERS: {
    code: 'BW-E2225',
    exit: 5,
    hint: 'Commit or discard them in the platform, or delete the fork there. Then run the same command again.',
  },
  MODEL_CONFLICT: { code: 'BW-E2226', exit: 5, hint: 'Somebody changed the data model meanwhile. Plan again.' },
  MODEL_MERGE_CONFLICT: {
    code: 'BW-E2227',
    exit: 5,
    hint: 'Bring the two branches together in the platform, take the result into git, and plan again.',
  },
  MODEL_BUILD_FAILED: {
    code: 'BW-E2228',
    exit: 1,
    hint: 'Look at the logs of the deployment, fix the model and apply again.',
  },
  MODEL_BUILD_ENDLESS: {
    code: 'BW-E2229',
    exit: 1,
    hint: 'Look at the build in the platform. When it has ended, run the same command again.',
  },
  MODEL_BRANCH_GONE: {
    code: 'BW-E2230',
    exit: 5,
    hint: 'Create the branch again, or change `dataModel.branch`, and plan again.',
  },
  MODEL_BRANCH_FOREIGN: {
    code: 'BW-E2231',
    exit: 1,
    hint: 'Choose a branch name that nobody else uses, such as boardwright/pr-12.',
  },
  FORGE_CONTEXT: {
    code: 'BW-E3001',
    exit: 64,
    hint: 'Run it in a job of a pull request, or write the text to a file with --out FILE.',
  },
  FORGE_UNREACHABLE: {
    code: 'BW-E3002',
    exit: 1,
    hint: 'Check the address of the API, the network and any proxy, then run the same command again.',
  },
  FORGE_FORBIDDEN: {
    code: 'BW-E3101',
    exit: 3,
    hint: 'Give the job a token that may comment. A pull request from a fork has none: comment from a job of its own.',
  },
  FORGE_NOT_FOUND: {
    code: 'BW-E3102',
    exit: 1,
    hint: 'Check the repository and the number. A token that may not see something gets the same answer.',
  },
  FORGE_REJECTED: { code: 'BW-E3103', exit: 1, hint: 'Fix what the answer names, then run the same command again.' },
  FORGE_RATE_LIMITED: { code: 'BW-E3104', exit: 1, hint: 'Wait as long as it says, then run the same command again.' },
  FORGE_FAILED: { code: 'BW-E3105', exit: 1, hint: 'Run the same command again later.' },
  FORGE_RESPONSE: {
    code: 'BW-E3106',
    exit: 1,
    hint: 'Check that the address is that of the API: what answered there is something else.',
  },
  SANDBOX_PORT_BUSY: { code: 'BW-E4001', exit: 1, hint: 'Choose another with --port N, or --port 0 for any free one.' },
  SANDBOX_DATA_UNUSABLE: { code: 'BW-E4002', exit: 1, hint: 'Choose another directory with --data DIR.' },
  SANDBOX_NEEDS_GIT: { code: 'BW-E4003', exit: 1, hint: 'Install git 2.38 or newer and put it on PATH.' },
  SANDBOX_NEEDS_DATABASE: {
    code: 'BW-E4004',
    exit: 1,
    hint: 'Install again without leaving out optional packages: `npm install libsql`. All other commands work without it.',
  },
  USAGE: { code: 'BW-E6001', exit: 64, hint: 'Run `boardwright --help` for the commands and their flags.' },
  INTERNAL: { code: 'BW-E9001', exit: 70, hint: 'This is a bug. Please report it with the command you ran.' },
} as const satisfies Record<string, { code: `BW-E${number}`; exit: number; hint: string }>

export type ErrorName = keyof typeof ERRORS

/** A place in a file, as data, so that an editor or `--json` can use it. */
export interface Place {
  readonly file: string
  readonly line?: number
  readonly column?: number
}

/** What an HTTP exchange adds to an error. Never holds a header or a token. */
export interface Exchange {
  readonly endpoint: string
  readonly status?: number
  /** The machine-readable `code` of the platform's body, such as `upsert_branch_changed`. */
  readonly serverCode?: string
  readonly requestId?: string
  readonly tries: number
  /** A write that may or may not have happened: look before repeating it. */
  readonly ambiguous?: true
}

interface ErrorDetails {
  readonly at?: Place | undefined
  readonly hint?: string | undefined
  readonly http?: Exchange | undefined
  readonly cause?: unknown
}

/** The one error class. The message says what happened to what; the hint says what to do next. */
export class BoardwrightError extends Error {
  override readonly name = 'BoardwrightError'
  readonly kind: ErrorName
  readonly hint: string
  readonly at: Place | undefined
  readonly http: Exchange | undefined

  constructor(kind: ErrorName, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.kind = kind
    this.hint = details.hint ?? ERRORS[kind].hint
    this.at = details.at
    this.http = details.http
  }

  get code(): string {
    return ERRORS[this.kind].code
  }

  get exit(): number {
    return ERRORS[this.kind].exit
  }

  /** Anything we did not throw ourselves is a bug, and must look like one. */
  static from(cause: unknown): BoardwrightError {
    if (cause instanceof BoardwrightError) return cause
    return new BoardwrightError('INTERNAL', cause instanceof Error ? cause.message : String(cause), { cause })
  }
}
