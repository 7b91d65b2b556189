import { createRequire } from 'node:module'

type Library = typeof import('yaml')

let loaded: Library | undefined

/** Loaded when a text needs it: files in canonical form do not, and loading takes as long as reading hundreds of them. */
export const yamlLibrary = (): Library => (loaded ??= createRequire(import.meta.url)('yaml') as Library)
