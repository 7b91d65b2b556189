import { testChapters } from './run.ts'

testChapters('Other paths')
