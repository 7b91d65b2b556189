export { readApprovals, writeApprovals, writeRecord } from '../plan/approval.ts'
export { foldName, headline, isIdle, plansIn, readFleetPlan, writeFleetPlan } from '../plan/fleet.ts'
export { readPlan } from '../plan/read.ts'
export {
  type CommentInput,
  type Finding,
  markerOf,
  type RenderedComment,
  renderComment,
} from '../plan/render/comment.ts'
export { countDrift, driftOf, renderDrift } from '../plan/render/drift.ts'
export { fenced, inMarkdown } from '../plan/render/escape.ts'
export { renderFleet } from '../plan/render/fleet-page.ts'
export { renderHeldEnding, reviewLines } from '../plan/render/held-ending.ts'
export { renderHtml } from '../plan/render/html.ts'
export { renderJson } from '../plan/render/json.ts'
export { renderMarkdown } from '../plan/render/markdown.ts'
export { numbersText } from '../plan/render/numbers.ts'
export { drawBoard, picturesOf, safeName } from '../plan/render/pictures.ts'
export { renderObjects, renderText } from '../plan/render/text.ts'
export { readNumbersFile, readStaged } from '../plan/staged-file.ts'
