import { type Api, api, openApiDocument } from '@boardwright/platform'
import type { Routes } from '../http/route.ts'

let document: Record<string, unknown> | undefined

export const spec: Routes<Api['spec']> = {
  getSpec() {
    document ??= openApiDocument(api) as Record<string, unknown>
    return document
  },
}
