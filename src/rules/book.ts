import { counted, didYouMean, nearest, oncePer } from '@boardwright/common'
import type { NamedRule, RuleSettings } from '../config/model.ts'
import { isOff, OWN_RULES } from '../config/severity.ts'
import { DIFFERENCE } from '../config/waivers.ts'
import type { Problem } from '../content/problem.ts'
import type { TreeFiles } from '../serialize/documents.ts'
import { decodeText } from '../serialize/text.ts'
import { RULES_DIRECTORY } from './file.ts'
import { readRule } from './read.ts'
import { recommendedRules } from './recommended.ts'
import type { Rule } from './rule.ts'

/** The rules of a project: those of its files, and the built-in ones that it uses. */
export interface RuleBook {
  readonly rules: readonly Rule[]
  /** Those that are not weighed `off` everywhere. */
  readonly asked: readonly Rule[]
  readonly problems: readonly Problem[]
}

/** All built-in rules. */
const RECOMMENDED = 'recommended'
/** Each rule looks at each object, so there is a bound to how many there may be. */
export const MOST_RULES = 500
/** Of all files together. A rule has a few hundred. */
export const MOST_RULE_BYTES = 1_000_000

const FILE = /^rules\/([a-z0-9]+(?:-[a-z0-9]+)*)\.yaml$/

/** Notes for people, and what keeps a directory in git. */
const NO_RULE = /(?:\.md|\/\.[^/]+)$/

export function readBook(files: TreeFiles, settings: RuleSettings | undefined): RuleBook {
  const { rules, problems } = rulesIn(files)
  const builtIn = recommendedRules()
  const names = new Set(builtIn.map(({ name }) => name))
  const twice = [...ruleFiles(files)].flatMap(([name, file]): Problem[] =>
    names.has(name) || OWN_RULES.includes(name)
      ? [
          {
            kind: 'DUPLICATE',
            at: { file },
            message: `a built-in rule has the name "${name}"`,
            hint: 'Give the file another name.',
          },
        ]
      : [],
  )
  const used = settings?.used ?? []
  const isUsed = ({ name }: Rule): boolean => used.some(({ rule }) => rule === RECOMMENDED || rule === name)
  const known = [...OWN_RULES, DIFFERENCE, ...names, ...ruleFiles(files).keys()]
  const named = [...(settings?.weights ?? []), ...(settings?.waivers ?? [])]
  const all = [...builtIn.filter(isUsed), ...rules]
  return {
    rules: all,
    asked: all.filter(({ name }) => !isOff(name, settings?.weights ?? [])),
    problems: [
      ...problems,
      ...twice,
      ...named.flatMap((each) => unknownRule(each, known)),
      ...used.flatMap((each) => unknownRule(each, [RECOMMENDED, ...names], 'built-in rule')),
    ],
  }
}

/** A rule that is named and does not exist. */
const unknownRule = ({ rule, at }: NamedRule, known: readonly string[], what = 'rule'): Problem[] =>
  known.includes(rule)
    ? []
    : [
        {
          ...{ kind: 'SCHEMA', ...at, message: `there is no ${what} "${rule}"` },
          hint: didYouMean(nearest(rule, known), '`boardwright rules list` has the names of all rules.'),
        },
      ]

/** The files that may hold a rule, by its name. */
const ruleFiles = oncePer(
  (files: TreeFiles): ReadonlyMap<string, string> =>
    new Map(
      [...files.keys()].flatMap((file): [string, string][] => {
        const name = FILE.exec(file)?.[1]
        return name === undefined ? [] : [[name, file]]
      }),
    ),
)

const rulesIn = oncePer((files: TreeFiles): Omit<RuleBook, 'asked'> => {
  const all = [...files.keys()].filter((file) => file.startsWith(`${RULES_DIRECTORY}/`) && !NO_RULE.test(file)).sort()
  const refused = tooMuch(all, files)
  if (refused) return { rules: [], problems: [refused] }
  const read = all.map((file) => {
    const name = FILE.exec(file)?.[1]
    if (name === undefined) return { rule: undefined, problems: [strange(file)] }
    const text = decodeText(files.get(file) ?? new Uint8Array(), file)
    return typeof text === 'string' ? readRule(name, text, file) : { rule: undefined, problems: [text] }
  })
  return { rules: read.flatMap(({ rule }) => rule ?? []), problems: read.flatMap(({ problems }) => problems) }
})

/** Why none of them is read, at the first file that is too much. */
function tooMuch(all: readonly string[], files: TreeFiles): Problem | undefined {
  const refuse = (file: string, message: string): Problem => ({
    ...{ kind: 'SCHEMA', at: { file }, message, hint: 'Remove some.' },
  })
  const beyond = all[MOST_RULES]
  if (beyond !== undefined)
    return refuse(
      beyond,
      `there are ${counted(all.length)} files with rules, and at most ${counted(MOST_RULES)} are read`,
    )
  let bytes = 0
  const over = all.find((file) => {
    bytes += files.get(file)?.length ?? 0
    return bytes > MOST_RULE_BYTES
  })
  return over === undefined ? undefined : refuse(over, 'the files with rules have more than 1 MB together')
}

/**
 * The rules of another tree, but each file that cannot be read there as this tree has it, if it can be read here or is
 * gone: who mends a rule must be able to.
 */
export function mendedBy(
  own: TreeFiles,
  there: TreeFiles,
): { readonly files: TreeFiles; readonly mended: readonly string[] } {
  const brokenIn = (files: TreeFiles): ReadonlySet<string> => new Set(rulesIn(files).problems.map(({ at }) => at.file))
  const broken = brokenIn(own)
  const mended = [...brokenIn(there)].filter((file) => !broken.has(file))
  if (mended.length === 0) return { files: there, mended }
  const files = new Map(there)
  for (const file of mended) {
    const bytes = own.get(file)
    if (bytes) files.set(file, bytes)
    else files.delete(file)
  }
  return { files, mended }
}

const strange = (file: string): Problem => ({
  ...{ kind: 'FILE_UNKNOWN', at: { file }, message: 'is no rule: a rule is rules/<name>.yaml' },
  hint: 'Name it in lower-case words joined by "-", directly in rules/, or move it elsewhere.',
})
