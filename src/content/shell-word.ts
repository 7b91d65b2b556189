/** A word as a shell needs it, in quotes if necessary. */
export const shellWord = (word: string): string =>
  /^[\w./@:=+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
