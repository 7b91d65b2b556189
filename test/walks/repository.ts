import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../src/content/model.ts'
import { changeTree } from '../invariants/repo.ts'
import { editContent, REPO_EDITS } from '../invariants/repo-edits.ts'
import { git, readFiles } from '../support/directory.ts'
import type { Lists } from '../support/lists.ts'
import { gitText } from './deployment-view.ts'

export const headOf = (root: string): string => git(root, 'rev-parse', 'HEAD').trim()
const branchOf = (root: string): string => git(root, 'rev-parse', '--abbrev-ref', 'HEAD').trim()

/** Whether git succeeded. An operation that it cannot merge is aborted and leaves no trace. */
function tried(root: string, ...args: string[]): boolean {
  const head = headOf(root)
  try {
    git(root, ...args)
    return true
  } catch {
    for (const operation of ['merge', 'rebase', 'revert']) gitText(root, operation, '--abort')
    git(root, 'reset', '--quiet', '--hard', head)
    return false
  }
}

/** Commits everything; on main, it is pushed at once, on top of what others pushed. */
export function share(root: string, message: string): void {
  git(root, 'add', '--all')
  if (git(root, 'status', '--porcelain') !== '') git(root, 'commit', '--quiet', '--message', message)
  if (branchOf(root) !== 'main' || tried(root, 'push', '--quiet', 'origin', 'main')) return
  if (!tried(root, 'pull', '--quiet', '--rebase')) git(root, 'reset', '--quiet', '--hard', 'origin/main')
  git(root, 'push', '--quiet', 'origin', 'main')
}

export interface Change {
  readonly root: string
  readonly nth: number
  readonly at: number
  readonly other: number
}

const pick = <T>(items: readonly T[], nth: number): T | undefined => items[nth % Math.max(1, items.length)]

/** What people do in a clone. Each action leaves a commit, or nothing. */
export const REPO_ACTS: Readonly<Record<string, (change: Change) => Promise<void> | void>> = {
  ...Object.fromEntries(REPO_EDITS.map((what) => [what, edited(what)])),
  async 'a slug is changed without a word'({ root, nth, at }) {
    await changeTree(root, (content) => withOtherSlug(content, at, `repo-${nth}`))
  },
  'a report gets another id without a word'({ root, nth, at }) {
    const files = filesIn(root, 'content').filter((file) => REPORT.test(file))
    const file = pick(files, at)
    if (file === undefined) return
    const path = join(root, 'content', file)
    const id = `REPO${String(nth).padStart(8, '0')}`
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^id: .*$/m, `id: ${id}`))
  },
  'a folder is renamed without a word'({ root, nth, at }) {
    const directory = pick(directoriesWith(root, 'folder.yaml'), at)
    if (directory === undefined) return
    const file = join(root, directory, 'folder.yaml')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^name: .*$/m, `name: repo-${nth}`))
  },
  'a file of the data model is changed'({ root, nth, at, other }) {
    const file = pick(filesIn(root, 'data-model'), at)
    if (file === undefined) return
    const path = join(root, 'data-model', file)
    let place = other % 2
    const text = readFileSync(path, 'utf8').replaceAll(/description: .*/g, (old) =>
      place-- === 0 ? `description: repo-${nth}` : old,
    )
    writeFileSync(path, text)
  },
  'a file of the data model is made'({ root, nth }) {
    writeFileSync(
      join(root, `data-model/model/cubes/made${nth}.yml`),
      `cubes:\n  - name: made${nth}\n    description: repo-${nth}\n    sql: select 1\n`,
    )
  },
  'a file of the data model is removed'({ root, at }) {
    const made = filesIn(root, 'data-model').filter((file) => file.includes('made'))
    const file = pick(made, at)
    if (file !== undefined) git(root, 'rm', '--quiet', `data-model/${file}`)
  },
  'the file of a schedule is renamed'({ root, nth, at }) {
    const file = pick(
      filesIn(root, 'content').filter((each) => SCHEDULE.test(each)),
      at,
    )
    if (file !== undefined) git(root, 'mv', `content/${file}`, `content/${file.replace(/[^/]*$/, `file${nth}.yaml`)}`)
  },
  'a directory is renamed'({ root, nth, at }) {
    const directory = pick(directoriesWith(root, 'workbook.yaml'), at)
    if (directory !== undefined) git(root, 'mv', directory, `${directory.replace(/\/[^/]*$/, '')}/dir${nth}`)
  },
  'a folder is renamed'({ root, nth, at }) {
    const directory = pick(directoriesWith(root, 'folder.yaml'), at)
    if (directory === undefined) return
    const file = join(root, directory, 'folder.yaml')
    const text = readFileSync(file, 'utf8')
    const [, name = ''] = /^name: (.*)$/m.exec(text) ?? []
    if (!text.includes('was:')) writeFileSync(file, text.replace(/^name: .*$/m, `name: repo-${nth}\nwas: ${name}`))
  },
}

function edited(what: string): (change: Change) => Promise<void> {
  return ({ root, nth, at, other }) => changeTree(root, (content) => editContent(content, [{ what, at, other }], nth))
}

const REPORT = /\/reports\/[^/]+\.yaml$|\.report\.yaml$/

const SCHEDULE = /\/notifications\/[^/]+\.yaml$/

const filesIn = (root: string, name: string): string[] =>
  existsSync(join(root, name)) ? Object.keys(readFiles(join(root, name))) : []

const directoriesWith = (root: string, name: string): string[] =>
  filesIn(root, 'content').flatMap((file) =>
    file.endsWith(`/${name}`) ? [`content/${file.slice(0, -name.length - 1)}`] : [],
  )

function withOtherSlug(content: Lists, at: number, slug: string): Lists {
  const workbook = pick(content.workbooks, at)
  const inIt = ({ place }: Report): boolean => place.workbook === workbook?.slug
  return {
    ...content,
    workbooks: content.workbooks.map((each) => (each === workbook ? { ...each, slug } : each)),
    reports: content.reports.map((each) =>
      workbook && inIt(each) ? { ...each, place: { ...each.place, workbook: slug } } : each,
    ),
  }
}

/** Operations of git on what exists. */
export const GIT_ACTS: Readonly<Record<string, (change: Change) => void>> = {
  'a branch begins'({ root, nth }) {
    git(root, 'checkout', '--quiet', '-b', `topic-${nth}`)
  },
  'back to main'({ root }) {
    git(root, 'checkout', '--quiet', 'main')
  },
  'others are pulled'({ root }) {
    if (branchOf(root) === 'main') tried(root, 'pull', '--quiet', '--rebase')
  },
  'a branch is merged': merging((topic) => [['merge', '--quiet', '--no-ff', '--no-edit', '-X', 'theirs', topic]]),
  'a branch is squashed': merging((topic) => [
    ['merge', '--quiet', '--squash', '-X', 'theirs', topic],
    ['commit', '--quiet', '--allow-empty', '--message', 'squashed'],
  ]),
  'a branch is rebased': merging((topic) => [
    ['rebase', '--quiet', '-X', 'theirs', 'main', topic],
    ['checkout', '--quiet', 'main'],
    ['merge', '--quiet', '--ff-only', topic],
  ]),
  'the last commit is reverted'({ root }) {
    const isMerge = gitText(root, 'rev-parse', '--verify', '--quiet', 'HEAD^2') !== ''
    if (gitText(root, 'rev-parse', '--verify', '--quiet', 'HEAD^') === '') return
    tried(root, 'revert', '--no-edit', ...(isMerge ? ['-m', '1'] : []), 'HEAD')
  },
  'an older commit is reverted'({ root, at }) {
    const commits = git(root, 'rev-list', '--no-merges', '--max-count=8', 'HEAD').trim().split('\n').slice(0, -1)
    const commit = pick(commits, at)
    if (commit !== undefined) tried(root, 'revert', '--no-edit', commit)
  },
}

function merging(commands: (topic: string) => readonly (readonly string[])[]): (change: Change) => void {
  return ({ root, at }) => {
    const topics = git(root, 'branch', '--format=%(refname:short)')
      .trim()
      .split('\n')
      .filter((name) => name.startsWith('topic-'))
    const topic = pick(topics, at)
    git(root, 'checkout', '--quiet', 'main')
    if (topic === undefined) return
    for (const args of commands(topic)) {
      if (!tried(root, ...args)) {
        git(root, 'checkout', '--quiet', 'main')
        return
      }
    }
    if (existsSync(join(root, '.git', 'refs', 'heads', topic))) git(root, 'branch', '--quiet', '-D', topic)
  }
}
