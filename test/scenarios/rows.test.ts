import { tellStories } from './tell.ts'

/** What becomes of an object, by who has it and who changed it: each case a story. */
tellStories((name) => name.startsWith('row-'))
