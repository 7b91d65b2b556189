/** The names of kinds, for command lines: nothing else is loaded with them. */
export { isKind, KINDS, type Kind } from '../content/kinds.ts'
