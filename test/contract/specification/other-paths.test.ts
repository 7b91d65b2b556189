// Slow: it waits for jobs of the platform.
import { testChapters } from './run.ts'

testChapters('Other paths')
