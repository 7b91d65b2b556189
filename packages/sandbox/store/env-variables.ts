import { ENCRYPTED, type EnvVariableItem } from '@boardwright/platform'
import { badRequest } from '../http/refusal.ts'
import type { Platform } from '../platform.ts'
import type { Database } from './database.ts'
import { insertRow, updateRow } from './rows.ts'

export interface VariableRow {
  readonly id: number
  readonly name: string
  readonly value: string
}

interface Variable {
  readonly name: string
  readonly value: string
}

const SECRET = /PASS|SECRET|TOKEN|KEY|CREDENTIAL/i
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** The variables of the seeds' deployments. One is older than the rule for names. */
const INITIAL: readonly Variable[] = [
  { name: 'PLATFORM_DB_TYPE', value: 'postgres' },
  { name: 'PLATFORM_DB_HOST', value: 'warehouse.acme.example' },
  { name: 'PLATFORM_DB_PASS', value: 'correct horse battery staple' },
  { name: 'legacy-flag', value: 'on' },
]

export function plantVariables(db: Database, deploymentId: number): void {
  for (const variable of INITIAL) addVariable(db, deploymentId, variable)
}

const addVariable = (db: Database, deploymentId: number, { name, value }: Variable): void =>
  insertRow(db, 'env_variables', { deployment_id: deploymentId, name, value })

export const toVariable = ({ name, value }: VariableRow): EnvVariableItem => ({
  name,
  value: SECRET.test(name) ? ENCRYPTED : value,
})

/**
 * Sets the named ones and leaves the others alone. A name that is already stored is accepted even if it breaks the
 * rule.
 */
export function setVariables({ db, switches }: Platform, deploymentId: number, sent: readonly Variable[]): void {
  const seen = new Set<string>()
  for (const { name, value } of sent) {
    if (seen.has(name)) throw badRequest(`env_variables: "${name}" is given twice`)
    seen.add(name)
    if (value === ENCRYPTED) {
      throw badRequest(
        `env_variables: "${name}" is set to the placeholder ${ENCRYPTED}: leave out what does not change`,
      )
    }
    const known = db.get<VariableRow>(
      'select id, name, value from env_variables where deployment_id = ? and name = ?',
      deploymentId,
      name,
    )
    if (!known && !NAME.test(name)) throw badRequest(`env_variables: "${name}" is not a name of a variable`)
    const removes = value === '' && switches.emptyVariable === 'removes'
    if (removes) db.run('delete from env_variables where deployment_id = ? and name = ?', deploymentId, name)
    else if (known) updateRow(db, 'env_variables', known.id, { value })
    else addVariable(db, deploymentId, { name, value })
  }
}
