import type { Content } from '../../src/content/entity.ts'
import { contentIn, type Lists, listsOf } from './lists.ts'

interface Gathered {
  readonly content: Content
}

export type Whole<G extends Gathered> = Omit<G, 'content'> & { readonly content: Lists }

/** The same, with all content read in full. */
export const inWhole = <G extends Gathered>(gathered: G): Whole<G> => ({
  ...gathered,
  content: listsOf(gathered.content),
})

/** The same, as it was gathered. */
export const asGathered = <W extends { readonly content: Lists }>(
  whole: W,
): Omit<W, 'content'> & { readonly content: Content } => ({ ...whole, content: contentIn(whole.content) })
