// Slow: a compiler of queries that nobody here wrote says which of hundreds it takes.
import process from 'node:process'
import { expect, test } from 'vitest'
import { findCompiler } from '../../../packages/platform/compiler/installed.ts'
import { openCompiler } from '../../../packages/platform/compiler/worker/open.ts'
import { checkNames } from '../../../packages/sandbox/data/names.ts'
import { readQueries } from '../../../packages/sandbox/data/query.ts'
import { Refusal } from '../../../packages/sandbox/http/refusal.ts'
import { compileModel } from '../../../packages/sandbox/models/compile.ts'
import { readDataModel } from '../../../packages/sandbox/seeds/seed.ts'
import { createQueries } from '../../../packages/sandbox/test/contract/queries.ts'
import { messageOf, openQueries } from './engine.ts'

const COUNT = Number(process.env['BOARDWRIGHT_QUERIES'] ?? 300)
const SEED = Number(process.env['BOARDWRIGHT_SEED'] ?? 1)
const directory = process.env['BOARDWRIGHT_ENGINE'] ?? ''

/** What differs, and why it stays so: by what is said here. */
const EXCEPTIONS: readonly { readonly said: RegExp; readonly because: string }[] = [
  { said: /ends before it begins/, because: 'the engine answers such a range with no rows, which nobody means' },
  {
    said: /which no calendar has|must be a range of dates/,
    because: 'the engine leaves some days that do not exist to its database',
  },
  {
    said: /is not a time dimension/,
    because: 'the engine ignores a time dimension of another type without a granularity',
  },
  {
    said: /^Ungrouped query requires primary keys/,
    because: 'a setting of the deployment says whether they are required',
  },
  { said: /^Path can't be undefined/, because: 'the engine breaks at a measure filter of a dimension' },
]

const acme = new Map([...readDataModel('acme')].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]))

test(`${COUNT} queries are refused by the engine if they are refused here (seed ${SEED})`, async () => {
  const files = new Map([...acme].filter(([path]) => path.startsWith('model/')))
  const compiled = await openCompiler(findCompiler(directory))(files)
  if (!compiled.valid) throw new Error(messageOf(compiled))
  const refusedByEngine = openQueries(directory)
  const { entries, reaches } = compileModel(files)
  const byName = new Map(entries.flatMap(({ members }) => members.map((member) => [member.name, member] as const)))
  const refusedHere = (query: object): string | undefined => {
    try {
      for (const each of readQueries(query).queries) checkNames({ byName, reaches }, each)
      return undefined
    } catch (cause) {
      if (cause instanceof Refusal) return cause.message
      throw cause
    }
  }
  const next = createQueries(compiled.entries, SEED)
  const different: string[] = []
  let [asked, answered, excepted] = [0, 0, 0]
  while (asked < COUNT) {
    const query = next()
    // Several queries at once, and texts, are taken apart before.
    if (typeof query !== 'object' || query === null || Array.isArray(query)) continue
    // Nor is SQL of its own compared.
    if (/compareDateRange|"subqueryJoins":\[\{/.test(JSON.stringify(query))) continue
    asked += 1
    const [theirs, ours] = [refusedByEngine(compiled, query), refusedHere(query)]
    if (theirs === undefined) answered += 1
    if ((theirs === undefined) === (ours === undefined)) continue
    if (EXCEPTIONS.some((each) => each.said.test(`${theirs ?? ''} ${ours ?? ''}`))) excepted += 1
    else
      different.push(`${JSON.stringify(query)}\n  the engine: ${theirs ?? 'takes it'}\n  here: ${ours ?? 'takes it'}`)
  }
  expect(different.join('\n')).toBe('')
  expect(answered).toBeGreaterThan(COUNT / 5)
  expect(EXCEPTIONS.length).toBeLessThanOrEqual(5)
  expect(excepted).toBeLessThan(COUNT / 20)
}, 600_000)
