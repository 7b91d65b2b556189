/** In minutes. Commands that write stop cleanly before the hour is up, when many CI systems kill a job. */
const [ON_DISK, READS, WRITES] = [10, 30, 55]
/** A gate waits for as long as a wave soaks, at most as long as a job may take. */
const WAITS = 350

/** How long each command may take in CI. Elsewhere there is no limit. */
export const CI_MINUTES: Readonly<Record<string, number | 'no limit'>> = {
  adopt: WRITES,
  apply: WRITES,
  check: WRITES,
  comment: ON_DISK,
  completion: ON_DISK,
  copy: ON_DISK,
  doctor: ON_DISK,
  draw: READS,
  drift: READS,
  explain: READS,
  export: READS,
  fleet: WAITS,
  fmt: ON_DISK,
  forget: WRITES,
  impact: READS,
  init: ON_DISK,
  mcp: 'no limit',
  merge: ON_DISK,
  mv: ON_DISK,
  new: ON_DISK,
  numbers: READS,
  plan: READS,
  preview: 'no limit',
  promote: WRITES,
  propose: ON_DISK,
  rename: ON_DISK,
  render: ON_DISK,
  restore: WRITES,
  rm: ON_DISK,
  sandbox: 'no limit',
  schema: ON_DISK,
  skills: ON_DISK,
  stage: WRITES,
  status: READS,
  validate: ON_DISK,
}

export function ciLimit(command: string): number | undefined {
  const minutes = CI_MINUTES[command]
  return typeof minutes === 'number' ? minutes * 60 : undefined
}

export function describeLimit(command: string): string {
  const minutes = CI_MINUTES[command]
  return minutes === 'no limit'
    ? 'It runs until it is stopped, in CI too; --timeout SECONDS stops it.'
    : `In CI it stops after ${minutes} minutes, or after --timeout SECONDS.`
}
