import { diskCause } from './causes.ts'
import { EXIT } from './exits.ts'

type Code = `BW-E${number}`

const error = <const C extends Code, const E extends number>(code: C, exit: E, hint: string) => ({ code, exit, hint })

/**
 * Every error a user can meet. Codes are public and permanent: never rename, never reuse.
 * `exit` is the exit status of the command line, `hint` the next thing to do.
 */
export const ERRORS = {
  FILE_ENCODING: error('BW-E1101', 1, 'Save it as UTF-8 without a byte order mark, with LF line ends.'),
  FILE_TOO_LARGE: error('BW-E1102', 1, 'Move long texts to files beside it, or split it.'),
  YAML_SYNTAX: error('BW-E1103', 1, 'Check indentation and quotes. Text with special characters needs quotes.'),
  YAML_DUPLICATE_KEY: error('BW-E1104', 1, 'Keep one of the two.'),
  YAML_FORBIDDEN: error('BW-E1105', 1, 'Write the value out. Text that starts with & * ! or % needs quotes.'),
  YAML_TOO_DEEP: error('BW-E1106', 1, 'Reduce nesting to at most 256 levels.'),
  YAML_KEY: error('BW-E1107', 1, 'A key must be text. Put an empty one in quotes.'),
  YAML_NUMBER: error('BW-E1108', 1, 'Write it as a decimal number, or in quotes if it is text.'),
  MERGE_CONFLICT: error('BW-E1109', 1, 'Edit the file to keep what both sides meant, and remove the conflict markers.'),
  SCHEMA: error(
    'BW-E1201',
    1,
    'Use only what this kind of file allows: `boardwright setup editor --print` prints the schema of each kind. More: docs/reference.',
  ),
  FILE_UNKNOWN: error('BW-E1202', 1, 'Rename it, move it out of the tree, or remove it.'),
  REFERENCE_UNKNOWN: error('BW-E1203', 1, 'Add the file, or fix the name that points at it.'),
  DUPLICATE: error('BW-E1204', 1, 'Change one of the two.'),
  SIDE_TWICE: error('BW-E1205', 1, 'Keep one of the two.'),
  NAME_UNSAFE: error('BW-E1206', 1, 'Choose a name that every file system accepts.'),
  FOLDER_UNNAMED: error('BW-E1207', 1, 'Add a folder.yaml with its name to the directory.'),
  LAYOUT_INVALID: error('BW-E1208', 1, 'Move or resize one of the widgets.'),
  MEMBER_UNKNOWN: error('BW-E1209', 1, 'Add the member to the data model, or fix the query.'),
  RULE: error('BW-E1221', 1, 'See what the rule is for: `boardwright rules explain NAME`.'),
  RULE_EXAMPLE: error('BW-E1222', 1, 'Change the rule, or the example.'),
  RULES_ELSEWHERE: error('BW-E1223', 1, 'Mend it on the branch that `rules.from` names.'),
  OWNERS_UNREAD: error('BW-E1224', 1, 'Write the line as the forge reads it, or remove it.'),
  FIELD_UNKNOWN: error('BW-E1215', 1, 'Add it to the query, or use a column that the query returns.'),
  MODEL_REFUSED: error('BW-E1218', 1, 'Fix the data model: the platform would refuse it as it is.'),
  COMPILER_MISSING: error(
    'BW-E1219',
    1,
    'Install it beside the project: `npm install --save-dev --ignore-scripts @cubejs-backend/schema-compiler minijinja-js`. Or leave out --compiler and `dataModel.compiler`.',
  ),
  COMPILER_FAILED: error(
    'BW-E1220',
    1,
    'Look at what the data model runs while it is compiled, or leave out --compiler and `dataModel.compiler`.',
  ),
  SQL_UNCHECKED: error('BW-E1216', 1, 'Check for yourself that the data model has what the SQL uses.'),
  COLOUR_UNREADABLE: error('BW-E1217', 1, 'Make one of the two colours darker or lighter.'),
  QUERY_REFUSED: error(
    'BW-E1213',
    1,
    'Change the query as the message says: the platform refuses it as it is. More: docs/reference.',
  ),
  EXPORT_NOT_HOME: error(
    'BW-E1211',
    1,
    'Edit the base file by hand, put the key into an overlay of this target, or export from home.',
  ),
  REFERENCE_DANGLING: error('BW-E1210', 1, 'The report was deleted. Choose another one, or remove the widget.'),
  CONFIG_SECRET: error(
    'BW-E1301',
    1,
    'Remove it from the file, replace it on the platform, and give the new one in the environment.',
  ),
  TARGET_CLASH: error('BW-E1302', 1, 'Change or remove one of them.'),
  TARGET_INCOMPLETE: error('BW-E1303', 1, 'Set it in the target, in what it extends, or under `defaults`.'),
  EXTENDS_BROKEN: error('BW-E1304', 1, 'Name one template or target in `extends` that does not lead back to this one.'),
  TARGET_UNKNOWN: error('BW-E1305', 1, 'Name one of the targets of boardwright.yaml.'),
  TARGET_NEEDED: error('BW-E1306', 64, 'Say which with --target NAME.'),
  WAIVER_ENDED: error('BW-E1307', 1, 'Mend what it was for and remove it, or give it a later day and say why.'),
  WAIVER_UNUSED: error('BW-E1316', 1, 'Remove it, or correct its path, units or rule.'),
  VARIABLE_UNDEFINED: error(
    'BW-E1308',
    1,
    'Add it to the variables of the target. If you mean the text itself, put another $ in front of it.',
  ),
  VARIABLE_UNUSED: error('BW-E1309', 1, 'Remove it, or use it as ${var.NAME}.'),
  OVERLAY_UNMATCHED: error('BW-E1310', 1, 'Fix the id or the key, or remove it from the overlay.'),
  OVERLAY_INVALID: error(
    'BW-E1311',
    1,
    'Write only the keys that differ in this target, and `$remove: true` for what this target does not have.',
  ),
  VARIABLE_LOST: error('BW-E1312', 1, 'Put the variable back by hand where it belongs.'),
  LABEL_UNKNOWN: error('BW-E1313', 1, 'Name a label that a target has, or give it to one.'),
  SECRET_IN_TREE: error(
    'BW-E1315',
    1,
    'Remove it, and replace it where it came from: whoever has the repository or sees the content knows it.',
  ),
  WAVE_EMPTY: error('BW-E1314', 1, 'Remove the wave, or say which targets it has.'),
  LINK_REFUSED: error('BW-E1401', 1, 'Put the file itself in its place, inside the project.'),
  NO_PROJECT: error('BW-E1403', 1, 'Run `boardwright init` to make one, or go into its directory with -C DIR.'),
  PROJECT_EXISTS: error('BW-E1406', 1, 'Edit it, or choose another directory with -C DIR.'),
  NO_REPOSITORY: error(
    'BW-E1402',
    1,
    'Clone it from its remote, or run `git init` if it has no history yet. Without git, only export, validate and plan work.',
  ),
  TOKEN_MISSING: error('BW-E1404', 3, 'Set one of them to an API key of the platform.'),
  HOST_NOT_ALLOWED: error('BW-E1405', 3, 'If it is the right host, allow it next to the token.'),
  FORMAT_HELD: error('BW-E1411', 1, 'Check what its overlay says about the same keys, then format both by hand.'),
  UNCOMMITTED: error('BW-E1412', 1, 'Commit them first, so that git can bring everything back.'),
  OBJECT_UNKNOWN: error('BW-E1413', 1, 'Name a folder, a workbook or a report by its path.'),
  PATH_TAKEN: error('BW-E1414', 1, 'Choose another name.'),
  PLACE_REFUSED: error('BW-E1415', 1, 'Choose a folder for folders and workbooks, a workbook or a folder for reports.'),
  STILL_USED: error('BW-E1416', 1, 'Remove it there first, or show another report there.'),
  NOT_EMPTY: error('BW-E1417', 1, 'Add --recursive to remove all of it.'),
  SETTINGS_UNREADABLE: error('BW-E1418', 1, 'Add the lines by hand.'),
  SHALLOW_CLONE: error(
    'BW-E1419',
    1,
    'Fetch the whole history: `fetch-depth: 0` for actions/checkout, `GIT_DEPTH: 0` in GitLab, `git fetch --unshallow` by hand.',
  ),
  COMMIT_MISSING: error(
    'BW-E1420',
    1,
    'Fetch the branch that it is on: `git fetch --all`. If it is gone for good, name another one with --at REV.',
  ),
  TREE_CHANGED: error('BW-E1421', 1, 'Run the same command again.'),
  RENAME_REFUSED: error('BW-E1422', 1, 'Choose another name, or rename what it comes from.'),
  READ_ONLY: error('BW-E1423', 3, 'Unset it where writing is intended, as in the job that applies.'),
  DISK_REFUSED: error('BW-E1424', 1, 'Check the disk and the permissions, then run the same command again.'),
  GIT_NEEDED: error('BW-E1425', 1, 'Install git 2.38 or newer and put it on PATH.'),
  NOTHING_COMMITTED: error('BW-E1426', 1, 'Commit the project: git add --all && git commit -m Export'),
  NOT_CHECKED_OUT: error('BW-E1427', 1, 'Check out the whole project, with no file of it left out.'),
  BASE_UNKNOWN: error('BW-E1428', 1, 'Say what to compare with: --base REV.'),
  PLAN_VERSION: error('BW-E1501', 1, 'Plan again with this version, or apply with the version that made the plan.'),
  PLAN_INVALID: error('BW-E1502', 1, 'Plan again: `boardwright plan --out FILE`.'),
  PLAN_STALE: error('BW-E1503', 5, 'Plan again, and look at what changed since.'),
  PLAN_ELSEWHERE: error(
    'BW-E1504',
    1,
    'Apply it where it was made (same project, target and commit), or plan again with --out FILE.',
  ),
  JOURNAL_FAILED: error(
    'BW-E1505',
    1,
    'Free some space or give write access to .boardwright/, then run the same command again. Nothing was sent.',
  ),
  SNAPSHOT_INVALID: error('BW-E1506', 1, 'Write it again: `boardwright export --snapshot FILE`.'),
  SNAPSHOT_ELSEWHERE: error(
    'BW-E1507',
    1,
    'Plan the target that the snapshot was written for, or write one of this target.',
  ),
  NOT_APPROVED: error(
    'BW-E1508',
    6,
    'Review the plan. If it is right, run the command at its end, or open a pull request.',
  ),
  GIVEN_TRACKED: error('BW-E1509', 1, 'Write it again, to a file that git does not track.'),
  PROMOTE_REFUSED: error('BW-E1601', 1, 'Promote from one target to another of the same project.'),
  PROMOTE_UNAPPLIED: error('BW-E1602', 1, 'Apply to it first: promote carries over what was applied there.'),
  PROMOTE_UI_EDITS: error(
    'BW-E1603',
    5,
    'Take the edits into git with `boardwright export`, commit and apply them, then promote again.',
  ),
  PROMOTE_UNSETTLED: error('BW-E1604', 5, 'Apply it there first, or name the commit with --at REV.'),
  PROMOTE_BLOCKED: error('BW-E1605', 6, 'Fix the problems listed, commit and apply, then promote with --at HEAD.'),
  WAVE_UNKNOWN: error('BW-E1701', 64, 'Name a wave of boardwright.yaml by its number.'),
  WAVE_NOT_READY: error(
    'BW-E1702',
    5,
    'Fix what is named, apply to those targets again, and run the same command again.',
  ),
  WAVE_COMMAND_FAILED: error(
    'BW-E1703',
    6,
    'Look at what the command printed. It was given no token for the platform.',
  ),
  STATUS_INVALID: error('BW-E1704', 1, 'Write it again: `boardwright fleet status --json >FILE`.'),
  STATUS_STALE: error('BW-E1705', 5, 'Write it again at this commit: `boardwright fleet status --json >FILE`.'),
  COMMIT_OTHER: error(
    'BW-E1706',
    5,
    'Check out the commit that was meant, or start over with the one that is checked out.',
  ),
  VARIABLE_LITERAL: error(
    'BW-E1214',
    1,
    'List the file under `interpolate`. In such a file, text that is not a variable needs another $ in front of it.',
  ),
  PLAIN_ID: error('BW-E1212', 1, 'Write ${report.NAME} in its place, and list the file under `interpolate`.'),
  UNREACHABLE: error('BW-E2001', 1, 'Check the URL, your network and any proxy, then run the same command again.'),
  TIMED_OUT: error('BW-E2002', 1, 'Run the same command again, or allow more time with --timeout.'),
  URL_REFUSED: error(
    'BW-E2003',
    1,
    'Use an https:// URL with no user name or password in it. Plain http is for this machine only.',
  ),
  REDIRECT_REFUSED: error(
    'BW-E2004',
    1,
    'If this network asks for a sign-in there, sign in first. If the platform has moved there, and you trust it, set the URL to it.',
  ),
  WRITE_REFUSED: error('BW-E2005', 70, 'This is a bug: a command that only reads tried to write. Please report it.'),
  PAGING_BROKEN: error(
    'BW-E2006',
    1,
    'Run the same command again. If it happens again, the platform or a proxy in between is at fault.',
  ),
  REQUEST_INVALID: error(
    'BW-E2007',
    1,
    'Fix what it names, then run the same command again. The platform would refuse it, so it was not sent.',
  ),
  TOKEN_INVALID: error('BW-E2008', 3, 'Set the token exactly as the platform showed it, on one line, without spaces.'),
  INTERRUPTED: error('BW-E2009', 130, 'Run the same command again: what is done is not repeated.'),
  LIST_ENDLESS: error('BW-E2010', 1, 'Ask who runs the platform, or the proxy in between: one of the two is at fault.'),
  UNAUTHORIZED: error('BW-E2101', 3, 'Check that the token is complete, not expired and belongs to this tenant.'),
  FORBIDDEN: error(
    'BW-E2102',
    3,
    'The token is valid but not allowed to do this. Use the token of a user who is, or widen its scope.',
  ),
  NOT_FOUND: error('BW-E2103', 1, 'Check the deployment id and that the token can see the object.'),
  SERVER_FAILED: error('BW-E2104', 1, 'Run the same command again later: what is done is not repeated.'),
  CONFLICT: error('BW-E2105', 1, 'Somebody else changed the same object. Plan again.'),
  REJECTED: error('BW-E2106', 1, 'Fix what the platform reports, then run the same command again.'),
  RATE_LIMITED: error('BW-E2107', 1, 'Wait a little, or lower `apply.concurrency`, then run the same command again.'),
  NO_SUCH_ENDPOINT: error(
    'BW-E2108',
    1,
    'Check the URL: this platform, or whatever answers in its place, does not have this endpoint.',
  ),
  RESPONSE_INVALID: error(
    'BW-E2109',
    1,
    'Check that the URL is that of the platform. If it is, this version does not understand the answer: upgrade, or report it.',
  ),
  IDENTITY_AMBIGUOUS: error(
    'BW-E2201',
    1,
    'Make it unambiguous: fix the slug on the platform, or `slug`, `was`, `id` or `ids` in the files.',
  ),
  MODEL_INVALID: error('BW-E2221', 1, 'Fix what the platform reports. Nothing was committed.'),
  MODEL_ROUTE_REFUSED: error('BW-E2222', 1, 'Change `dataModel.route` or `dataModel.merge` of the target.'),
  MODEL_BRANCH_LOCKED: error(
    'BW-E2223',
    6,
    'Send the data model to another branch, or let an admin change the settings of the deployment.',
  ),
  MODEL_SESSION_OPEN: error(
    'BW-E2224',
    5,
    'Wait for the other run, or leave dev mode on the platform. Give each pipeline its own key.',
  ),
  MODEL_LEFTOVERS: error(
    'BW-E2225',
    5,
    'Commit or discard them on the platform, or delete the fork there, then run the same command again.',
  ),
  MODEL_CONFLICT: error('BW-E2226', 5, 'Somebody changed the data model in the meantime. Plan again.'),
  MODEL_MERGE_CONFLICT: error(
    'BW-E2227',
    5,
    'Merge the two branches on the platform, take the result into git, and plan again.',
  ),
  MODEL_BUILD_FAILED: error('BW-E2228', 1, 'Look at the logs of the deployment, fix the model and apply again.'),
  MODEL_BUILD_ENDLESS: error(
    'BW-E2229',
    1,
    'Wait until the build on the platform has ended, then run the same command again.',
  ),
  MODEL_BRANCH_GONE: error('BW-E2230', 5, 'Create the branch again, or change `dataModel.branch`, and plan again.'),
  MODEL_BRANCH_FOREIGN: error(
    'BW-E2231',
    1,
    'Choose another --name, or delete that branch on the platform if nobody needs it.',
  ),
  FORGE_CONTEXT: error(
    'BW-E3001',
    64,
    'Run it in a job of a pull request, or write the text to a file with --out FILE.',
  ),
  FORGE_UNREACHABLE: error(
    'BW-E3002',
    1,
    'Check the address of the API, the network and any proxy, then run the same command again.',
  ),
  FORGE_FORBIDDEN: error(
    'BW-E3101',
    3,
    'Give the job a token that may do this: on GitHub with `permissions`. A pull request from a fork gets none: use a separate job.',
  ),
  FORGE_NOT_FOUND: error(
    'BW-E3102',
    1,
    'Check the repository and the number. A token that may not see something gets the same answer.',
  ),
  FORGE_REJECTED: error('BW-E3103', 1, 'Fix what the answer reports, then run the same command again.'),
  FORGE_RATE_LIMITED: error('BW-E3104', 1, 'Wait as long as it says, then run the same command again.'),
  FORGE_FAILED: error('BW-E3105', 1, 'Run the same command again later.'),
  FORGE_RESPONSE: error('BW-E3106', 1, 'Check that the address is that of the API: something else answered there.'),
  SANDBOX_PORT_BUSY: error('BW-E4001', 1, 'Choose another with --port N, or --port 0 for any free one.'),
  SANDBOX_DATA_UNUSABLE: error('BW-E4002', 1, 'Choose another directory with --data DIR.'),
  SANDBOX_NEEDS_GIT: error('BW-E4003', 1, 'Install git 2.38 or newer and put it on PATH.'),
  SANDBOX_NEEDS_DATABASE: error(
    'BW-E4004',
    1,
    'Install Boardwright with npm and its optional packages, or add just this one: `npm install libsql`. All other commands work without it.',
  ),
  SANDBOX_NEEDS_ENGINE: error(
    'BW-E4005',
    1,
    'Install it beside your project: `npm install --save-dev --ignore-scripts @cubejs-backend/server-core@1.7.43 @cubejs-backend/duckdb-driver@1.7.43 minijinja-js@2.11.0`. Without --engine, the sandbox gives its own answers.',
  ),
  PICTURE_FAILED: error('BW-E5001', 1, 'Look at it with `boardwright preview`, where each widget says what is wrong.'),
  USAGE: error('BW-E6001', 64, 'Run `boardwright --help` for the commands and their flags.'),
  PROGRAM_INCOMPLETE: error('BW-E6002', 1, 'Install all of it: `npm install boardwright`, or take the single program.'),
  INTERNAL: error('BW-E9001', 70, 'This is a bug. Please report it with the command you ran.'),
} as const

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
  /** Whether the hint is the general one of its kind, because none was given for this case. */
  readonly isHintOfKind: boolean
  readonly at: Place | undefined
  readonly http: Exchange | undefined

  constructor(kind: ErrorName, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.kind = kind
    this.hint = details.hint ?? ERRORS[kind].hint
    this.isHintOfKind = details.hint === undefined
    this.at = details.at
    this.http = details.http
  }

  get code(): string {
    return ERRORS[this.kind].code
  }

  get exit(): number {
    return ERRORS[this.kind].exit
  }

  /** Anything that neither we nor the disk refused is a bug, and must look like one. */
  static from(cause: unknown): BoardwrightError {
    if (cause instanceof BoardwrightError) return cause
    const disk = diskCause(cause)
    if (disk) return new BoardwrightError('DISK_REFUSED', disk.words, { hint: disk.hint, cause })
    return new BoardwrightError('INTERNAL', cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

export const kindOfCode = (code: string): ErrorName | undefined =>
  (Object.keys(ERRORS) as ErrorName[]).find((kind) => ERRORS[kind].code === code)

/** The exit status of an error that is known only by its code, as for one of many targets. */
export function exitOfCode(code: string): number {
  const kind = kindOfCode(code)
  return kind === undefined ? EXIT.error : ERRORS[kind].exit
}

/** An error as programs read it. */
export const errorData = ({ code, message, hint, exit, at, http }: BoardwrightError) => ({
  ...{ code, message, hint, exit, at, http },
})
