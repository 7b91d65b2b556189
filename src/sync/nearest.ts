export { nearest } from '../content/nearest.ts'
