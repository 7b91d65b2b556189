import { MUTATIONS, type Mutation } from './mutations.ts'

/** The source with the mechanism removed. */
export function withoutIt({ file, from, to }: Mutation, text: string): string {
  const parts = text.split(from)
  if (parts.length !== 2) throw new Error(`${file} has this ${parts.length - 1} times: ${from}`)
  return parts.join(to)
}

/** Makes the sources load as if the mutation had been made in them. */
export function mutating(what: string | undefined) {
  if (what === undefined) return []
  const mutation = MUTATIONS.find((each) => each.what === what)
  if (!mutation) throw new Error(`there is no mutation "${what}"`)
  const transform = (text: string, id: string): string | undefined =>
    id.endsWith(`/${mutation.file}`) ? withoutIt(mutation, text) : undefined
  return [{ name: 'mutation', enforce: 'pre' as const, transform }]
}
