import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { addressProblem } from '../address.ts'
import { TargetName } from '../config/schema.ts'
import { slugOf } from '../content/slug.ts'
import { BoardwrightError } from '../errors.ts'
import { readProjectConfig } from '../project/project.ts'
import { CONFIG_FILE } from '../project/root.ts'
import { printYaml } from '../serialize/yaml/print.ts'
import { type Begun, beginRepository } from '../workspace/begin-repository.ts'
import { readTextIfAny } from '../workspace/find.ts'
import { writeTree } from '../workspace/write.ts'

export interface InitTarget {
  readonly name: string
  readonly deployment: number
  readonly protected: boolean
}

export interface InitOptions {
  readonly project: string
  readonly url: string
  /** The first is home: its ids stand in the files. */
  readonly targets: readonly InitTarget[]
  readonly branch: string
}

/** What the first target is called where nobody says otherwise. */
export const HOME = 'production'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Random and permanent: identifies the owner of objects, whatever the project is called later. */
const mintProjectId = (): string => [...randomBytes(8)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')

/** Git must not change a byte of files that are compared byte by byte. */
const ATTRIBUTES = ['boardwright.yaml', 'content/**', 'data-model/**', 'overlays/**', 'targets/**'].map(
  (path) => `${path} -text`,
)
/** Two people's widgets merge by themselves, where the driver is set up. Elsewhere git merges lines, as ever. */
const MERGED = ['content', 'overlays'].map((root) => `${root}/**/*.yaml merge=boardwright`)
export const DRIVER = 'git config merge.boardwright.driver "npx boardwright merge %O %A %B --path %P"'
const IGNORED = ['.boardwright/']
const GIT_FILES = { attributes: '.gitattributes', ignore: '.gitignore' }

/** Before anything is asked or written. */
export async function requireNoProject(root: string): Promise<void> {
  if ((await readTextIfAny(join(root, CONFIG_FILE))) !== undefined) {
    throw new BoardwrightError('PROJECT_EXISTS', `${join(root, CONFIG_FILE)} already exists`)
  }
}

/** The text of a boardwright.yaml that nothing is wrong with. */
export type NewConfig = string & { readonly isSound: true }

/** Writes boardwright.yaml and the git settings. Overwrites nothing. */
async function writeProject(root: string, config: NewConfig): Promise<readonly string[]> {
  await requireNoProject(root)
  const files = new Map([
    [CONFIG_FILE, config],
    [GIT_FILES.attributes, await withLines(join(root, GIT_FILES.attributes), [...ATTRIBUTES, ...MERGED])],
    [GIT_FILES.ignore, await withLines(join(root, GIT_FILES.ignore), IGNORED)],
  ])
  await writeTree(root, files)
  return [...files.keys()]
}

/** Writes the files of a project, in a git repository: unless it is told not to, where there is none it makes one. */
export async function beginProject(
  root: string,
  config: NewConfig,
  { git }: { readonly git: boolean },
): Promise<{ readonly written: readonly string[]; readonly repository: Begun }> {
  const written = await writeProject(root, config)
  return { written, repository: git ? await beginRepository(root) : { made: false } }
}

/** The first of these is home. */
export function targetsOf(all: readonly Omit<InitTarget, 'protected'>[], isProtected: readonly string[]): InitTarget[] {
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

/** The settings of a new project. They are refused as they would be when they are read. */
export function newConfig({ project, url, targets, branch }: InitOptions): NewConfig {
  const config = {
    version: 1,
    project,
    projectId: mintProjectId(),
    home: targets[0]?.name,
    targets: Object.fromEntries(
      targets.map(({ name, deployment, protected: isProtected }) => [
        name,
        { url, deployment, ...(isProtected ? { protected: true } : {}), dataModel: { branch } },
      ]),
    ),
  }
  const text = printYaml(config)
  const { problems } = readProjectConfig(new Map([[CONFIG_FILE, Buffer.from(text)]]), '')
  const [wrong] = problems.filter(({ warning }) => !warning)
  if (!wrong) return text as NewConfig
  throw new BoardwrightError('USAGE', `this would be no valid ${CONFIG_FILE}: ${wrong.message}`, { hint: wrong.hint })
}

/** The name of a target, made from that of its deployment. */
export const targetNameOf = (deployment: string): string => slugOf(deployment).slice(0, 64).replace(/-+$/, '')

/** What is wrong with what somebody typed, in words that go on from it. */
export const wrongAddress = (text: string): string | undefined => addressProblem(text)
export const wrongTargetName = (text: string): string | undefined =>
  TargetName.safeParse(text).error?.issues[0]?.message

/** The text of a file with these lines added once. */
async function withLines(file: string, lines: readonly string[]): Promise<string> {
  const before = (await readTextIfAny(file)) ?? ''
  const missing = lines.filter((line) => !before.split(/\r?\n/).includes(line))
  const start = before === '' || before.endsWith('\n') ? before : `${before}\n`
  return missing.length === 0 ? before : `${start}${missing.join('\n')}\n`
}
