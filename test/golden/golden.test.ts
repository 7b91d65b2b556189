import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'
import { openStart } from '../walks/start.ts'
import { stepsOf } from '../walks/steps.ts'
import { walk } from '../walks/walk.ts'
import { inProcess } from '../walks/walks.ts'
import { openRecord, RECORDS } from './record.ts'
import { TENANTS, withTenant } from './tenants.ts'

/**
 * What plan, export, drift and status say of many tenants and of every step of many walks: `npm run golden` compares
 * it with the digests that are committed, and `npm run golden -- -u` accepts what changed. The texts themselves stay in
 * `build/golden`, to compare those of two checkouts.
 */
const WALKS = Number(process.env['BOARDWRIGHT_WALKS'] ?? 200)
const STEPS = 20
const TIMEOUT = 14_400_000
/** Fixed, because the address of a target is a part of what is recorded. */
const PORT = 44_607
const digestsOf = (name: string): string => join(import.meta.dirname, 'digests', `${name}.txt`)

if (existsSync(RECORDS)) rmSync(RECORDS, { recursive: true })

test.each(TENANTS)(
  'of $name',
  async (tenant) => {
    const record = openRecord(tenant.name)
    await withTenant(tenant, PORT + 1, record.look)
    await expect(record.digests()).toMatchFileSnapshot(digestsOf(tenant.name))
  },
  TIMEOUT,
)

const start = openStart({ port: PORT })

test(
  'of every step of walks',
  async () => {
    const record = openRecord('walks')
    for (let seed = 1; seed <= WALKS; seed += 1) {
      await walk(start, inProcess, stepsOf(seed, STEPS), (root, { nth, target }) =>
        record.look(`${seed}/${`${nth}`.padStart(2, '0')}`, root, target, start.sandbox()),
      )
    }
    await expect(record.digests()).toMatchFileSnapshot(digestsOf('walks'))
  },
  TIMEOUT,
)
