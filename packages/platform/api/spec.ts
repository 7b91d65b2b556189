import { z } from 'zod'
import { area } from './endpoint.ts'
import { FreeForm } from './shared.ts'

export const spec = area('Spec', {
  getSpec: {
    method: 'GET',
    path: '/api/v1/spec',
    summary: 'Read the OpenAPI 3.1 document of the build that answers.',
    auth: 'bearer',
    repeat: 'safe',
    params: z.object({}),
    response: FreeForm,
  },
})
