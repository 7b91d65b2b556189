import { testChapters } from './run.ts'

testChapters('Publish', 'List folders')
