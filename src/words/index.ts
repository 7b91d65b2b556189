export { readApprovals, writeApprovalRecord, writeApprovals } from '../plan/approval.ts'
export { driftOf } from '../plan/drift.ts'
export { foldName, hasNothingToDo, headline, plansIn, readFleetPlan, writeFleetPlan } from '../plan/fleet.ts'
export { readPlan } from '../plan/read.ts'
export { readTryFile, type TryFile } from '../plan/try-file.ts'
export { acceptCommand } from './commands.ts'
export {
  type CommentInput,
  type Finding,
  markerOf,
  type RenderedComment,
  renderComment,
} from './comment.ts'
export { countDrift, renderDrift } from './drift.ts'
export { fenced, inMarkdown } from './escape.ts'
export { renderFleet } from './fleet-page.ts'
export { renderHeldEnding, reviewLines } from './held-ending.ts'
export type { DrawnDashboard } from './html/charts.ts'
export { renderHtml } from './html.ts'
export { renderJson } from './json.ts'
export { renderMarkdown } from './markdown.ts'
export { numbersText } from './numbers.ts'
export { drawBoard, picturesOf, safeName } from './pictures.ts'
export { renderObjects, renderText } from './text.ts'
