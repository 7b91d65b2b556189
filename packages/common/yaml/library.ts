import { createRequire } from 'node:module'

type Library = typeof import('yaml')

let loaded: Library | undefined

/** Loaded on demand: canonical files do not need it, and loading takes as long as reading hundreds of them. */
export const yamlLibrary = (): Library => (loaded ??= createRequire(import.meta.url)('yaml') as Library)
