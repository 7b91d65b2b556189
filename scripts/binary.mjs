import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import process from 'node:process'
import { makeBinary } from './release/binary.mjs'

/** Makes the standalone program from the built package, for machines like this one. */
const [file = 'build/boardwright'] = process.argv.slice(2)
mkdirSync(dirname(resolve(file)), { recursive: true })
await makeBinary(resolve(file))
