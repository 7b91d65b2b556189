// Slow: it tells whole stories.
import { tellStories } from './tell.ts'

/** What happens to an object, depending on who has it and who changed it: each case is a story. */
tellStories((name) => name.startsWith('row-'))
