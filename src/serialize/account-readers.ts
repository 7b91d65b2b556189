import { addAll } from '@boardwright/common'
import { type Entity, entityOf } from '../content/entity.ts'
import type { ContentKind } from '../content/kinds.ts'
import { type Objects, SETTINGS_KEY } from '../content/model.ts'
import type { Problem } from '../content/problem.ts'
import { shellWord } from '../content/shell-word.ts'
import { TENANT_NAME } from '../content/tenant-group.ts'
import { type TreeDocument, wholeDocument } from './documents.ts'
import { tenantIn } from './layout.ts'
import { toAttribute, toGroup, toRole, toSettings, toTenantGroup } from './objects.ts'
import type { AcceptedFile, TreeReading } from './reading.ts'

type OfAccount = 'group' | 'attribute' | 'role' | 'tenantGroup'

/** Objects of the account: each is a file of its own, and its name identifies it. */
const readNamed = <K extends ContentKind & OfAccount>(
  kind: K,
  { documents, accept, register }: TreeReading,
  read: (accepted: AcceptedFile) => Objects[K],
  what: (object: Objects[K]) => string,
): { readonly entity: Entity<K>; readonly document: TreeDocument }[] =>
  documents(kind).flatMap((document) => {
    const accepted = accept(document)
    if (!accepted) return []
    const object = read(accepted)
    const entity = entityOf(kind, object)
    return register(entity.key, accepted.source, 'name', what(object)) ? [{ entity, document }] : []
  })

/** The platform ignores capitals in their names. */
export const readGroups = (reading: TreeReading): Entity<'group'>[] =>
  readNamed(
    'group',
    reading,
    ({ value }) => toGroup(value),
    ({ name }) => `the group "${name}", whatever its capitals,`,
  ).map(({ entity }) => entity)

export const readAttributes = (reading: TreeReading): Entity<'attribute'>[] =>
  readNamed(
    'attribute',
    reading,
    ({ value }) => toAttribute(value),
    ({ name }) => `the attribute "${name}"`,
  ).map(({ entity }) => entity)

export const readAccountRoles = (reading: TreeReading): Entity<'role'>[] =>
  readNamed(
    'role',
    reading,
    ({ value }) => toRole(value),
    ({ name }) => `the role "${name}", whatever its capitals,`,
  ).map(({ entity }) => entity)

export const readAccountSettings = ({ documents, accept, register }: TreeReading): Entity<'settings'>[] =>
  documents('settings').flatMap((document) => {
    const accepted = accept(document)
    if (!accepted) return []
    const settings = toSettings(accepted.value)
    return register(SETTINGS_KEY, accepted.source, '', 'the settings of the account')
      ? [entityOf('settings', settings)]
      : []
  })

export function readTenantGroups(reading: TreeReading): Entity<'tenantGroup'>[] {
  const isTenant = ({ file }: TreeDocument): boolean => TENANT_NAME.test(tenantIn(file))
  const all = readNamed(
    'tenantGroup',
    { ...reading, documents: (kind) => reading.documents(kind).filter(isTenant) },
    ({ value, source }) => toTenantGroup(value, tenantIn(source.document.file)),
    ({ tenant, name }) => `the group "${name}" of ${tenant}`,
  )
  const strange = reading.documents('tenantGroup').filter((document) => !isTenant(document))
  addAll(reading.problems, [...strange.map(strangeTenant), ...nearTwins(all)])
  return all.map(({ entity }) => entity)
}

/** The platform has every tenant in lower case. */
function strangeTenant({ file }: TreeDocument): Problem {
  const said = tenantIn(file)
  const meant = said.trim().toLowerCase()
  const [from, to] = [`account/tenants/${said}`, `account/tenants/${meant}`]
  return {
    kind: 'FILE_UNKNOWN',
    at: { file },
    ...(TENANT_NAME.test(meant)
      ? {
          message: `the platform writes the tenant "${said}" as "${meant}"`,
          hint: `Call its directory that: git mv ${shellWord(from)} ${shellWord(to)}`,
        }
      : {
          message: `"${said}" cannot be the name of an embed tenant`,
          hint: 'Use 5 to 36 of a-z, 0-9 and "-", with a letter at the beginning and none of "-" at the end.',
        }),
  }
}

/** Whether the platform takes both is not said. Where both are live, it does. */
function nearTwins(all: readonly { readonly entity: Entity<'tenantGroup'>; readonly document: TreeDocument }[]) {
  const seen = new Map<string, TreeDocument>()
  return all.flatMap(({ entity: { key, name }, document }): Problem[] => {
    const other = seen.get(key.toLowerCase())
    seen.set(key.toLowerCase(), other ?? document)
    if (other === undefined) return []
    const message = `the group "${name}" differs only in capitals from the one in ${other.file}: ${MAYBE_ONE}`
    const hint = 'If they are meant to be one, remove one of the two.'
    return [{ kind: 'DUPLICATE', ...wholeDocument(document).placeOf(['name']), message, hint, warning: true }]
  })
}

const MAYBE_ONE = 'the platform may take both for one, so a plan makes only one of them'
