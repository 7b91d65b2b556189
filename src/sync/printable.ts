export { inLog, printable, printableName } from '../content/printable.ts'
