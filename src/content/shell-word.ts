/** A word as a shell reads it: quoted where it has to be. */
export const shellWord = (word: string): string =>
  /^[\w./@:=+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
