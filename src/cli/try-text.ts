import { EXIT, errorData } from '@boardwright/common'
import type { Checked } from '../check/check-model.ts'
import { selectTarget } from '../config/targets.ts'
import { comparedText } from '../content/compared.ts'
import { plural } from '../content/counted.ts'
import { printable, shortCommit, titleText } from '../content/printable.ts'
import { problemData } from '../content/problem.ts'
import { shellWord } from '../content/shell-word.ts'
import type { Copied } from '../previews/copies.ts'
import type { Dropped } from '../previews/drop.ts'
import type { ComparedNumbers } from '../previews/numbers/numbers.ts'
import type { SoundProject } from '../project/local/project.ts'
import type { TryFile } from '../words/index.ts'
import { note, result } from './output.ts'
import { countProblems, printProblems } from './problems.ts'
import type { Tried } from './trying.ts'

export async function printTried(
  project: SoundProject,
  tried: Tried,
  { name, json }: { readonly name: string; readonly json: boolean },
): Promise<void> {
  const [{ numbersText }, { frameOf }, { placeOfProject }] = await Promise.all([
    import('../words/index.ts'),
    import('../project/local/project.ts'),
    import('../agents/place.ts'),
  ])
  const { model, copies, numbers } = tried
  for (const line of [
    ...(model ? aboutModel(model) : []),
    ...(numbers ? aboutNumbers(numbers, copies ? undefined : name) : []),
  ])
    note(printable(line))
  if (model && model.problems.length > 0) {
    const text = printProblems(model.problems, 'text', (problem) => frameOf(project, problem))
    if (json) note(text)
    else result(text)
    const copied = copies ? ', and no dashboard was copied' : ''
    const nothing = `Nothing was committed to branch ${model.branch} of ${model.target.name}${copied}.`
    note(printable(`${countProblems(model.problems)} ${nothing}`))
  }
  if (json) {
    const about = { name, project: project.config.projectId, directory: await placeOfProject(project.root) }
    result(JSON.stringify(fileOf(tried, about), null, 2))
    return
  }
  const lines = [...(copies ? copiesLines(copies) : []), ...(numbers ? numbersText(numbers) : [])]
  for (const line of lines) result(printable(line))
}

function fileOf(
  { target, model, copies, numbers }: Tried,
  about: { readonly name: string; readonly project: string; readonly directory: string },
): TryFile {
  return {
    ...{ format: 1, ...about, target: target.name, problems: (model?.problems ?? []).map(problemData) },
    model: model && model.problems.length === 0 && !model.error ? modelData(model) : null,
    copies: copies && (model?.problems.length ?? 0) === 0 ? copiesData(copies) : null,
    numbers: numbers ?? null,
  }
}

const modelData = ({ branch, base, created, written, deleted, leftOut, remains, serving }: Checked) => ({
  ...{ branch, base, created, written, deleted, leftOut, remains },
  ...(serving?.api === undefined ? {} : { api: serving.api }),
})

const copiesData = ({ preview, stamp, dashboards, kept, failed, shown }: Copied) => ({
  ...{ folder: ['Previews', preview.label], commit: stamp.commit, expires: stamp.expires, dashboards, kept },
  failed: failed.map(failureData),
  ...(shown.length > 0 && { shown }),
})

function aboutModel({ target, branch, base, created, written, deleted, leftOut, ...model }: Checked): string[] {
  const { problems, remains, error } = model
  const lines = remains.map((what) => `Left behind: ${what}.`)
  if (leftOut.length > 0) lines.push(`Not checked, because only uploads carry them: ${leftOut.join(', ')}.`)
  if (error || problems.length > 0) return lines
  const origin = created ? `, created from ${base}` : ''
  const files = `${plural(written, 'file')} written, ${deleted} deleted`
  lines.push(`The data model compiles on branch ${branch} of ${target.name}${origin}: ${files}.`)
  return lines
}

/** `name` is that of copies and a branch that another run has made. */
function aboutNumbers(
  { comparedWith, branch, commit, queries, target }: ComparedNumbers,
  name: string | undefined,
): string[] {
  return [
    ...(comparedWith ? [comparedText(comparedWith)] : []),
    ...(name !== undefined && branch === null && queries > 0
      ? [`${name} has no data model of its own, so both sides were queried on that of ${target}.`]
      : []),
    ...(name !== undefined && commit
      ? [`${name} has the data model of this tree, tried at ${shortCommit(commit)}.`]
      : []),
  ]
}

function copiesLines(copied: Copied): string[] {
  const { target, stamp, model, kept, failed, shown, exit } = copied
  if (model && (model.error ?? model.problems[0])) return kept.map(keptLine)
  return [
    ...whereCopied(copied),
    ...kept.map(keptLine),
    ...(kept.length > 0 && exit === EXIT.held
      ? [
          `To see this commit there, delete those copies in the UI, run boardwright try drop --target ${target.name} --name ${shellWord(stamp.name)}, then try again.`,
        ]
      : []),
    ...shown.map((what) => `Slipped in: ${what}`),
    ...failed.map((each) => `Failed: ${describeFailure(each)}`),
    ...(failed.length > 0 ? [stepAfter(copied)] : []),
  ]
}

const keptLine = (what: string): string => `Left as people changed it: ${what}`

/** Only an admin's key is sure to see what stands in the way. */
const stepAfter = ({ isAdmin, failed }: Copied): string =>
  !isAdmin && failed.some(({ error }) => error.kind === 'CONFLICT')
    ? "Try it with the key that made it or an admin's, or under another --name."
    : 'Run the same command again: it does the rest.'

function whereCopied({ target, preview, stamp, model, dropped, dashboards, failed }: Copied): string[] {
  const shown = dashboards.map(({ name, slug, url }) => `  ${name}  ${url ?? slug}`)
  return [
    ...(dropped
      ? [
          `${stamp.name} in ${target.name}: nothing to look at, neither a dashboard nor the data model changes`,
          ...(dropped.deleted > 0 || dropped.branch ? [`  What was tried earlier: ${endOf(dropped)}`] : []),
        ]
      : [
          `${stamp.name} in ${target.name}: Previews / ${preview.label}, until ${stamp.expires.slice(0, 10)}${failed.length > 0 ? ': not complete' : ''}`,
        ]),
    ...(shown.length > 0 ? shown : model ? ['  no dashboard changes'] : []),
    ...(model
      ? [
          `Data model on branch ${preview.branch}: open development mode and choose it, or name it as branchName of an embedded session.`,
        ]
      : []),
  ]
}

type Failure = Copied['failed'][number]
const failureData = ({ title, error }: Failure) => ({ title, message: error.message })
const describeFailure = ({ title, error }: Failure): string => `${titleText(title)}: ${error.message}`

export const documentOfDrop = (dropped: readonly Dropped[]): object => ({
  format: 1,
  dropped: dropped.map(({ preview, deployment, deleted, branch, kept, failed, shown, isPart, error }) => ({
    ...{ name: preview.label, deployment, deleted, branch, kept, failed: failed.map(failureData) },
    ...(shown.length > 0 && { shown }),
    ...(isPart && { unseen: true }),
    ...(error && { error: errorData(error) }),
  })),
})

export function linesOfDrop(
  { config }: SoundProject,
  target: string | undefined,
  dropped: readonly Dropped[],
  isWhole: boolean,
): readonly string[] {
  const { deployment } = selectTarget(config, target)
  if (dropped.length > 0) return dropped.flatMap((each) => describeDropped(each, deployment))
  return [isWhole ? 'Nothing that was tried has expired.' : 'Nothing that was tried and this key sees has expired.']
}

function describeDropped(dropped: Dropped, own: number): string[] {
  const { preview, deployment, kept, failed, shown, isPart, error } = dropped
  const where = deployment === own ? preview.label : `${preview.label} in deployment ${deployment}`
  return [
    `${where}: ${error ? `could not be removed: ${error.message}` : endOf(dropped)}`,
    ...kept.map((what) => `  kept: ${what}`),
    ...(kept.length > 0 ? ['  What people changed is theirs: to be rid of it, delete it in the UI.'] : []),
    ...(isPart
      ? ["  This key does not see everything: copies of others stay. Drop it with the key that made it, or an admin's."]
      : []),
    ...shown.map((what) => `  slipped in: ${what}`),
    ...failed.map((each) => `  failed: ${describeFailure(each)}`),
    ...(failed.length > 0 ? ['  Run the same command again: it does the rest.'] : []),
  ]
}

function endOf({ deleted, branch, kept, failed, isPart }: Dropped): string {
  if (deleted > 0) return `${plural(deleted, 'object')} removed${branch ? ', and its branch' : ''}`
  if (branch) return 'its branch was removed'
  if (kept.length + failed.length > 0) return 'nothing was removed'
  return isPart ? 'nothing that this key sees was left' : 'nothing of it was left'
}
