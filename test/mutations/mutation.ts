/** A text of the sources, and what stands there instead. */
export interface Mutation {
  readonly what: string
  readonly file: string
  readonly from: string
  readonly to: string
}

/** The source with the mutation. */
export function mutated({ file, from, to }: Mutation, text: string): string {
  const parts = text.split(from)
  if (parts.length !== 2) throw new Error(`${file} has this ${parts.length - 1} times: ${from}`)
  return parts.join(to)
}
