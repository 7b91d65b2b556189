import { z } from 'zod'
import { area } from './endpoint.ts'
import { cursorQuery, Id, pageOf } from './shared.ts'

export const RegionResponse = z
  .looseObject({
    id: Id,
    name: z.string(),
    isDedicated: z.boolean().nullish(),
    isHybrid: z.boolean().nullish(),
    isPublic: z.boolean().nullish(),
    provider: z.string().nullish(),
    title: z.string().nullish(),
    useAiEngineer: z.boolean().nullish(),
  })
  .meta({ id: 'RegionResponse' })

export const regions = area('Regions', {
  listRegions: {
    method: 'GET',
    path: '/api/v1/regions',
    summary: 'List the regions that a deployment may be in.',
    auth: 'bearer',
    repeat: 'safe',
    params: z.object({}),
    query: z.object(cursorQuery),
    response: pageOf(RegionResponse)
      .extend({ data: z.array(RegionResponse).describe('Deprecated: the whole list, whatever the page.') })
      .meta({ id: 'RegionsListResponse' }),
    chosen: 'Three regions. The path also takes a slash at its end.',
  },
})
