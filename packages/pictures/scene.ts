import type { CompanyModel } from './company/model.ts'

/**
 * A scene is what the viewer draws: one dashboard with everything it needs, as plain JSON. `preview` makes it from a
 * tree, the sandbox from what is published; the viewer knows nothing else.
 */
export interface Scene {
  readonly title: string
  readonly description?: string | undefined
  readonly dashboard: SceneDashboard
  /** By the name that widgets use for a report: `report`, or the number in `config.reportId`. */
  readonly reports: Readonly<Record<string, SceneReport>>
  /** What the data model says about the members that reports name, by `cube.member`. */
  readonly members?: Readonly<Record<string, SceneMember>> | undefined
  /**
   * Names in queries that the data model does not have, with the name that was meant, if any. Absent if the model is
   * unknown.
   */
  readonly unknown?: Readonly<Record<string, string | null>> | undefined
  /** The data model as far as the reports need it, for making up rows. */
  readonly model?: CompanyModel | undefined
  readonly locale?: string | undefined
  readonly timezone?: string | undefined
  /** The URL of real rows: `<rowsAt>/<widget id>`. Without it, rows are made up. */
  readonly rowsAt?: string | undefined
  /** The URL of the page for apps. Without it, no app runs. */
  readonly frameAt?: string | undefined
  /** Whether AI features are shown. */
  readonly showAi?: boolean | undefined
  /** How it was before its files had errors that keep it from being drawn. */
  readonly isOld?: boolean | undefined
}

type FreeForm = Readonly<Record<string, unknown>>

export interface SceneDashboard {
  readonly kind?: string | null | undefined
  readonly title?: string | null | undefined
  readonly description?: string | null | undefined
  readonly layout?: FreeForm | null | undefined
  readonly settings?: FreeForm | null | undefined
  readonly theme?: FreeForm | null | undefined
  readonly widgets?: readonly SceneWidget[] | null | undefined
  readonly app?: SceneApp | null | undefined
}

export interface SceneApp {
  readonly entry?: string | null | undefined
  readonly html?: string | null | undefined
  readonly manifest?: FreeForm | null | undefined
  readonly files?: Readonly<Record<string, string>> | null | undefined
}

export interface ScenePosition {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

export interface SceneWidget {
  readonly id: string
  readonly type: string
  readonly position: ScenePosition
  readonly responsiveLayouts?: FreeForm | null | undefined
  readonly report?: string | undefined
  readonly reports?: readonly string[] | undefined
  readonly config?: FreeForm | null | undefined
  readonly style?: FreeForm | null | undefined
}

export interface SceneReport {
  readonly name: string
  readonly title?: string | null | undefined
  /** The id that apps use. */
  readonly publicId?: string | undefined
  readonly kind?: string | null | undefined
  readonly spec?: unknown
  readonly written?: SceneWritten | undefined
  readonly query?: FreeForm | null | undefined
  readonly sql?: string | null | undefined
  readonly pythonCode?: unknown
  readonly pivot?: FreeForm | null | undefined
  readonly periodComparisons?: unknown
  readonly preferences?: unknown
  /** Filters of the dashboard that do not reach this report, by their names. */
  readonly missed?: readonly string[] | undefined
}

/** Where a specification is written, with the line of each of its parts, in the order of `pathsIn`. */
export interface SceneWritten {
  readonly file: string
  readonly line: number
  readonly lines: readonly number[]
}

export interface SceneMember {
  readonly kind: 'measure' | 'dimension' | 'segment'
  readonly type?: string | undefined
  readonly format?: string | undefined
  /** The currency of an amount. */
  readonly currency?: string | undefined
  readonly title?: string | undefined
  readonly description?: string | undefined
  /** The members of a measure's details. */
  readonly drill?: readonly string[] | undefined
  /** For a member of a view: the member of the cube behind it. */
  readonly from?: string | undefined
}

/** What a plan does with a widget. */
export type SceneMark = 'added' | 'removed' | 'moved' | 'resized' | 'changed' | 'held' | 'left' | 'unseen'

export type SceneMarks = Readonly<Record<string, readonly SceneMark[]>>

/** The first data that a page of `preview` gets. */
export interface PreviewOverview {
  readonly project: string
  /** The directory of the tree on this machine, for links into an editor. */
  readonly root?: string | undefined
  readonly target?: string | undefined
  readonly data: 'sample' | 'live'
  readonly canCompare: boolean
  readonly entries: readonly PreviewEntry[]
  readonly problems: readonly PreviewProblem[]
  /** Which state of the tree this is. The server says it, and tells the pages when there is another. */
  readonly state?: string | undefined
}

/** What people want to look at first. */
export interface PreviewNews {
  /** The dashboards that this branch changes, or that have uncommitted files. */
  readonly changed: readonly string[]
  /** As they were when they were read last, if they were. */
  readonly badges?: PreviewBadges | undefined
}

/** What a plan says about each dashboard and its reports, counted. */
export type PreviewBadges = Readonly<
  Record<
    string,
    { readonly changes: number; readonly held: number; readonly hasDraft: boolean; readonly isNew: boolean }
  >
>

/** What a plan says, for the page of all dashboards. */
export interface PreviewPlan {
  /** How much it changes and holds in all, and whether apply refuses it. */
  readonly says: string
  readonly badges: PreviewBadges
}

export interface PreviewEntry {
  readonly slug: string
  readonly name: string
  /** What the dashboard calls itself, if that is another name. */
  readonly title?: string | undefined
  readonly folder: readonly string[]
  /** The workbook's directory in the tree, or the report's file. */
  readonly file: string
  readonly kind: 'CLASSIC' | 'APP' | 'REPORT' | 'none' | 'broken'
  /** Whether a file of it cannot be read: then it is drawn as it last was, if it can be drawn. */
  readonly isBroken?: boolean | undefined
  readonly isPublished: boolean
  /** The reports in the workbook: each has a page of its own. */
  readonly reports?: readonly PreviewReport[] | undefined
}

export interface PreviewReport {
  readonly slug: string
  readonly name: string
  readonly title?: string | undefined
}

export interface PreviewProblem {
  readonly code: string
  readonly message: string
  readonly hint: string
  readonly file: string
  readonly line?: number | undefined
  readonly column?: number | undefined
  readonly frame?: string | undefined
  readonly isWarning: boolean
}

/** A commit that changed the files of a page. */
export interface PageCommit {
  readonly commit: string
  readonly day: string
  readonly subject: string
}

/** Where a widget is written: in its dashboard, in its reports, and in the data model. */
export interface WidgetCode {
  readonly parts: readonly CodePart[]
  readonly members: readonly CodeMember[]
}

export interface CodePart {
  readonly what: 'widget' | 'report' | 'beside'
  readonly file: string
  readonly line: number
  readonly text: string
}

export interface CodeMember {
  readonly name: string
  readonly kind?: string | undefined
  /** Where it is defined, as far as that can be seen. */
  readonly file?: string | undefined
  readonly line?: number | undefined
}

/** What is live and what apply would make of it, with the plan's marks and words. */
export interface Comparison {
  readonly live?: Scene | undefined
  readonly after?: Scene | undefined
  /** All of it is held, so that apply leaves live as it is: `after` is as the repo has it. */
  readonly isRepo?: boolean | undefined
  /** As the repo has it, if some of that is held and the rest is written. */
  readonly repo?: Scene | undefined
  /** Viewers get what is written only when somebody publishes it. */
  readonly isDraft?: boolean | undefined
  /** For the widgets on either side. */
  readonly marks: SceneMarks
  readonly changes: readonly ComparedChange[]
  /** By widget: the texts of its report that change. */
  readonly differences: Readonly<Record<string, readonly TextDifference[]>>
  /** What the plan does, in one sentence. */
  readonly says: string
}

export interface ComparedChange {
  /** Identifies the change in a link. */
  readonly id: string
  readonly fate: 'written' | 'left' | 'held'
  /** The object that changes, if it is not the page's own. */
  readonly title?: string | undefined
  readonly lines: readonly ComparedLine[]
  readonly why?: string | undefined
  /** Of what is held: each value on all sides, or the lines that differ. */
  readonly sides?: readonly ComparedSides[] | undefined
  readonly facts?: readonly string[] | undefined
  /** Held only because something else is. */
  readonly waits?: boolean | undefined
  readonly commands?: readonly string[] | undefined
  /** Viewers get what is written, which is no change of its own. */
  readonly isPublish?: boolean | undefined
  /** The widgets where it can be seen. */
  readonly widgets: readonly string[]
  readonly texts: readonly TextDifference[]
}

export interface ComparedSides {
  /** Which part it is; empty if it is the whole. */
  readonly of: string
  readonly cells: readonly { readonly title: string; readonly text: string; readonly note: string }[]
}

export interface ComparedLine {
  readonly subject: string
  readonly parts: readonly string[]
  readonly aside?: string | undefined
}

/** A text of a report that differs, line by line. */
export interface TextDifference {
  readonly name: string
  readonly lines: readonly { readonly sign: '+' | '-' | ' '; readonly text: string }[]
}
