import type { Sandbox } from '../../../src/sandbox/index.ts'
import { TREE } from '../project.ts'

/**
 * What people get wrong, and what they read then: what it is, where it is, and what to do next. Each row is one mistake
 * in a project that is right otherwise.
 */
export interface Mistake {
  /** Files that are different; null: gone. */
  readonly files?: Files | (() => Files)
  /** Done to the committed project. */
  readonly before?: (root: string) => Promise<unknown> | unknown
  /** Undone afterwards. */
  readonly after?: (root: string) => unknown
  readonly run: readonly string[] | (() => readonly string[])
  readonly env?: () => Readonly<Record<string, string>>
  /** As a process of its own: the git on PATH is looked up where a program began. */
  readonly alone?: true
  readonly exit: number
  readonly what: string
  readonly where: string
  readonly next: string
}
type Files = Readonly<Record<string, string | null>>
export type Mistakes = Readonly<Record<string, Mistake>>

/** What is around the project while the rows run. */
export const around = {} as {
  sandbox: Sandbox
  /** Answers with a web page. */
  page: string
  /** Answers with the status that its token ends with, and a web page. */
  blocked: string
  /** Asks for a password. */
  proxy: string
  /** Has a certificate that nobody signed. */
  unsigned: string
}

export const WORKBOOK = 'content/sales/board/workbook.yaml'
export const DASHBOARD = 'content/sales/board/dashboard.yaml'
export const SQL = 'content/sales/board/reports/orders.sql'
export const FOLDER = 'content/sales/folder.yaml'
export const CONFIG = 'boardwright.yaml'

export const dashboard = (widget: string): string => `title: Board\nwidgets:\n${widget}`
export const chart = (more: string, id = 'a'): string =>
  `  - id: ${id}\n    type: CHART\n    report: orders\n    ${more}\n`
export const POSITION = 'position: {x: 0, y: 0, w: 6, h: 4}'
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
export const admin = () => ({ BOARDWRIGHT_TOKEN: around.sandbox.keys.admin })
export const validate = ['validate']
