export { isKind, type Kind } from '../content/kinds.ts'
