import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isMap } from '../../packages/common/maps.ts'
import { readYaml } from '../../packages/common/yaml/read.ts'
import type { Fault } from '../../packages/sandbox/control/faults.ts'
import type { Script } from '../../packages/sandbox/control/people.ts'
import type { SwitchChanges } from '../../packages/sandbox/control/switches.ts'
import { commitAll, git, gitWith, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { editModel } from './model.ts'
import { filesIn } from './scenario.ts'
import { atSandbox, layOut, letAct, numbersNow, type sandbox as Stage, sandbox } from './stage.ts'

const Step = z.union([
  /** What people do in the UI; `as` is the email of one. */
  z.strictObject({ ui: z.array(z.unknown()), as: z.string().optional() }),
  /** What they do during the next command: just before the nth matching request. */
  z.strictObject({
    during: z.strictObject({ method: z.string(), path: z.string(), nth: z.int().default(1) }),
    do: z.array(z.unknown()),
  }),
  /** A folder of the story whose files are copied into the tree, and committed. */
  z.strictObject({ files: z.string(), uncommitted: z.boolean().default(false) }),
  /** The same, with the files in the story itself. */
  z.strictObject({ write: z.record(z.string(), z.string()) }),
  /** By file, texts that the repo replaces. */
  z.strictObject({ change: z.record(z.string(), z.record(z.string(), z.string())) }),
  z.strictObject({ remove: z.array(z.string()) }),
  z.strictObject({ move: z.record(z.string(), z.string()) }),
  /** One of our command lines. `{run}` in it stands for the name of the last run. */
  z.strictObject({ run: z.string() }),
  /** A file of the tree in its current state. */
  z.strictObject({ show: z.string() }),
  /** `later`: commits in the next second, so it is certain which of two unrelated commits is newer. */
  z.strictObject({ git: z.string(), later: z.literal(true).optional() }),
  /** The target becomes as if the current tree had just been applied to it. */
  z.strictObject({ applied: z.literal(true) }),
  /** From here on, the project is not in a git repository. */
  z.strictObject({ without: z.literal('git') }),
  /** From here on, the clone has no history. */
  z.strictObject({ shallow: z.literal(true) }),
  /** How the platform behaves from here on. */
  z.strictObject({ switches: z.record(z.string(), z.unknown()) }),
  /** How it misbehaves during the next command. */
  z.strictObject({ fault: z.record(z.string(), z.unknown()) }),
  z.strictObject({ later: z.string().describe('`20 min`: so much time goes by.') }),
  /** The key that commands use from here on. */
  z.strictObject({ key: z.enum(['admin', 'member', 'scoped']) }),
  /** Files of the data model that a person changes on the branch; null removes one. */
  z.strictObject({ model: z.record(z.string(), z.string().nullable()), deployment: z.int().default(2) }),
  /**
   * Changes the record that apply left on an object: to another text, to that of another object, or with these keys
   * set.
   */
  z.strictObject({
    ledger: z.string(),
    text: z.string().optional(),
    times: z.int().default(1),
    of: z.string().optional(),
    set: z.record(z.string(), z.unknown()).optional(),
  }),
])
type Step = z.output<typeof Step>

const Story = z.strictObject({
  story: z.string(),
  /** False: nothing was ever applied to the target. */
  applied: z.boolean().default(true),
  /** False: the target has nothing at all. */
  live: z.boolean().default(true),
  /** Files of `start/` that are not there at first. */
  without: z.array(z.string()).default([]),
  /** Keys of objects that only admins see. */
  hidden: z.array(z.string()).default([]),
  /** Keys of objects older than slugs and stable ids. */
  legacy: z.array(z.string()).default([]),
  /** Files that exist at first in addition to `start/`. */
  with: z.record(z.string(), z.string()).default({}),
  steps: z.array(Step),
})
type Story = z.output<typeof Story>

export function readStory(directory: string): Story {
  const file = join(import.meta.dirname, directory, 'story.yaml')
  const { value, problems } = readYaml(readFileSync(file, 'utf8'), file)
  if (problems.length > 0) throw new Error(`${file}: ${problems[0]?.message}`)
  return Story.parse(value)
}

/** The state of a story as it is played. */
export interface Scene {
  readonly directory: string
  root: string
  readonly commits: string[]
  key: keyof typeof Stage.keys
}

/** Plays any step except those that the transcript shows. */
export async function play(step: Exclude<Step, { run: string } | { show: string }>, scene: Scene): Promise<void> {
  const { root, commits } = scene
  const commit = (): void => {
    commits.push(commitAll(root, `commit ${commits.length + 1}`))
  }
  if ('ui' in step) for (const action of step.ui) await letAct(action as Script['do'][number], { as: step.as })
  else if ('during' in step) await letAct(step.do as Script['do'], { when: step.during })
  else if ('files' in step) {
    await writeFiles(root, atSandbox(filesIn(`${scene.directory}/${step.files}`)))
    if (!step.uncommitted) commit()
  } else if ('write' in step) {
    await writeFiles(root, atSandbox(step.write))
    commit()
  } else if ('change' in step) {
    await writeFiles(root, changed(root, step.change))
    commit()
  } else if ('remove' in step) {
    for (const path of step.remove) rmSync(join(root, path), { recursive: true })
    commit()
  } else if ('move' in step) {
    for (const [from, to] of Object.entries(step.move)) git(root, 'mv', from, to)
    commit()
  } else if ('git' in step) {
    const inASecond = `${Math.floor(Date.now() / 1000) + 1} +0000`
    gitWith(step.later ? { GIT_COMMITTER_DATE: inASecond } : {}, root, ...step.git.split(' '))
    const all = git(root, 'rev-list', '--all', '--reverse').trim().split('\n')
    commits.push(...all.filter((sha) => !commits.includes(sha)))
  } else if ('applied' in step) await layOut(filesOf(root), git(root, 'rev-parse', 'HEAD').trim())
  else if ('shallow' in step) {
    scene.root = temporaryDirectory()
    git(scene.root, 'clone', '--quiet', '--depth', '1', `file://${root}`, '.')
  } else if ('without' in step) rmSync(join(root, '.git'), { recursive: true })
  else if ('switches' in step) sandbox.controls.setSwitches(step.switches as SwitchChanges)
  else if ('fault' in step) sandbox.controls.addFault(step.fault as z.input<typeof Fault>)
  else if ('later' in step) sandbox.controls.setClock({ advanceMs: Number.parseInt(step.later, 10) * 60_000 })
  else if ('key' in step) scene.key = step.key
  else if ('model' in step) await editModel(step.model, { deploymentId: step.deployment })
  else await writeRecord(step, commits)
}

function changed(root: string, changes: Readonly<Record<string, Readonly<Record<string, string>>>>) {
  const replaced = ([path, texts]: [string, Readonly<Record<string, string>>]): [string, string] => {
    const text = readFileSync(join(root, path), 'utf8')
    const now = Object.entries(texts).reduce((whole, [from, to]) => {
      if (!whole.includes(from)) throw new Error(`${path} does not say "${from}"`)
      return whole.replace(from, () => to)
    }, text)
    return [path, now]
  }
  return Object.fromEntries(Object.entries(changes).map(replaced))
}

const filesOf = (root: string): Record<string, string> =>
  Object.fromEntries(
    git(root, 'ls-files')
      .trim()
      .split('\n')
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )

/**
 * Changes a record by hand. `{commit1}` in the text stands for that commit, `{now}` for the platform's time, `{self}`
 * for the number of its holder, `{report/ID}` for that of another object.
 */
async function writeRecord(
  { ledger, text, times, of, set }: Extract<Step, { ledger: string }>,
  commits: readonly string[],
): Promise<void> {
  const [id, source] = [await numberOf(ledger), await numberOf(of ?? ledger)]
  const path = (key: string, number: number): string => `/api/v1/deployments/2/${key.split('/')[0]}s/${number}`
  const answer = await fetch(`${sandbox.url}${path(of ?? ledger, source)}`, {
    headers: { authorization: `Bearer ${sandbox.keys.admin}` },
  })
  const { meta } = (await answer.json()) as { meta: { boardwright: string } }
  const record = text?.repeat(times) ?? JSON.stringify(over(JSON.parse(meta.boardwright), set ?? {}))
  const { now } = sandbox.controls.setClock({})
  const numbers = new Map([...(await numbersNow()), ['self', id] as const])
  const boardwright = commits.reduce(
    (whole, sha, index) => whole.replaceAll(`{commit${index + 1}}`, sha),
    record.replaceAll('{now}', now).replace(/"\{([^{}"]+)\}"/g, (text, key) => String(numbers.get(key) ?? text)),
  )
  await letAct(
    ledger.startsWith('workbook/')
      ? { do: 'edit-workbook', workbook: id, set: { meta: { boardwright } } }
      : { do: 'edit-report', report: id, set: { meta: { boardwright } } },
  )
}

async function numberOf(key: string): Promise<number> {
  const number = (await numbersNow()).get(key)
  if (number === undefined) throw new Error(`there is no ${key}`)
  return number
}

const over = (below: unknown, above: unknown): unknown =>
  isMap(below) && isMap(above)
    ? {
        ...below,
        ...Object.fromEntries(Object.entries(above).map(([key, value]) => [key, over(below[key], value)])),
      }
    : above
