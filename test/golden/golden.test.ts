import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openRecord, RECORDS } from './record.ts'
import { TENANTS, withTenant } from './tenants.ts'

/**
 * What plan, export, drift and status say of tenants before and after people edit them: `npm run golden` compares it
 * with the digests that are committed, and `npm run golden -- -u` accepts what changed. The texts themselves stay in
 * `build/golden`, to compare those of two checkouts.
 */
const TIMEOUT = 1_800_000
/** Fixed, because the address of a target is a part of what is recorded; and not one that a system gives away. */
const PORT = 19_607
const digestsOf = (name: string): string => join(import.meta.dirname, 'digests', `${name}.txt`)

if (existsSync(RECORDS)) rmSync(RECORDS, { recursive: true })

test.each(TENANTS)(
  'of $name',
  async (tenant) => {
    const record = openRecord(tenant.name)
    await withTenant(tenant, PORT, record.look)
    await expect(record.digests()).toMatchFileSnapshot(digestsOf(tenant.name))
  },
  TIMEOUT,
)
