export type { Problem } from '../content/problem.ts'
