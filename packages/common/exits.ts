/** How a command ends. Permanent, like the codes of errors. */
export const EXIT = {
  done: 0,
  error: 1,
  changes: 2,
  notAllowed: 3,
  partly: 4,
  held: 5,
  stopped: 6,
  usage: 64,
  bug: 70,
  interrupted: 130,
} as const

/** If several exit statuses apply, the first of these wins. */
const PRECEDENCE: readonly number[] = [
  ...[EXIT.interrupted, EXIT.bug, EXIT.partly, EXIT.notAllowed, EXIT.stopped, EXIT.held],
  ...[EXIT.usage, EXIT.error, EXIT.changes],
]

/** The one exit status of a command, given all that apply. `false` stands for one that does not. */
export const worstOf = (exits: readonly (number | false)[]): number =>
  PRECEDENCE.find((exit) => exits.includes(exit)) ?? EXIT.done
