import { commitFirst, readFiles, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'
import type { Ended } from '../support/program.ts'

export const CONFIG = `version: 1
project: acme
projectId: abcd1234
home: production
targets:
  dev: {url: https://acme.example, deployment: 1, variables: {schema: test}}
  production: {url: https://acme.example, deployment: 2, variables: {schema: main}}
`

export const TREE = {
  'boardwright.yaml': CONFIG,
  '.gitignore': '.boardwright/\n',
  'content/sales/folder.yaml': 'name: Sales\n',
  'content/sales/board/workbook.yaml': 'slug: board\nname: Board\n',
  'content/sales/board/dashboard.yaml': `title: Board
widgets:
  # the chart
  - id: a
    type: CHART
    report: orders
    position: {x: 0, y: 0, w: 6, h: 4}
`,
  'content/sales/board/reports/orders.yaml': 'id: AAAAAAAAAAAA\nname: Orders\n',
  'content/sales/board/reports/orders.sql': 'select * from ${var.schema}.orders\n',
  'content/finance/folder.yaml': 'name: Finance\n',
  'overlays/dev/content/sales/board/workbook.yaml': 'name: Board (dev)\n',
}

/** The environment of somebody who has set no variables. */
const PLAIN = { PATH: process.env['PATH'] ?? '' }

export interface CliProject {
  readonly root: string
  /** Runs the program in the project, or in a directory below it. */
  readonly run: (args: readonly string[], below?: string) => Promise<Ended>
  readonly files: () => Record<string, string>
}

/** A project on disk, with everything committed. */
export async function cliProject(files: Readonly<Record<string, string>> = TREE): Promise<CliProject> {
  const root = temporaryDirectory()
  await writeFiles(root, files)
  commitFirst(root)
  return {
    root,
    run: (args, below = '') => runHere([...args, '-C', `${root}/${below}`], { env: PLAIN }),
    files: () => readFiles(root),
  }
}

/** The files that differ from before, with undefined for those that are gone. */
export const differences = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((file) => before[file] !== after[file])
      .map((file) => [file, after[file]]),
  )
