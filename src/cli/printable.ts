/** Text from outside is shown, never interpreted. */
export { inLog, printable, printableName } from '../content/printable.ts'
