export { printable } from '../content/printable.ts'
