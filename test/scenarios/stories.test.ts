import { tellStories } from './tell.ts'

tellStories((name) => !name.startsWith('row-'))
