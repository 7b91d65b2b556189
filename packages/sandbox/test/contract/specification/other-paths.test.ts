// Slow: it shows every rule of its chapters.
import { testChapters } from './run.ts'

testChapters('Other paths')
