import { testChapters } from './run.ts'

testChapters('Events and errors', 'Limits', 'Versioning')
