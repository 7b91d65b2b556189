/** Text from outside is escaped, so that terminals and CI logs never interpret it. */
export { inLog, printable, printableName } from '../content/printable.ts'
