import type { Sandbox } from '../../../packages/sandbox/index.ts'
import { writeFiles } from '../../support/directory.ts'
import type { Ended } from '../../support/program.ts'
import { TREE } from '../project.ts'

/**
 * What people get wrong, and what they read then: what it is, where it is, and what to do next. Each row is one
 * mistake in a project that is otherwise correct, in the table of its subject.
 */
export interface Mistake {
  /** Files that differ; null means deleted. */
  readonly files?: Files | (() => Files)
  /** Happens to the committed project before the run. */
  readonly before?: (root: string) => Promise<unknown> | unknown
  /** Cleans up afterwards. */
  readonly after?: (root: string) => unknown
  readonly run: readonly string[] | (() => readonly string[])
  readonly env?: () => Readonly<Record<string, string>>
  /** How to run it as a separate process: git is looked up on the PATH that a program starts with. */
  readonly alone?: (args: readonly string[], env: Record<string, string>, cwd: string) => Promise<Ended>
  readonly exit: number
  readonly what: string
  readonly where: string
  readonly next: string
}
type Files = Readonly<Record<string, string | null>>
export type Mistakes = Readonly<Record<string, Mistake>>

/** The surroundings of the project while the rows run. */
export const around = {} as {
  sandbox: Sandbox
  /** A server that returns a web page. */
  page: string
  /** A server that returns a web page, with the status at the end of the token. */
  blocked: string
  /** A server that asks for a password. */
  proxy: string
  /** A server with a certificate that nobody signed. */
  unsigned: string
}

export const WORKBOOK = 'content/sales/board/workbook.yaml'
export const DASHBOARD = 'content/sales/board/dashboard.yaml'
export const SQL = 'content/sales/board/reports/orders.sql'
export const REPORT = 'content/sales/board/reports/orders.yaml'
export const FOLDER = 'content/sales/folder.yaml'
export const CONFIG = 'boardwright.yaml'
export const MODEL = 'data-model/model/cubes/orders.yml'

export const dashboard = (widget: string): string => `title: Board\nwidgets:\n${widget}`
export const chart = (more: string, id = 'a'): string =>
  `  - id: ${id}\n    type: CHART\n    report: orders\n    ${more}\n`
export const POSITION = 'position: {x: 0, y: 0, w: 6, h: 4}'
export const cube = (measure: string, more = ''): string =>
  `cubes:\n  - name: orders\n    sql_table: orders\n    measures:\n      - name: ${measure}\n        type: count\n${more}`
export const config = (target: string): string =>
  `version: 1\nproject: acme\nprojectId: abcd1234\nhome: production\ntargets:\n  production: ${target}\n`
export const target = (url: string, deployment = 2): string => config(`{url: "${url}", deployment: ${deployment}}`)
export const NO_CONTENT = Object.fromEntries(
  Object.keys(TREE)
    .filter((file) => /^(content|overlays)/.test(file))
    .map((file) => [file, null]),
)
export const reaching = (url: () => string, deployment?: number) => () => ({
  ...NO_CONTENT,
  [CONFIG]: target(url(), deployment),
})
export const unreached = { ...NO_CONTENT, [CONFIG]: target('https://acme.example') }
export const admin = () => ({ BOARDWRIGHT_TOKEN: around.sandbox.keys.admin })
export const validate = ['validate']

/** Written into the committed project, and found by validate. */
export const wrong = (
  changed: Readonly<Record<string, string>>,
  [what, where, next]: readonly [what: string, where: string, next: string],
): Mistake => ({
  before: (root) => writeFiles(root, changed),
  ...{ run: validate, exit: 1 },
  ...{ what, where, next },
})

/** Refused because of how it is typed. */
export const typed = (run: readonly string[], what: string, where: string, next: string): Mistake => ({
  ...{ run, exit: 64 },
  ...{ what, where, next },
})
