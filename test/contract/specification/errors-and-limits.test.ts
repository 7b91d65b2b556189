// Slow: it waits for limits that time lifts.
import { testChapters } from './run.ts'

testChapters('Events and errors', 'Limits', 'Versioning')
