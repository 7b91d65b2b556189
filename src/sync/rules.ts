import { fileURLToPath } from 'node:url'
import { stampOf } from '../workspace/digests.ts'

/** Where the program keeps what decides what a tree says, and what is wrong with it. */
const RULES = ['config', 'content', 'serialize', 'sync'].map((name) =>
  fileURLToPath(new URL(`../${name}`, import.meta.url)),
)

/** Another one for every other version of the program: what an older one found out counts no more. */
export const rulesStamp = (): string => stampOf(RULES)
