import { tellStories } from './tell.ts'

/** One thing after another: what a step says follows from those before it. */
tellStories((name) => name.startsWith('seq-'))
