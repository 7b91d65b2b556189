import type { Content } from '../../src/content/model.ts'
import { wholeContent } from '../../src/content/readable.ts'
import type { KnownContent } from '../../src/content/summary.ts'

interface Gathered {
  readonly content: KnownContent
}

export type Whole<G extends Gathered> = Omit<G, 'content'> & { readonly content: Content }

/** The same, with all content read in full. */
export const inWhole = <G extends Gathered>(gathered: G): Whole<G> => ({
  ...gathered,
  content: wholeContent(gathered.content),
})
