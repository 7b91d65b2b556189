import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Script } from '../../src/sandbox/control/people.ts'
import type { SwitchChanges } from '../../src/sandbox/control/switches.ts'
import { readYaml } from '../../src/serialize/yaml/read.ts'
import { commitAll, git, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { editModel } from './model.ts'
import { type Files, filesIn, scenariosIn } from './scenario.ts'
import { atSandbox, layOut, letAct, printedBy, sandbox, URL } from './stage.ts'

/**
 * Each folder in `stories/` is a story in steps: what the repo does, what people do in the UI, and what the commands
 * say. Everything starts with `start/`, applied. `BOARDWRIGHT_UPDATE=1` writes what is expected anew; read the
 * difference before you commit it.
 */
const Step = z.union([
  /** What people do in the UI. */
  z.strictObject({ ui: z.array(z.unknown()) }),
  /** A folder of the story that is laid over the tree, and committed. */
  z.strictObject({ files: z.string(), uncommitted: z.boolean().default(false) }),
  z.strictObject({ remove: z.array(z.string()) }),
  /** A command line of ours. */
  z.strictObject({ run: z.string() }),
  z.strictObject({ git: z.string() }),
  /** From here on in a clone without history. */
  z.strictObject({ shallow: z.literal(true) }),
  /** What the platform does from here on. */
  z.strictObject({ switches: z.record(z.string(), z.unknown()) }),
  /** The key that the commands use from here on. */
  z.strictObject({ key: z.enum(['admin', 'member', 'scoped']) }),
  /** Files of the data model that a person changes on the branch; null removes one. */
  z.strictObject({ model: z.record(z.string(), z.string().nullable()) }),
])

const Story = z.strictObject({
  story: z.string(),
  /** False: nothing was ever applied to the target. */
  applied: z.boolean().default(true),
  /** False: the target has nothing at all. */
  live: z.boolean().default(true),
  /** Files of `start/` that are not there at first. */
  without: z.array(z.string()).default([]),
  steps: z.array(Step),
})

const readStory = (name: string) => {
  const file = join(import.meta.dirname, 'stories', name, 'story.yaml')
  const { value, problems } = readYaml(readFileSync(file, 'utf8'), file)
  if (problems.length > 0) throw new Error(`${file}: ${problems[0]?.message}`)
  return Story.parse(value)
}

test.for(scenariosIn('stories'))('%s', async (name) => {
  const { story, applied, live, without, steps } = readStory(name)
  let root = temporaryDirectory()
  const all: Files = { ...filesIn('start'), ...filesIn(`stories/${name}/start`) }
  const start = Object.fromEntries(Object.entries(all).filter(([path]) => !without.includes(path)))
  await writeFiles(root, atSandbox(start))
  const commits = [commitAll(root)]
  if (live) await layOut(start, applied ? commits[0] : undefined)
  else await sandbox.controls.reset({ seed: 'empty' })

  let key: 'admin' | 'member' | 'scoped' = 'admin'
  const transcript = [`# ${story.trim().replaceAll('\n', '\n# ')}`]
  const commit = (): void => {
    commits.push(commitAll(root, `commit ${commits.length + 1}`))
  }
  for (const step of steps) {
    if ('ui' in step) for (const action of step.ui) await letAct(action as Script['do'][number])
    else if ('files' in step) {
      await writeFiles(root, atSandbox(filesIn(`stories/${name}/${step.files}`)))
      if (!step.uncommitted) commit()
    } else if ('remove' in step) {
      for (const path of step.remove) rmSync(join(root, path), { recursive: true })
      commit()
    } else if ('git' in step) {
      git(root, ...step.git.split(' '))
      commits.push(git(root, 'rev-parse', 'HEAD').trim())
    } else if ('shallow' in step) {
      const clone = temporaryDirectory()
      git(clone, 'clone', '--quiet', '--depth', '1', `file://${root}`, '.')
      root = clone
    } else if ('switches' in step) sandbox.controls.setSwitches(step.switches as SwitchChanges)
    else if ('key' in step) key = step.key
    else if ('model' in step) await editModel(step.model)
    else {
      const printed = await printedBy([...step.run.split(' '), '-C', root], key)
      transcript.push(`$ boardwright ${step.run}\n${masked(printed, root, commits)}`)
    }
  }

  const file = join(import.meta.dirname, 'stories', name, 'expected.txt')
  const actual = `${transcript.join('\n\n').trimEnd()}\n`
  if (process.env['BOARDWRIGHT_UPDATE']) writeFileSync(file, actual)
  else expect(actual).toBe(existsSync(file) ? readFileSync(file, 'utf8') : '')
})

/** Commits by their number, times and directories by what they are. */
function masked(text: string, root: string, commits: readonly string[]): string {
  const named = commits.reduce(
    (all, sha, index) => all.replaceAll(sha, `commit${index + 1}`).replaceAll(sha.slice(0, 7), `commit${index + 1}`),
    text.replaceAll(root, '.'),
  )
  return named
    .replaceAll(new globalThis.URL(sandbox.url).host, new globalThis.URL(URL).host)
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z| UTC)/g, 'TIME')
    .replaceAll(/ in \d+(\.\d+)? (ms|s)\b/g, ' in N s')
    .replaceAll(/with \d+ requests/g, 'with N requests')
}
