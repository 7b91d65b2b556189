import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { BoardwrightError } from '../errors.ts'
import { CONFIG_FILE } from '../project/root.ts'
import { printYaml } from '../serialize/yaml/print.ts'
import { readTextIfAny } from '../workspace/find.ts'
import { writeTree } from '../workspace/tree.ts'

export interface InitOptions {
  readonly project: string
  readonly url: string
  readonly deployment: number
  /** The first target, whose ids the files hold. */
  readonly target: string
  readonly branch: string
}

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

/** Writes boardwright.yaml and the git settings. Overwrites nothing. */
export async function initProject(root: string, options: InitOptions): Promise<readonly string[]> {
  if ((await readTextIfAny(join(root, CONFIG_FILE))) !== undefined) {
    throw new BoardwrightError('PROJECT_EXISTS', `${join(root, CONFIG_FILE)} already exists`)
  }
  const { project, url, deployment, target, branch } = options
  const config = {
    version: 1,
    project,
    projectId: mintProjectId(),
    home: target,
    targets: { [target]: { url, deployment, dataModel: { branch } } },
  }
  const files = new Map([
    [CONFIG_FILE, printYaml(config)],
    ['.gitattributes', await withLines(join(root, '.gitattributes'), [...ATTRIBUTES, ...MERGED])],
    ['.gitignore', await withLines(join(root, '.gitignore'), IGNORED)],
  ])
  await writeTree(root, files)
  return [...files.keys()]
}

/** The text of a file with these lines added once. */
async function withLines(file: string, lines: readonly string[]): Promise<string> {
  const before = (await readTextIfAny(file)) ?? ''
  const missing = lines.filter((line) => !before.split(/\r?\n/).includes(line))
  const start = before === '' || before.endsWith('\n') ? before : `${before}\n`
  return missing.length === 0 ? before : `${start}${missing.join('\n')}\n`
}
