import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { BoardwrightError } from '../../packages/common/errors.ts'
import { findImpact } from '../../src/check/impact.ts'
import { validateTree } from '../../src/check/validate-tree.ts'
import type { ComparedWith } from '../../src/content/compared.ts'
import { findAffected } from '../../src/previews/numbers/affected.ts'
import { openProject, requireConfig } from '../../src/project/local/project.ts'
import { git } from '../support/directory.ts'
import { type History, oneOf, type Random } from './history.ts'
import { type Verdict, verdictOf } from './oracle.ts'

const TODAY = '2026-11-20'

/** A way to have a commit on a disk. */
interface Checkout {
  readonly what: string
  readonly commit: string
  readonly env: Readonly<Record<string, string>>
  /** Whether all of the history is there, so that the verdict has to be known. */
  readonly isWhole: boolean
  readonly make: (root: string) => void
}

export interface Looked {
  readonly broken: readonly string[]
  readonly count: number
  readonly unknown: number
}

/** Asks about commits of a history in checkouts of all kinds, and says where the answers are not those of the commit. */
export async function lookAtCheckouts(history: History, random: Random, at: string): Promise<Looked> {
  const broken: string[] = []
  let [count, unknown] = [0, 0]
  for (const checkout of checkoutsOf(history, random)) {
    const root = join(at, `${count}`)
    git(at, 'init', '--quiet', root)
    checkout.make(root)
    // Twice: the second time with the cache of the first.
    for (const cache of ['no cache', 'a cache']) {
      const said = await lookAt(root, history, checkout)
      count += 1
      if (said === 'unknown') unknown += 1
      else if (said !== '') broken.push(`${checkout.what}, ${cache}: ${said}`)
    }
    rmSync(root, { recursive: true })
  }
  return { broken, count, unknown }
}

function* checkoutsOf({ root: remote, branches, merged, commits }: History, random: Random): Iterable<Checkout> {
  const [main = ''] = branches.keys()
  const url = `file://${remote}`
  const env = { GITHUB_BASE_REF: main }
  const ids = [...commits.keys()]
  const fetch = (root: string, ...args: string[]): unknown => git(root, 'fetch', '--quiet', ...args)
  const whole = (root: string): void => {
    git(root, 'remote', 'add', 'origin', url)
    fetch(root, 'origin', '+refs/heads/*:refs/remotes/origin/*', '+refs/pull/*:refs/remotes/pull/*')
    git(root, 'remote', 'set-head', 'origin', '--auto')
  }
  const detach = (root: string, commit: string): unknown =>
    git(root, 'checkout', '--quiet', '--detach', '--force', commit)
  for (const commit of [merged, branches.get('mistake') ?? '', oneOf(random, ids)]) {
    const cloned = { commit, isWhole: true, env: random() < 0.5 ? env : {} }
    yield {
      ...{ ...cloned, what: `a clone of ${commit}` },
      make: (root) => {
        whole(root)
        detach(root, commit)
      },
    }
    yield {
      ...{ ...cloned, what: `a clone that looked at others before, of ${commit}` },
      make: (root) => {
        whole(root)
        git(root, 'checkout', '--quiet', '-b', 'own', oneOf(random, ids))
        git(root, 'reset', '--quiet', '--hard', commit)
      },
    }
    yield {
      ...{ ...cloned, what: `a work tree of ${commit}` },
      make: (root) => {
        const main = `${root}-main`
        git(root, 'init', '--quiet', main)
        whole(main)
        rmSync(root, { recursive: true })
        git(main, 'worktree', 'add', '--quiet', '--detach', root, commit)
      },
    }
    const depth = 1 + Math.floor(random() * 6)
    yield {
      ...{ commit, env, isWhole: false, what: `all branches to depth ${depth}, at ${commit}` },
      make: (root) => {
        git(root, 'remote', 'add', 'origin', url)
        const wanted = [`+${commit}:refs/remotes/origin/own`, `+refs/heads/${main}:refs/remotes/origin/${main}`]
        fetch(root, '--depth', `${depth}`, 'origin', ...wanted)
        detach(root, commit)
      },
    }
    yield {
      ...{ commit, env, isWhole: false, what: `a single branch to depth ${depth}, at ${commit}` },
      make: (root) => {
        git(root, 'remote', 'add', 'origin', url)
        fetch(root, '--depth', `${depth}`, 'origin', commit)
        detach(root, commit)
      },
    }
  }
}

/** What is wrong with the answers; `unknown` if all rightly say that they do not know. */
async function lookAt(root: string, history: History, { commit, env, isWhole }: Checkout): Promise<string> {
  const [, mainHead = ''] = [...history.branches][0] ?? []
  const wanted = verdictOf(history, commit, mainHead)
  const validated = await validate(root, env, wanted, isWhole)
  if (validated !== '' && validated !== 'unknown') return validated
  const said = [await affected(root, env), await asked(root, env)]
  const { base, members, users, asked: queried, needModel } = wanted
  const told =
    validated === 'unknown'
      ? [UNKNOWN, UNKNOWN]
      : [`since ${base}: ${members} in ${users}`, `since ${base}: ${queried}; with its model ${needModel}`]
  return `${said}` === `${told}` ? validated : `impact and numbers say [${said}] instead of [${told}]`
}

const UNKNOWN = 'not known'

/** What `impact` says of the members that changed. */
async function affected(root: string, env: Checkout['env']): Promise<string> {
  const project = await openProject(root, TODAY)
  return sayOrUnknown(async () => {
    const { comparedWith, impacts } = await findImpact(project, root, { asked: [], compare: { env } })
    const users = impacts.flatMap(({ usedBy }) => usedBy.map(({ by }) => by))
    return `since ${commitOf(comparedWith)}: ${impacts.map(({ of }) => of)} in ${[...new Set(users)].map(nameOf).sort()}`
  })
}

/** Which reports `try numbers` would ask for. */
async function asked(root: string, env: Checkout['env']): Promise<string> {
  const project = requireConfig(await openProject(root, TODAY))
  return sayOrUnknown(async () => {
    const { compared, picked } = await findAffected(project, { env })
    const [own, ofModel] = [true, false].map((isOwn) =>
      picked.filter(({ because }) => OWN.has(because) === isOwn).map(({ report }) => nameOf(report)),
    )
    return `since ${commitOf(compared)}: ${own?.sort()}; with its model ${ofModel?.sort()}`
  })
}

/** What changes its rows on any data model. */
const OWN: ReadonlySet<string> = new Set(['its query changed', 'it is new'])

async function sayOrUnknown(say: () => Promise<string>): Promise<string> {
  try {
    return await say()
  } catch (cause) {
    if (BoardwrightError.from(cause).kind === 'BASE_UNKNOWN') return UNKNOWN
    throw cause
  }
}

const commitOf = (compared: ComparedWith | undefined): string => (compared?.known ? compared.commit : UNKNOWN)
const nameOf = (file: string): string => file.slice('content/'.length, -'.report.yaml'.length)

/** What is wrong with what `validate` says. */
async function validate(root: string, env: Checkout['env'], wanted: Verdict, isWhole: boolean): Promise<string> {
  const compare = { env }
  const [plain, strict] = [
    await validateTree(root, { today: TODAY, compare }),
    await validateTree(root, { today: TODAY, compare, isStrict: true }),
  ]
  if (plain.comparedWith.known) return difference(wanted, plain, strict)
  if (isWhole) return `does not know what is new: ${plain.comparedWith.because}`
  const all = [...wanted.fresh, ...wanted.old].sort()
  const [told, failed] = [namesIn(plain, false), namesIn(strict, true)]
  if (`${told}` !== `${all}`) return `warns of ${told} instead of ${all}`
  if (namesIn(plain, true).length > 0) return `fails with ${namesIn(plain, true)}, and does not know what is new`
  if (`${failed}` !== `${all}`) return `strictly fails with ${failed} instead of ${all}`
  return 'unknown'
}

type Validated = Awaited<ReturnType<typeof validateTree>>

function difference({ base, fresh, old }: Verdict, plain: Validated, strict: Validated): string {
  const { comparedWith } = plain
  if (comparedWith.known && comparedWith.commit !== base)
    return `compares with ${comparedWith.commit}, not with ${base}`
  const [isNew, isOld, strictly] = [namesIn(plain, true), namesIn(plain, false), namesIn(strict, true)]
  if (`${isNew}` !== `${fresh}`) return `says that ${isNew} are new instead of ${fresh}`
  if (`${isOld}` !== `${old}`) return `says that ${isOld} are old instead of ${old}`
  return `${strictly}` === `${fresh}` ? '' : `strictly says that ${strictly} are new instead of ${fresh}`
}

const namesIn = ({ problems }: Validated, isError: boolean): string[] =>
  problems
    .filter(({ kind, warning }) => kind === 'MEMBER_UNKNOWN' && (warning !== true) === isError)
    .map(({ at }) => nameOf(at.file))
    .sort()
