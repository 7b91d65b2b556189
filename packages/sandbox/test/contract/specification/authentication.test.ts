import { testChapters } from './run.ts'

testChapters('The service', 'Authentication')
