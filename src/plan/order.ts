/** By code unit, so that every machine has the same order. */
export const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

interface Titled {
  readonly title: readonly string[]
  readonly key?: string | undefined
}

export const byTitle = (a: Titled, b: Titled): number =>
  compare(titleText(a), titleText(b)) || compare(a.key ?? '', b.key ?? '')

const titleText = ({ title }: Pick<Titled, 'title'>): string => title.join('\0')

export const byReason = (a: Titled & { readonly reason: string }, b: Titled & { readonly reason: string }): number =>
  byTitle(a, b) || compare(a.reason, b.reason)
