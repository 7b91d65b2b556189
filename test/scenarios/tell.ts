import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commitFirst, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { type Files, filesIn, scenariosIn } from './scenario.ts'
import { atSandbox, layOut, openStage, printedBy, sandbox, URL } from './stage.ts'
import { play, readStory, type Scene } from './story.ts'

/**
 * Each folder in `stories/` is a story in steps: what the repo does, what people do in the UI, and what the commands
 * print. Every story starts with `start/`, applied. `BOARDWRIGHT_UPDATE=1` rewrites the expected output; read the
 * difference before you commit it.
 */
export function tellStories(isTold: (name: string) => boolean): void {
  openStage()
  test.for(scenariosIn('stories').filter(isTold))('%s', (name) => tell(name))
}

async function tell(name: string): Promise<void> {
  const { story, applied, live, without, hidden, legacy, steps, ...more } = readStory(`stories/${name}`)
  const root = temporaryDirectory()
  const all: Files = { ...filesIn('start'), ...filesIn(`stories/${name}/start`), ...more.with }
  const start = Object.fromEntries(Object.entries(all).filter(([path]) => !without.includes(path)))
  await writeFiles(root, { ...atSandbox(start), '.gitignore': '.boardwright/\n' })
  const commit = commitFirst(root)
  if (live) await layOut(start, applied ? commit : undefined, { hidden, legacy })
  else await sandbox.controls.reset({ seed: 'empty' })

  const scene: Scene = { directory: `stories/${name}`, root, commits: [commit], key: 'admin' }
  const transcript = [`# ${story.trim().replaceAll('\n', '\n# ')}`]
  for (const step of steps) {
    if ('show' in step) {
      transcript.push(shown(scene.root, step.show))
      continue
    }
    if (!('run' in step)) {
      await play(step, scene)
      continue
    }
    sandbox.controls.clearRequests()
    const args = words(step.run).map((word) => (word === '{run}' ? lastRun(scene.root) : word))
    const printed = await printedBy([...args, '-C', scene.root], scene.key)
    // Otherwise a `during` would do nothing, and the story would prove nothing.
    expect(sandbox.controls.waitingPeople()).toEqual([])
    if (!WRITING.test(step.run)) expect(writes()).toEqual([])
    transcript.push(`$ boardwright ${step.run}\n${masked(printed, scene)}`)
  }

  const file = join(import.meta.dirname, 'stories', name, 'expected.txt')
  const actual = `${transcript.join('\n\n').trimEnd()}\n`
  if (process.env['BOARDWRIGHT_UPDATE']) writeFileSync(file, actual)
  else expect(actual).toBe(existsSync(file) ? readFileSync(file, 'utf8') : '')
}

function shown(root: string, path: string): string {
  const text = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : 'is not there\n'
  return `${path}:\n${text.replaceAll(/^(?=.)/gm, '  ')}`
}

const WRITING = /^(adopt|apply|forget|promote|restore)\b/

const lastRun = (root: string): string => readdirSync(join(root, '.boardwright/runs')).sort().at(-1) ?? ''

const words = (line: string): string[] => line.match(/'[^']*'|\S+/g)?.map((word) => word.replaceAll("'", '')) ?? []

/** The write requests that were sent. */
const writes = (): string[] =>
  sandbox.controls
    .requests()
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`)

/** Replaces commits by their number, and times and directories by placeholders. */
function masked(text: string, { root, commits }: Scene): string {
  const named = commits.reduce(
    (all, sha, index) => all.replaceAll(sha, `commit${index + 1}`).replaceAll(sha.slice(0, 7), `commit${index + 1}`),
    text.replaceAll(root, '.'),
  )
  return (
    named
      .replaceAll(new globalThis.URL(sandbox.url).host, new globalThis.URL(URL).host)
      .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z| UTC)/g, 'TIME')
      .replaceAll(/\d{8}T\d{6}Z/g, 'TIME')
      .replaceAll(/(?<=--approve )[0-9a-f]{64}/g, 'HASH')
      // A run that begins in the same second as another one of the same plan has a number at the end.
      .replaceAll(/\b[0-9a-f]{4}-[0-9a-f]{4}(?:-[0-9]+)?(?=\.jsonl| --approve)/g, 'HASH')
      .replaceAll(/ in \d+(\.\d+)? (ms|s)\b/g, ' in N s')
      // Ids that the platform chose. Ids in the stories end in a number.
      .replaceAll(/(?<=--select )(?!\w*(?:00\d|Report01)\b)\w{12}\b/g, 'ID')
      .replaceAll(/with \d+ requests/g, 'with N requests')
      .replaceAll(/Sent \d+ requests/g, 'Sent N requests')
      .replaceAll(/wrote it with \d+/g, 'wrote it with N')
      .replaceAll(/request [0-9a-f-]{36}/g, 'request ID')
      .replaceAll(/\bdev-([a-z0-9-]+)-[0-9a-f]{8}\b/g, 'dev-$1-ID')
      .replaceAll(/^ {2}build of .*: building, .*\n/gm, '')
      .replaceAll(/: built, \d+ s/g, ': built, N s')
  )
}
