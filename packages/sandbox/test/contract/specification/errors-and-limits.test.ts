// Slow: it shows every rule of its chapters.
import { testChapters } from './run.ts'

testChapters('Events and errors', 'Limits', 'Versioning')
