import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BoardwrightError } from '@boardwright/common'
import { startGit } from '@boardwright/common/machine'

export interface Texts {
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/** What is said at the marks of a conflict. */
export type Labels = Texts
const BRANCHES: Labels = { ours: 'this branch', base: 'before both', theirs: 'the other branch' }

export interface MergedByLines {
  readonly text: string
  readonly conflicts: number
}

/** Git exits with the number of conflicts. A higher status is a failure. */
const MOST_CONFLICTS = 127

/** Merges line by line, as git does. Conflicts are in the text, between git's conflict markers. */
export async function mergeText(texts: Texts, labels = BRANCHES): Promise<MergedByLines> {
  const { base, ours, theirs } = texts
  const directory = await mkdtemp(join(tmpdir(), 'boardwright-merge-'))
  try {
    const places = await Promise.all(
      Object.entries({ ours, base, theirs }).map(async ([name, text]) => {
        const place = join(directory, name)
        await writeFile(place, text)
        return place
      }),
    )
    const { status, stdout, stderr } = await startGit({
      args: [
        'merge-file',
        '-p',
        ...[labels.ours, labels.base, labels.theirs].flatMap((label) => ['-L', label]),
        ...places,
      ],
      cwd: directory,
    })
    if (status > MOST_CONFLICTS) throw new BoardwrightError('INTERNAL', `git merge-file failed: ${stderr.trim()}`)
    return { text: stdout.toString(), conflicts: status }
  } finally {
    await rm(directory, { recursive: true })
  }
}
