/** What came from outside is shown, never obeyed. */
export { inLog, printable, printableName } from '../sync/printable.ts'
