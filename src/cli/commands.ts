import type { Command } from 'commander'
import type { Finish } from './options.ts'

export interface CommandRow {
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

/** Every command, each in a file of that name. */
export const COMMANDS = byName({
  adopt: {
    load: async () => (await import('./commands/adopt.ts')).adoptCommand,
    example: 'boardwright adopt --target production --select sales',
    token: OF_TARGET,
    ciMinutes: WRITES,
  },
  apply: {
    load: async () => (await import('./commands/apply.ts')).applyCommand,
    example: 'boardwright apply plan.json --yes',
    token: `${OF_TARGET};\n--as-approved also needs ${OF_FORGE}`,
    ciMinutes: WRITES,
  },
  check: {
    load: async () => (await import('./commands/check.ts')).checkCommand,
    example: 'boardwright check --target production --branch check-42',
    token: OF_TARGET,
    ciMinutes: WRITES,
  },
  comment: {
    load: async () => (await import('./commands/comment.ts')).commentCommand,
    example: 'boardwright comment plan-dev.json plan-production.json --out -',
    token: OF_FORGE,
    ciMinutes: ON_DISK,
  },
  completion: {
    load: async () => (await import('./commands/completion.ts')).completionCommand,
    example: 'source <(boardwright completion bash)',
    token: 'no token',
    ciMinutes: ON_DISK,
  },
  copy: {
    load: async () => (await import('./commands/copy.ts')).copyCommand,
    example: 'boardwright copy sales/revenue-overview sales/revenue-emea',
    token: 'no token',
    ciMinutes: ON_DISK,
  },
  doctor: {
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
    example: 'boardwright doctor --target production',
    token: OF_TARGET,
    ciMinutes: ON_DISK,
  },
  draw: {
    load: async () => (await import('./commands/draw.ts')).drawCommand,
    example: 'boardwright draw sales/revenue-overview --out pictures',
    token: `${OF_TARGET}, with --data live`,
    ciMinutes: READS,
  },
  drift: {
    load: async () => (await import('./commands/drift.ts')).driftCommand,
    example: 'boardwright drift --target production',
    token: OF_TARGET,
    ciMinutes: READS,
  },
  explain: {
    load: async () => (await import('./commands/explain.ts')).explainCommand,
    example: 'boardwright explain sales/revenue-overview',
    token: OF_TARGET,
    ciMinutes: READS,
  },
  export: {
    load: async () => (await import('./commands/export.ts')).exportCommand,
    example: 'boardwright export --target production --select sales/revenue-overview',
    token: OF_TARGET,
    ciMinutes: READS,
  },
  fleet: {
    load: async () => (await import('./commands/fleet.ts')).fleetCommand,
    example: 'boardwright fleet gate --wave 2 --wait 10m',
    token: OF_TARGET,
    ciMinutes: WAITS,
  },
  fmt: {
    load: async () => (await import('./commands/fmt.ts')).fmtCommand,
    example: 'boardwright fmt --check',
    token: 'no token',
    ciMinutes: ON_DISK,
  },
  forget: {
    load: async () => (await import('./commands/forget.ts')).forgetCommand,
    example: 'boardwright forget sales/revenue-overview --target production',
    token: OF_TARGET,
    ciMinutes: WRITES,
  },
  impact: {
    load: async () => (await import('./commands/impact.ts')).impactCommand,
    example: 'boardwright impact orders.net_revenue',
    token: `${OF_TARGET}, with --live`,
    ciMinutes: READS,
  },
  init: {
    load: async () => (await import('./commands/init.ts')).initCommand,
    example: 'boardwright init --url https://acme.example --deployment 2',
    token: 'BOARDWRIGHT_TOKEN, if it should try the connection',
    ciMinutes: ON_DISK,
  },
  mcp: {
    load: async () => (await import('./commands/mcp.ts')).mcpCommand,
    example: 'boardwright mcp -C ./analytics',
    token: `${OF_TARGET}, for what is live`,
    ciMinutes: 'no limit',
  },
  merge: {
    load: async () => (await import('./commands/merge.ts')).mergeCommand,
    example: 'boardwright merge %O %A %B --path %P',
    token: 'no token',
    ciMinutes: ON_DISK,
  },
  mv: {
    load: async () => (await import('./commands/mv.ts')).mvCommand,
    example: 'boardwright mv sales/revenue-overview finance/revenue',
    token: 'no token',
    ciMinutes: ON_DISK,
  },
  new: {
    load: async () => (await import('./commands/new.ts')).newCommand,
    example: 'boardwright new workbook Churn --in sales',
    token: 'no token',
    ciMinutes: ON_DISK,
  },
  numbers: {
    load: async () => (await import('./commands/numbers.ts')).numbersCommand,
    example: 'boardwright numbers --target production --preview pr-42',
    token: OF_TARGET,
    ciMinutes: READS,
  },
  plan: {
    load: async () => (await import('./commands/plan.ts')).planCommand,
    example: 'boardwright plan --target production --out plan.json',
    token: OF_TARGET,
    ciMinutes: READS,
  },
  preview: {
    load: async () => (await import('./commands/preview.ts')).previewCommand,
    example: 'boardwright preview --target production --open',
    token: `${OF_TARGET}, with --target`,
    ciMinutes: 'no limit',
  },
  promote: {
    load: async () => (await import('./commands/promote.ts')).promoteCommand,
    example: 'boardwright promote --from dev --to production --plan',
    token: OF_TARGET,
    ciMinutes: WRITES,
  },
  propose: {
    load: async () => (await import('./commands/propose.ts')).proposeCommand,
    example: 'boardwright propose --branch ui-edits --text drift.md',
    token: OF_FORGE,
    ciMinutes: ON_DISK,
  },
  rename: {
    load: async () => (await import('./commands/rename.ts')).renameCommand,
    example: 'boardwright rename orders.net_revenue net_sales --dry-run',
    token: 'no token',
    ciMinutes: ON_DISK,
  },
  render: {
    load: async () => (await import('./commands/render.ts')).renderCommand,
    example: 'boardwright render --target dev content/sales/revenue-overview',
    token: 'no token',
    ciMinutes: ON_DISK,
  },
  restore: {
    load: async () => (await import('./commands/restore.ts')).restoreCommand,
    example: 'boardwright restore 20261120T091500Z-production-7c1e-40d9',
    token: OF_TARGET,
    ciMinutes: WRITES,
  },
  rm: {
    load: async () => (await import('./commands/rm.ts')).rmCommand,
    example: 'boardwright rm sales/weekly-sales-meeting',
    token: 'no token',
    ciMinutes: ON_DISK,
  },
  sandbox: {
    load: async () => (await import('./commands/sandbox.ts')).sandboxCommand,
    example: 'boardwright sandbox --data ./sandbox-data',
    token: 'no token',
    ciMinutes: 'no limit',
  },
  schema: {
    load: async () => (await import('./commands/schema.ts')).schemaCommand,
    example: 'boardwright schema --install',
    token: 'no token',
    ciMinutes: ON_DISK,
  },
  skills: {
    load: async () => (await import('./commands/skills.ts')).skillsCommand,
    example: 'boardwright skills install --agent claude',
    token: 'no token',
    ciMinutes: ON_DISK,
  },
  stage: {
    load: async () => (await import('./commands/stage.ts')).stageCommand,
    example: 'boardwright stage --target production --name pr-42 --ttl 7d',
    token: OF_TARGET,
    ciMinutes: WRITES,
  },
  status: {
    load: async () => (await import('./commands/status.ts')).statusCommand,
    example: 'boardwright status',
    token: OF_TARGET,
    ciMinutes: READS,
  },
  validate: {
    load: async () => (await import('./commands/validate.ts')).validateCommand,
    example: 'boardwright validate --format github',
    token: 'no token',
    ciMinutes: ON_DISK,
  },
})

export type CommandName = keyof typeof COMMANDS

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
