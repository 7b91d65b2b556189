import { readYaml } from '@boardwright/common/yaml'
import type { PlacedBranch, RuleSettings } from '../../config/model.ts'
import { readRules } from '../../config/rules.ts'
import { ConfigFile } from '../../config/schema.ts'
import type { FileValueRead, Marked, PlaceOf, Problem } from '../../content/problem.ts'
import { schemaProblems } from '../../content/schema-problems.ts'
import { RULES_DIRECTORY } from '../../rules/file.ts'
import type { TreeFiles } from '../../serialize/documents.ts'
import { conflictsIn, decodeText } from '../../serialize/text.ts'
import { type AskedBase, branchOfPipeline, commitOfBranch, fetchOf } from '../../workspace/base.ts'
import { placeInRepository } from '../../workspace/git.ts'
import { filesOfCommit } from '../../workspace/old-files.ts'
import { topAbove } from '../../workspace/repository.ts'
import { CONFIG_FILE } from './root.ts'

/** Rules of another branch, which hold instead of those of the tree: whoever changes the tree cannot change them. */
export interface House {
  readonly branch: string
  readonly commit: string
  /** The files with rules there. */
  readonly files: TreeFiles
  readonly settings: RuleSettings
  /** Where the tree names the branch. What is wrong there is reported here. */
  readonly at: Marked
}

export interface HouseFound {
  /** Undefined if the tree itself says what the rules are, or if they cannot be read. */
  readonly house?: House
  readonly problems: readonly Problem[]
}

export interface HouseAsked {
  /** What the tree asks for. */
  readonly from: PlacedBranch | undefined
  readonly today: string
  readonly env?: AskedBase['env']
}

/**
 * The rules of the branch that `rules.from` names. Where a pipeline says into which branch a pull request goes, that
 * branch decides whether there is such a name, so that nobody gets rid of rules by removing it.
 */
export async function findHouse(root: string, { from, today, env }: HouseAsked): Promise<HouseFound> {
  const into = branchOfPipeline(env)
  if (into === undefined && from === undefined) return NONE
  if (topAbove(root) === undefined)
    return from ? { problems: [elsewhere(from, 'the project is in no repository')] } : NONE
  const at = from?.at ?? { at: { file: CONFIG_FILE }, length: 1 }
  const decided = into === undefined ? undefined : await readHouse(root, { branch: into, at }, today)
  const asked = (decided && 'house' in decided ? decided.house?.settings.from : undefined) ?? from
  if (asked === undefined) return NONE
  if (asked.branch === into && decided) return decided
  return readHouse(root, { branch: asked.branch, at }, today)
}

const NONE: HouseFound = { problems: [] }

const elsewhere = ({ branch, at }: PlacedBranch, because: string, hint?: string): Problem => ({
  ...{ kind: 'RULES_ELSEWHERE', ...at, message: `the rules of ${branch} cannot be read: ${because}` },
  ...(hint === undefined ? {} : { hint }),
})

async function readHouse(root: string, asked: PlacedBranch, today: string): Promise<HouseFound> {
  const { branch, at } = asked
  const refuse = (because: string, hint?: string): HouseFound => ({ problems: [elsewhere(asked, because, hint)] })
  const commit = await commitOfBranch(root, branch)
  if (commit === undefined) return refuse('this clone has no such branch', fetchOf(branch))
  const prefix = await placeInRepository(root)
  const files = await filesOfCommit(root, { commit, prefix, paths: [CONFIG_FILE, RULES_DIRECTORY] })
  const bytes = files.get(CONFIG_FILE)
  if (bytes === undefined)
    return refuse(`it has no ${prefix}${CONFIG_FILE}`, 'Merge the project first, without `from`.')
  const document = readDocument(bytes, () => at)
  if ('because' in document) return refuse(document.because)
  const [wrong] = schemaProblems(document, ConfigFile, document.value)
  if (wrong) return refuse(`${CONFIG_FILE}: ${wrong.message}`)
  const { rules: settings, problems } = readRules(document, today)
  const house = { branch, commit, settings, at, files: new Map([...files].filter(([file]) => file !== CONFIG_FILE)) }
  return { house, problems: problems.map((problem) => thereIn(house, problem)) }
}

/** A problem on the branch, at the place that names it. */
export const thereIn = ({ branch, at }: Pick<House, 'branch' | 'at'>, problem: Problem): Problem => ({
  ...problem,
  ...at,
  message: `on ${branch}, ${problem.at.file}: ${problem.message}`,
})

/** That a file with a rule is as the tree has it, because nobody can read it on the branch. */
export const mendedIn = ({ branch, at }: Pick<House, 'branch' | 'at'>, file: string): Problem => ({
  ...{ kind: 'RULES_ELSEWHERE', ...at, warning: true },
  message: `${file} of ${branch} cannot be read: what this tree says of it holds`,
  hint: `Look at ${file} before you merge this: nothing else judges it.`,
})

function readDocument(bytes: Uint8Array, placeOf: PlaceOf): FileValueRead | { readonly because: string } {
  const text = decodeText(bytes, CONFIG_FILE)
  if (typeof text !== 'string') return { because: `${CONFIG_FILE} ${text.message}` }
  const { value, problems } = readYaml(text, CONFIG_FILE)
  const [wrong] = [...conflictsIn(text, CONFIG_FILE), ...problems]
  return wrong ? { because: `${CONFIG_FILE}: ${wrong.message}` } : { file: CONFIG_FILE, value, placeOf }
}
