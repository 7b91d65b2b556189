/** What came from outside is shown, never obeyed. */
export { printable } from '../sync/printable.ts'
