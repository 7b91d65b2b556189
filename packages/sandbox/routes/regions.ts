import type { Api } from '@boardwright/platform'
import { pageSize, slicePage } from '../http/paging.ts'
import type { Routes } from '../http/route.ts'

const REGIONS = [
  { id: 1, name: 'local', title: 'This machine', provider: 'platform', isPublic: true, isDedicated: false },
  { id: 2, name: 'aws-eu-central-1', title: 'Frankfurt', provider: 'aws', isPublic: true, isDedicated: false },
  { id: 3, name: 'gcp-europe-west6', title: 'Zürich', provider: 'gcp', isPublic: false, isDedicated: true },
]

export const regions: Routes<Api['regions']> = {
  listRegions({ platform, query }) {
    const { rows, pageInfo } = slicePage(REGIONS, { ...query, first: pageSize(platform.switches, query.first) })
    return { items: rows, pageInfo, data: REGIONS }
  },
}
