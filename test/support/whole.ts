import type { Content } from '../../src/content/model.ts'
import { type Gathered, wholeContent } from '../../src/content/readable.ts'

export type Whole<G extends Gathered> = Omit<G, 'content'> & { readonly content: Content }

/** The same, all of it in whole. */
export const inWhole = <G extends Gathered>(gathered: G): Whole<G> => ({
  ...gathered,
  content: wholeContent(gathered),
})
