export { isElsewhere, type Problem } from '../content/problem.ts'
