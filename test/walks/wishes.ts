import { ANA, MARIA } from '../invariants/people.ts'
import { changedCells, type Row } from '../invariants/rows.ts'
import { gitText, type View } from './deployment-view.ts'
import { nameOf } from './judge.ts'

/**
 * What somebody chose in the UI for a schedule, to get it or not, to pause it or let it go on; or for a group, to be in
 * it or not. Such a value has no
 * place for a mark, so it is remembered with the commits that were applied by then.
 */
export interface Wish {
  readonly row: string
  readonly cell: string
  readonly value: string | undefined
  readonly applied: readonly string[]
}

/** How files say it, as a pattern of git; undefined for cells whose values carry marks. */
function writtenAs(cell: string): string | undefined {
  if (cell === 'isEnabled') return '^enabled'
  const [, email] = /^recipient (.*)$/.exec(cell) ?? []
  if (email !== undefined) return `${email.replaceAll('.', '\\.')}|^recipients: \\[\\]`
  const [, member] = /^member (.*)$/.exec(cell) ?? []
  const { email: of } = [MARIA, ANA].find(({ id }) => String(id) === member) ?? {}
  return of && `${of.replaceAll('.', '\\.')}|^members: \\[\\]`
}

/** The wishes that people had between these two looks at a schedule or a group. */
export const wishesIn = (id: string, was: Row, is: Row, applied: ReadonlySet<string>): Wish[] =>
  is.kind !== 'notification' && is.kind !== 'group'
    ? []
    : changedCells(was, is).flatMap((cell) =>
        writtenAs(cell) === undefined ? [] : [{ row: id, cell, value: is.cells.get(cell), applied: [...applied] }],
      )

interface Run {
  readonly before: View
  readonly after: View
  readonly root: string
  readonly commit: string
}

/** Wishes that a run went against, although no commit that it was the first to apply says anything else. */
export function wishesLost(wishes: readonly Wish[], { before, after, root, commit }: Run): string[] {
  return wishes.flatMap((wish) => {
    const [row, is] = [before.rows.get(wish.row), after.rows.get(wish.row)]
    if (!row || !is || row.cells.get(wish.cell) !== wish.value || is.cells.get(wish.cell) === wish.value) return []
    return saidSince(root, commit, wish) ? [] : [`a wish was lost: ${nameOf(row)}, ${wish.cell}`]
  })
}

function saidSince(root: string, commit: string, { cell, applied }: Wish): boolean {
  const known = applied.map((each) => `^${each}`)
  const files = [':(glob)content/**/notifications/*.yaml', 'account/groups']
  const args = ['--ignore-missing', '--full-history', '-m', '-E', `-G${writtenAs(cell)}`, commit, ...known]
  return gitText(root, 'log', '--format=%h', ...args, '--', ...files) !== ''
}
