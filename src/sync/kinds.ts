/** The names of kinds, for command lines: next to nothing is loaded with them. */
export { CONTENT_KINDS, DOCUMENT_KINDS, isKind, KINDS, type Kind } from '../content/kinds.ts'
export { LOOKS, type Look } from '../serialize/first-charts.ts'
