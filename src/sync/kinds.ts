/** The names of kinds, for command lines: nothing else is loaded with them. */
export { CONTENT_KINDS, type ContentKind, DOCUMENT_KINDS, isKind, KINDS, type Kind } from '../content/kinds.ts'
