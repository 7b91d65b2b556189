import { resolve } from 'node:path'
import { type Annotation, type Check, type Forge, PROVIDERS, type Provider, providerOf } from '@boardwright/ci'
import { BoardwrightError, ERRORS } from '@boardwright/common'
import { Command, Option } from 'commander'
import { isKind } from '../../../content/kinds.ts'
import { printable } from '../../../content/printable.ts'
import type { CommonPlan } from '../../../project/plan.ts'
import type { CommentInput, RenderedComment } from '../../../words/comment.ts'
import { environment } from '../../environment.ts'
import { type KnownFinding, readFindings } from '../../findings.ts'
import { jobContext } from '../../job.ts'
import { several, startDirectory } from '../../options.ts'
import { document, note, result } from '../../output.ts'
import { beginWriting, settings } from '../../settings.ts'
import { fileToWrite, readMade, writeWhole } from '../../write-file.ts'

interface Options {
  readonly provider?: Provider
  readonly out?: string
  readonly pictures?: string
  readonly try?: string
  readonly problems?: readonly string[]
  readonly json?: true
}

export function commentCommand(): Command {
  return new Command('comment')
    .description('post one comment and one check on the pull request, from saved plans; needs no platform token')
    .argument('[plans...]', 'plans saved with plan --out, one per target; or one saved with fleet plan --out')
    .addOption(
      new Option('--provider <name>', 'where to comment (default: where the job runs)').choices([...PROVIDERS]),
    )
    .option('--out <file>', 'write the text to a file instead; - prints it', fileToWrite)
    .option('--problems <file>', 'the output of validate --json, or of a command that failed (repeatable)', several)
    .option(
      '--pictures <url>',
      'the URL of the pictures from plan --pictures; {name} in it is replaced by the file name',
    )
    .option('--try <file>', 'the output of try --json: problems of the data model, copies to look at, and what moved')
    .option('--json', 'print the result as JSON')
    .action(async (files: readonly string[], options: Options, command: Command) => {
      if (options.json && options.out === '-') {
        throw new BoardwrightError('USAGE', '--json and --out - both print: only one of them can have stdout', {
          hint: 'Give --out a file, or leave out --json.',
        })
      }
      const input = await readInput(files, options, startDirectory(command))
      const { renderComment } = await import('../../../words/index.ts')
      if (options.out !== undefined && options.provider === undefined) {
        const comment = renderComment(input)
        write(comment, options)
        if (options.json) result(asJson(comment))
        return
      }
      if (options.out === undefined && options.provider === undefined && providerOf(environment()) === undefined) {
        throw new BoardwrightError('USAGE', 'there is no pull request to comment on', {
          hint: 'Add --provider, or write the text to a file with --out FILE.',
        })
      }
      await post(input, options)
    })
}

interface Input extends CommentInput {
  readonly directory: string
}

async function readInput(files: readonly string[], options: Options, directory: string): Promise<Input> {
  const { plansIn, readFleetPlan, readPlan, readTryFile } = await import('../../../words/index.ts')
  const texts = await readEach(files)
  const [fleet] = texts.flatMap((text) => readFleetPlan(text) ?? [])
  if (fleet && files.length > 1) {
    throw new BoardwrightError('USAGE', 'the plan of a fleet is commented on by itself')
  }
  const plans = fleet ? plansIn(fleet) : texts.map((text, index) => readPlan(text, files[index]))
  requireTogether(plans)
  const { problems = [], try: tryFile } = options
  const withFindings = [...problems, ...(tryFile === undefined ? [] : [tryFile])]
  const found = (await readEach(withFindings)).map((text, index) => readFindings(text, withFindings[index] ?? ''))
  const { projectIdOf } = await import('../../../project/local/id.ts')
  const findings = distinct(found.flatMap((each) => each.findings))
  const said = found.flatMap(({ membersChecked }) => membersChecked ?? [])
  return {
    projectId:
      fleet?.project ??
      plans[0]?.project.id ??
      found.find((each) => each.project)?.project ??
      (await projectIdOf(directory)),
    plans,
    fleet,
    findings: findings.filter(({ before }) => !before),
    warningsBefore: findings.filter(({ before }) => before).length,
    allMembersExist: said.length > 0 && said.every((each) => each) && !findings.some(isOf('MEMBER_UNKNOWN')),
    sqlNotChecked: findings.filter(isOf('SQL_UNCHECKED')).length,
    pictures: options.pictures === undefined ? undefined : addressOf(options.pictures),
    tried: tryFile === undefined ? undefined : readTryFile(await readMade(resolve(tryFile)), tryFile),
    directory: found.find((each) => each.directory !== undefined)?.directory ?? '',
    changed: changedIn(plans),
  }
}

const readEach = (files: readonly string[]): Promise<string[]> =>
  Promise.all(files.map((file) => readMade(resolve(file))))

const isOf =
  (kind: keyof typeof ERRORS) =>
  ({ code }: KnownFinding): boolean =>
    code === ERRORS[kind].code

/** Escaped for use in a link. */
function addressOf(text: string): string {
  const named = text.replaceAll('{name}', NAME)
  if (!/^https?:/i.test(named) || !URL.canParse(named)) {
    throw new BoardwrightError('USAGE', '--pictures is not a web address', {
      hint: 'Give an address that begins with https://, such as https://files.example/pr-12/{name}.',
    })
  }
  return new URL(named).href.replace(/[()<>"'`|\\\s]/g, inPercent).replaceAll(NAME, '{name}')
}

const inPercent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
const NAME = 'name-of-picture'

/** Removes duplicates: validate and the plan of every target report the same broken file. */
const distinct = (findings: readonly KnownFinding[]): KnownFinding[] => [
  ...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values(),
]

/** The files that the pull request changes, if every plan lists them. */
const changedIn = (plans: readonly CommonPlan[]): readonly string[] | undefined =>
  plans.length > 0 && plans.every(({ changed }) => changed !== undefined)
    ? [...new Set(plans.flatMap(({ changed = [] }) => changed))]
    : undefined

function requireTogether(plans: readonly CommonPlan[]): void {
  const [first] = plans
  const other = plans.find(({ project }) => project.id !== first?.project.id)
  if (other) {
    throw new BoardwrightError(
      'PLAN_ELSEWHERE',
      `the plans are for two projects: ${first?.project.id} and ${other.project.id}`,
    )
  }
  const names = plans.map(({ target }) => target.name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new BoardwrightError('PLAN_ELSEWHERE', `two of the plans are for ${twice}`)
}

function write({ body }: RenderedComment, { out = '-' }: Options): void {
  if (out === '-') document(body)
  else writeWhole(resolve(out), body)
}

async function post(input: Input, options: Options): Promise<void> {
  const context = jobContext(options.provider)
  const [{ openForge }, { renderComment, writeApprovals, writeApprovalRecord }] = await Promise.all([
    import('@boardwright/ci'),
    import('../../../words/index.ts'),
  ])
  const { isFork } = context
  const comment = renderComment({ ...input, detailsUrl: context.url, isFork })
  const { conclusion, title, body, marker } = comment
  const forge = openForge(context, environment(), { signal: settings().deadline })
  try {
    beginWriting()
    const isSound = !isFork && conclusion !== 'failure' && input.plans.length > 0
    const { fleet, plans } = input
    const written = fleet
      ? writeApprovalRecord({ project: fleet.project, plans: fleet.approvals }, forge.mostRecorded)
      : writeApprovals(plans, forge.mostRecorded)
    const record = isSound ? written : undefined
    const { posted, number } = await forge.comment({ marker, body, record })
    const about = { project: input.projectId, record }
    const annotations = annotationsOf(input)
    const checked = await setCheck(forge, { ...about, conclusion, title, summary: body, annotations })
    if (options.out !== undefined) write(comment, options)
    const characters = body.length
    if (options.json) result(asJson(comment, { number, posted, checked }))
    else result(printable(`${title}\nThe comment on ${number} was ${WORDS[posted]}: ${characters} characters.`))
  } finally {
    await forge.close()
  }
}

/** JSON output. `on` is undefined if the comment was written to a file instead of being posted. */
function asJson({ conclusion, shortened, body }: RenderedComment, on?: Posted): string {
  const { number = null, posted = null, checked = false } = on ?? {}
  return JSON.stringify({ format: 1, number, posted, conclusion, checked, characters: body.length, shortened })
}

interface Posted {
  readonly number: number
  readonly posted: keyof typeof WORDS
  readonly checked: boolean
}

const WORDS = {
  created: 'created',
  updated: 'updated',
  unchanged: 'up to date already',
  superseded: 'left alone: a later run wrote it',
  merged: 'left as it was when it was merged',
} as const

/** Sets the check. Only the comment is essential, so a job that may not set checks says so and continues. */
async function setCheck({ check: set, mayCheck }: Forge, check: Check): Promise<boolean> {
  if (!set) return false
  try {
    await set(check)
    return true
  } catch (cause) {
    if (!(cause instanceof BoardwrightError) || !MAY_LACK.has(cause.kind)) throw cause
    note(printable(`The check was not set (${cause.code}): ${cause.message}. It needs ${mayCheck}.`))
    return false
  }
}

const MAY_LACK: ReadonlySet<string> = new Set(['FORGE_FORBIDDEN', 'FORGE_NOT_FOUND', 'FORGE_REJECTED'])

/**
 * Puts problems at their lines, and held objects at the first line of their file. Paths are from the root of the
 * repository.
 */
function annotationsOf({ plans, findings = [], directory }: Input): Annotation[] {
  const notes: Annotation[] = [
    ...findings.flatMap(({ file, line, code, message, severity }): Annotation[] =>
      file === undefined
        ? []
        : [{ file, line: line ?? 1, level: severity === 'error' ? 'failure' : 'warning', title: code, message }],
    ),
    ...plans.flatMap(({ held, target }) =>
      held.flatMap(({ file, key, message }): Annotation[] =>
        file === undefined
          ? []
          : [
              {
                file: isKind(key, 'workbook') ? `${file}/workbook.yaml` : file,
                line: 1,
                level: 'warning',
                title: `held in ${target.name}`,
                message,
              },
            ],
      ),
    ),
  ]
  return notes.map((each) => ({ ...each, file: `${directory}${each.file}` }))
}
