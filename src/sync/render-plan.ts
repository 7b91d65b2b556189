export { driftOf, renderDrift } from '../plan/render/drift.ts'
export { renderJson } from '../plan/render/json.ts'
export { renderMarkdown } from '../plan/render/markdown.ts'
export { renderText } from '../plan/render/text.ts'
