import { type Entities, entitiesIn, wholeContent } from '../../src/content/entity.ts'
import type { Content } from '../../src/content/model.ts'

interface Gathered {
  readonly content: Entities
}

export type Whole<G extends Gathered> = Omit<G, 'content'> & { readonly content: Content }

/** The same, with all content read in full. */
export const inWhole = <G extends Gathered>(gathered: G): Whole<G> => ({
  ...gathered,
  content: wholeContent(gathered.content),
})

/** The same, as it was gathered. */
export const asGathered = <W extends { readonly content: Content }>(
  whole: W,
): Omit<W, 'content'> & { readonly content: Entities } => ({ ...whole, content: entitiesIn(whole.content) })
