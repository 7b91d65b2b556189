import type { Content } from '../../src/content/model.ts'
import { type Gathered, wholeContent } from '../../src/content/readable.ts'

export type Whole<G extends Gathered> = Omit<G, 'content'> & { readonly content: Content }

/** The same, with all content read in full. */
export const inWhole = <G extends Gathered>(gathered: G): Whole<G> => ({
  ...gathered,
  content: wholeContent(gathered),
})
