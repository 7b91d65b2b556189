export type { SqlColumn } from './company/ask-sql.ts'
export { readRange, TODAY } from './company/calendar.ts'
export { type Company, companyOf } from './company/company.ts'
export type { Filter } from './company/filters.ts'
export { type CompanyModel, partOf } from './company/model.ts'
export { spansBeside } from './company/periods.ts'
export { membersIn, type Query } from './company/query.ts'
export { readCompanyModel } from './company/read-model.ts'
export { type RowsBehind, rowsBehind } from './company/rows-behind.ts'
export type { Cell } from './company/values.ts'
export {
  CHARTS_HEADERS,
  chartsPage,
  FRAME_HEADERS,
  framePage,
  pageHeaders,
  SKETCH_HEADERS,
  STATIC_HEADERS,
  viewerFile,
  viewerPage,
} from './page.ts'
export { type Change, drawDashboards } from './picture/before-after.ts'
export { drawChange } from './picture/characters.ts'
export { type Charts, type DrawnBoard, drawCharts, drawWidgetCharts, HEADING } from './picture/charts.ts'
export { CHANGED, type Difference, differencesOf } from './picture/differences.ts'
export { h, type Markup, page, trusted } from './picture/markup.ts'
export { PALETTE, type Role, type Theme } from './picture/palette.ts'
export { box, line, type Parts, path, type Shape, type Sheet } from './picture/shapes.ts'
export type { Strokes } from './picture/strokes.ts'
export { renderSvg, SVG_STYLE } from './picture/svg.ts'
export { fitText } from './picture/text/fit.ts'
export type { Tile } from './picture/tiles.ts'
export { padTo, shorten, widthOf, widthOfGrapheme } from './picture/width.ts'
export type {
  CodeMember,
  CodePart,
  ComparedChange,
  Comparison,
  PageCommit,
  PreviewBadges,
  PreviewEntry,
  PreviewNews,
  PreviewOverview,
  PreviewPlan,
  PreviewProblem,
  PreviewReport,
  Scene,
  SceneDashboard,
  SceneMark,
  SceneMember,
  SceneReport,
  SceneWritten,
  TextDifference,
  WidgetCode,
} from './scene.ts'
