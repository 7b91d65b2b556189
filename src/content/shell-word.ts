/** A word as a shell needs it, in quotes if necessary. */
export const shellWord = (word: string): string =>
  /^[\w./@:=+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

/**
 * Whether a shell may complete this name. Bash expands what it completes, before anybody presses Enter. So there is only
 * what means nothing to any shell, and nothing that could be a flag.
 */
export const isSafeToComplete = (name: string): boolean => /^[\p{L}\p{N}_.][\p{L}\p{M}\p{N} ._+,/-]*$/u.test(name)
