// Slow: it tells whole stories.
import { tellStories } from './tell.ts'

/** One thing after another: the result of a step depends on the steps before it. */
tellStories((name) => name.startsWith('seq-'))
