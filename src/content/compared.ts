import { shortCommit } from './printable.ts'

/** What something was compared with, as it is told. */
export type ComparedWith =
  | {
      readonly known: true
      readonly branch: string
      readonly commit: string
      /** Why the comparison says less than it could: the branch has this commit, or had no content. */
      readonly isSame?: true | undefined
      readonly isEmpty?: true | undefined
    }
  | { readonly known: false; readonly because: string; readonly hint: string }

/** The first line of a command that compares. */
export function comparedText(compared: ComparedWith): string {
  if (!compared.known) return `Not known what is new: ${compared.because}. ${compared.hint}`
  const { branch, commit, isSame, isEmpty } = compared
  const at = shortCommit(commit)
  if (isEmpty) return `Compared with ${branch} at ${at}, which has no content yet: nothing counts as new.`
  if (isSame) return `Compared with ${branch}, which has this commit: only what is not committed is new.`
  return `Compared with ${branch}, which HEAD left at ${at}.`
}
