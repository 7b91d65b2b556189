import { api } from '../../api/index.ts'
import { openApiDocument } from '../../api/openapi.ts'
import type { spec as area } from '../../api/spec.ts'
import type { Routes } from '../http/route.ts'

let document: Record<string, unknown> | undefined

export const spec: Routes<typeof area> = {
  getSpec() {
    document ??= openApiDocument(api) as Record<string, unknown>
    return document
  },
}
