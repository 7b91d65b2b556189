import type { Api } from '@boardwright/platform'
import { notFound } from '../http/refusal.ts'
import type { Routes } from '../http/route.ts'
import { describeService, listAll, resourceTypes, schemas } from '../scim/discovery.ts'

function find<T extends { readonly id: string }>(all: readonly T[], id: string): T {
  const found = all.find((each) => each.id === id)
  if (!found) throw notFound(id)
  return found
}

export const scimService: Routes<Api['scimService']> = {
  getScimServiceProviderConfig: ({ platform }) => describeService(platform),
  listScimResourceTypes: ({ platform }) => listAll(resourceTypes(platform)),
  getScimResourceType: ({ platform, path: { id } }) => find(resourceTypes(platform), id),
  listScimSchemas: ({ platform }) => listAll(schemas(platform)),
  getScimSchema: ({ platform, path: { id } }) => find(schemas(platform), id),
}
