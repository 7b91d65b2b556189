import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { BoardwrightError } from '@boardwright/common'
import { printYaml } from '@boardwright/common/yaml'
import { addressProblem } from '@boardwright/platform'
import { TargetName } from '../config/schema.ts'
import { ALPHABET } from '../content/identity.ts'
import { slugOf } from '../content/slug.ts'
import { EARLIEST_DAY, readProjectConfig } from '../project/local/project.ts'
import { CONFIG_FILE } from '../project/local/root.ts'
import { mainBranch } from '../workspace/base.ts'
import { type Begun, beginRepository } from '../workspace/begin-repository.ts'
import { readTextIfAny } from '../workspace/find.ts'
import { topAbove } from '../workspace/repository.ts'
import { writeTree } from '../workspace/write.ts'

export interface InitTarget {
  readonly name: string
  readonly deployment: number
  readonly protected: boolean
}

export interface InitOptions {
  readonly project: string
  readonly url: string
  /** The first one is home: files contain its ids. */
  readonly targets: readonly InitTarget[]
  readonly branch: string
  /** The address at which people open a dashboard. */
  readonly links?: string
}

/** Default name of the first target. */
export const HOME = 'production'

/** Random and permanent: identifies the project as an owner of objects, even after it is renamed. */
const mintProjectId = (): string => [...randomBytes(8)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')

/** Keeps git from changing line endings in files that are compared byte by byte. */
const ATTRIBUTES = ['boardwright.yaml', 'content/**', 'account/**', 'data-model/**', 'overlays/**', 'targets/**'].map(
  (path) => `${path} -text`,
)
/**
 * Where the merge driver is set up, changes to different widgets merge without conflict. Elsewhere git merges by line,
 * as usual.
 */
const MERGED = ['content', 'account', 'overlays'].map((root) => `${root}/**/*.yaml merge=boardwright`)
const IGNORED = ['.boardwright/']
const GIT_FILES = { attributes: '.gitattributes', ignore: '.gitignore' }

/** Called before anything is asked or written. */
export async function requireNoProject(root: string): Promise<void> {
  if ((await readTextIfAny(join(root, CONFIG_FILE))) !== undefined) {
    throw new BoardwrightError('PROJECT_EXISTS', `${join(root, CONFIG_FILE)} already exists`)
  }
}

/** The text of a valid boardwright.yaml. */
export type NewConfig = string & { readonly isSound: true }

/** Writes boardwright.yaml and the git settings. Overwrites nothing. */
async function writeProject(root: string, config: string): Promise<readonly string[]> {
  const files = new Map([
    [CONFIG_FILE, config],
    [GIT_FILES.attributes, await withLines(join(root, GIT_FILES.attributes), [...ATTRIBUTES, ...MERGED])],
    [GIT_FILES.ignore, await withLines(join(root, GIT_FILES.ignore), IGNORED)],
  ])
  await writeTree(root, files)
  return [...files.keys()]
}

/**
 * Writes the files of a project. Creates a git repository if there is none, unless told not to; one of its `own` also
 * inside of another.
 */
export async function beginProject(
  root: string,
  config: NewConfig,
  { git }: { readonly git: boolean | 'own' },
): Promise<{ readonly written: readonly string[]; readonly repository: Begun; readonly isInGit: boolean }> {
  await requireNoProject(root)
  const repository = git ? await beginRepository(root, git === 'own') : { made: false }
  const mergeInto = await mainBranch(root)
  const branch = mergeInto === undefined ? '' : printYaml({ mergeInto })
  // Not at the end, where people add targets.
  const whole = config.replace(/^home: .*\n/m, (home) => `${home}${branch}`)
  return { written: await writeProject(root, whole), repository, isInGit: topAbove(root) !== undefined }
}

/** The first target is home. */
export function initTargets(
  all: readonly Omit<InitTarget, 'protected'>[],
  isProtected: readonly string[],
): InitTarget[] {
  const names = all.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw new BoardwrightError('USAGE', `two targets are called ${twice}`)
  const unknown = isProtected.find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new BoardwrightError('USAGE', `--protected ${unknown} is not a target of this project`, {
      hint: `Name one of its targets: ${names.join(', ')}.`,
    })
  return all.map((each) => ({ ...each, protected: isProtected.includes(each.name) }))
}

/** The settings of a new project, checked as when they are read. */
export function newConfig({ project, url, targets, branch, links }: InitOptions): NewConfig {
  const config = {
    version: 1,
    project,
    projectId: mintProjectId(),
    home: targets[0]?.name,
    ...(links === undefined ? {} : { links }),
    targets: Object.fromEntries(
      targets.map(({ name, deployment, protected: isProtected }) => [
        name,
        { url, deployment, ...(isProtected ? { protected: true } : {}), dataModel: { branch } },
      ]),
    ),
  }
  const text = printYaml(config)
  const { problems } = readProjectConfig(new Map([[CONFIG_FILE, Buffer.from(text)]]), EARLIEST_DAY)
  const [wrong] = problems.filter(({ warning }) => !warning)
  if (!wrong) return text as NewConfig
  throw new BoardwrightError('USAGE', `this would not be a valid ${CONFIG_FILE}: ${wrong.message}`, {
    hint: wrong.hint,
  })
}

/** Makes a target's name from that of its deployment. */
export const targetNameOf = (deployment: string): string =>
  slugOf(deployment)
    .slice(0, 64)
    .replace(/(?<!-)-+$/, '')

/** What is wrong with the typed text, as a phrase that continues a sentence about it. */
export const wrongAddress = (text: string): string | undefined => addressProblem(text)
export const wrongTargetName = (text: string): string | undefined =>
  TargetName.safeParse(text).error?.issues[0]?.message

/** The text of a file, with those of these lines added that it lacks. */
async function withLines(file: string, lines: readonly string[]): Promise<string> {
  const before = (await readTextIfAny(file)) ?? ''
  const missing = lines.filter((line) => !before.split(/\r?\n/).includes(line))
  const start = before === '' || before.endsWith('\n') ? before : `${before}\n`
  return missing.length === 0 ? before : `${start}${missing.join('\n')}\n`
}
