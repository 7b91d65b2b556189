import type { Command } from 'commander'
import type { Finish } from './options.ts'

/** The groups of the help, in its order. What only programs run stands in none of them. */
export const GROUPS = ['Everyday', 'Files', 'Look', 'Own and repair', "A team's pipeline", 'Set up'] as const

export interface CommandRow {
  readonly group: (typeof GROUPS)[number] | 'for programs'
  /** Only the command that runs is loaded. */
  readonly load: () => Promise<(finish: Finish) => Command>
  /** For its help and the reference. */
  readonly example: string
  /** Where it finds its token. A token is never given as a flag. */
  readonly token: string | 'no token'
  /** How many minutes it may take in CI. Elsewhere there is no limit. */
  readonly ciMinutes: number | 'no limit'
}

const OF_TARGET = 'BOARDWRIGHT_TOKEN_<TARGET>, or BOARDWRIGHT_TOKEN for every target'
const OF_FORGE = 'GITHUB_TOKEN, GITEA_TOKEN, FORGEJO_TOKEN, GITLAB_TOKEN or CI_JOB_TOKEN'

/** Commands that write stop cleanly before the hour is up, when many CI systems kill a job. */
const [ON_DISK, READS, WRITES] = [10, 30, 55]
/** A gate waits for as long as a wave soaks, at most as long as a job may take. */
const WAITS = 350

/** Keeps the names: a table with a row for each command does not compile without one of them. */
const byName = <Name extends string>(rows: Readonly<Record<Name, CommandRow>>) => rows

/** Every command, each in a file of that name, in the order of the help. A name of two words begins with its family. */
export const COMMANDS = byName({
  init: {
    group: 'Everyday',
    load: async () => (await import('./commands/init.ts')).initCommand,
    example: 'boardwright init --url https://acme.example --deployment 2',
    token: 'BOARDWRIGHT_TOKEN, if it should try the connection',
    ciMinutes: ON_DISK,
  },
  export: {
    group: 'Everyday',
    load: async () => (await import('./commands/export.ts')).exportCommand,
    example: 'boardwright export --target production --select sales/revenue-overview',
    token: OF_TARGET,
    ciMinutes: READS,
  },
  plan: {
    group: 'Everyday',
    load: async () => (await import('./commands/plan.ts')).planCommand,
    example: 'boardwright plan --target production --out plan.json',
    token: OF_TARGET,
    ciMinutes: READS,
  },
  apply: {
    group: 'Everyday',
    load: async () => (await import('./commands/apply.ts')).applyCommand,
    example: 'boardwright apply plan.json --yes',
    token: `${OF_TARGET};\n--approve pull-request also needs ${OF_FORGE}`,
    ciMinutes: WRITES,
  },
  status: {
    group: 'Everyday',
    load: async () => (await import('./commands/status.ts')).statusCommand,
    example: 'boardwright status',
    token: OF_TARGET,
    ciMinutes: READS,
  },
  promote: {
    group: 'Everyday',
    load: async () => (await import('./commands/promote.ts')).promoteCommand,
    example: 'boardwright promote --from dev --to production --plan',
    token: OF_TARGET,
    ciMinutes: WRITES,
  },
  new: {
    group: 'Files',
    load: async () => (await import('./commands/new.ts')).newCommand,
    example: 'boardwright new workbook Churn --in sales',
    token: 'no token',
    ciMinutes: ON_DISK,
  },
  rename: {
    group: 'Files',
    load: async () => (await import('./commands/rename.ts')).renameCommand,
    example: 'boardwright rename orders.net_revenue net_sales --dry-run',
    token: 'no token',
    ciMinutes: ON_DISK,
  },
  copy: {
    group: 'Files',
    load: async () => (await import('./commands/copy.ts')).copyCommand,
    example: 'boardwright copy sales/revenue-overview sales/revenue-emea',
    token: 'no token',
    ciMinutes: ON_DISK,
  },
  rm: {
    group: 'Files',
    load: async () => (await import('./commands/rm.ts')).rmCommand,
    example: 'boardwright rm sales/weekly-sales-meeting',
    token: 'no token',
    ciMinutes: ON_DISK,
  },
  validate: {
    group: 'Files',
    load: async () => (await import('./commands/validate.ts')).validateCommand,
    example: 'boardwright validate --format github',
    token: 'no token',
    ciMinutes: ON_DISK,
  },
  'rules list': {
    group: 'Files',
    load: async () => (await import('./commands/rules/list.ts')).listCommand,
    example: 'boardwright rules list',
    token: 'no token',
    ciMinutes: ON_DISK,
  },
  'rules test': {
    group: 'Files',
    load: async () => (await import('./commands/rules/test.ts')).testCommand,
    example: 'boardwright rules test',
    token: 'no token',
    ciMinutes: ON_DISK,
  },
  'rules explain': {
    group: 'Files',
    load: async () => (await import('./commands/rules/explain.ts')).explainCommand,
    example: 'boardwright rules explain chart-title',
    token: 'no token',
    ciMinutes: ON_DISK,
  },
  'rules new': {
    group: 'Files',
    load: async () => (await import('./commands/rules/new.ts')).newRuleCommand,
    example: 'boardwright rules new dashboard-owner --on dashboard',
    token: 'no token',
    ciMinutes: ON_DISK,
  },
  'rules waive': {
    group: 'Files',
    load: async () => (await import('./commands/rules/waive.ts')).waiveCommand,
    example:
      'boardwright rules waive chart-title content/sales/old --reason "Goes away" --owner sales --expires 2027-01-31',
    token: 'no token',
    ciMinutes: ON_DISK,
  },
  'rules fields': {
    group: 'Files',
    load: async () => (await import('./commands/rules/fields.ts')).fieldsCommand,
    example: 'boardwright rules fields dashboard',
    token: 'no token',
    ciMinutes: ON_DISK,
  },
  fmt: {
    group: 'Files',
    load: async () => (await import('./commands/fmt.ts')).fmtCommand,
    example: 'boardwright fmt --check',
    token: 'no token',
    ciMinutes: ON_DISK,
  },
  preview: {
    group: 'Look',
    load: async () => (await import('./commands/preview.ts')).previewCommand,
    example: 'boardwright preview --target production --open',
    token: `${OF_TARGET}, with --target`,
    ciMinutes: 'no limit',
  },
  impact: {
    group: 'Look',
    load: async () => (await import('./commands/impact.ts')).impactCommand,
    example: 'boardwright impact orders.net_revenue',
    token: `${OF_TARGET}, with --live`,
    ciMinutes: READS,
  },
  try: {
    group: 'Look',
    load: async () => (await import('./commands/try.ts')).tryCommand,
    example: 'boardwright try --target production --name pr-42',
    token: OF_TARGET,
    ciMinutes: WRITES,
  },
  adopt: {
    group: 'Own and repair',
    load: async () => (await import('./commands/adopt.ts')).adoptCommand,
    example: 'boardwright adopt --target production --select sales',
    token: OF_TARGET,
    ciMinutes: WRITES,
  },
  restore: {
    group: 'Own and repair',
    load: async () => (await import('./commands/restore.ts')).restoreCommand,
    example: 'boardwright restore 20261120T091500Z-production-7c1e-40d9',
    token: OF_TARGET,
    ciMinutes: WRITES,
  },
  'ci comment': {
    group: "A team's pipeline",
    load: async () => (await import('./commands/ci/comment.ts')).commentCommand,
    example: 'boardwright ci comment plan-dev.json plan-production.json --out -',
    token: OF_FORGE,
    ciMinutes: ON_DISK,
  },
  'ci propose': {
    group: "A team's pipeline",
    load: async () => (await import('./commands/ci/propose.ts')).proposeCommand,
    example: 'boardwright ci propose --branch ui-edits --text drift.md',
    token: OF_FORGE,
    ciMinutes: ON_DISK,
  },
  fleet: {
    group: "A team's pipeline",
    load: async () => (await import('./commands/fleet.ts')).fleetCommand,
    example: 'boardwright fleet gate --wave 2 --wait 10m',
    token: OF_TARGET,
    ciMinutes: WAITS,
  },
  'setup editor': {
    group: 'Set up',
    load: async () => (await import('./commands/setup/editor.ts')).editorCommand,
    example: 'boardwright setup editor',
    token: 'no token',
    ciMinutes: ON_DISK,
  },
  'setup shell': {
    group: 'Set up',
    load: async () => (await import('./commands/setup/shell.ts')).shellCommand,
    example: 'source <(boardwright setup shell bash)',
    token: 'no token',
    ciMinutes: ON_DISK,
  },
  'setup agents': {
    group: 'Set up',
    load: async () => (await import('./commands/setup/agents.ts')).agentsCommand,
    example: 'boardwright setup agents --agent claude',
    token: 'no token',
    ciMinutes: ON_DISK,
  },
  'setup merge-driver': {
    group: 'Set up',
    load: async () => (await import('./commands/setup/merge-driver.ts')).mergeDriverCommand,
    example: 'boardwright setup merge-driver',
    token: 'no token',
    ciMinutes: ON_DISK,
  },
  doctor: {
    group: 'Set up',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
    example: 'boardwright doctor --target production',
    token: OF_TARGET,
    ciMinutes: ON_DISK,
  },
  demo: {
    group: 'Set up',
    load: async () => (await import('./commands/demo.ts')).demoCommand,
    example: 'boardwright demo',
    token: 'no token',
    ciMinutes: 'no limit',
  },
  sandbox: {
    group: 'Set up',
    load: async () => (await import('./commands/sandbox.ts')).sandboxCommand,
    example: 'boardwright sandbox --data ./sandbox-data',
    token: 'no token',
    ciMinutes: 'no limit',
  },
  render: {
    group: 'for programs',
    load: async () => (await import('./commands/render.ts')).renderCommand,
    example: 'boardwright render --target dev content/sales/revenue-overview',
    token: 'no token',
    ciMinutes: ON_DISK,
  },
  mcp: {
    group: 'for programs',
    load: async () => (await import('./commands/mcp.ts')).mcpCommand,
    example: 'boardwright mcp -C ./analytics',
    token: `${OF_TARGET}, for what is live`,
    ciMinutes: 'no limit',
  },
  merge: {
    group: 'for programs',
    load: async () => (await import('./commands/merge.ts')).mergeCommand,
    example: 'boardwright merge %O %A %B --path %P',
    token: 'no token',
    ciMinutes: ON_DISK,
  },
})

export type CommandName = keyof typeof COMMANDS

/** The first word of names with two: one line of the help. */
export const FAMILIES: Readonly<Record<string, string>> = {
  rules: 'what a team expects of its content: list, test, explain, new, waive, fields',
  ci: 'what a pipeline does on a pull request: comment, propose',
  setup: 'set up an editor, a shell, agents or git for this project: editor, shell, agents, merge-driver',
}

export const isCommand = (word: string): word is CommandName => Object.hasOwn(COMMANDS, word)

/** In seconds. */
export const ciLimit = ({ ciMinutes }: CommandRow): number | undefined =>
  ciMinutes === 'no limit' ? undefined : ciMinutes * 60

export const describeLimit = ({ ciMinutes }: CommandRow): string =>
  ciMinutes === 'no limit'
    ? 'It runs until it is stopped, in CI too; --timeout SECONDS stops it.'
    : `In CI it stops after ${ciMinutes} minutes, or after --timeout SECONDS.`

export const describeToken = ({ token }: CommandRow): string =>
  token === 'no token' ? 'It needs no token.' : `Token, from the environment: ${token}.`
