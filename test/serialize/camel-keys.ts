/** A data model in YAML with `joinPath` where it said `join_path`. */
export const camelKeys = (text: string): string =>
  text.replace(/\b[a-z]+(?:_[a-z]+)+(?=:)/g, (key) => key.replace(/_[a-z]/g, ([, letter = '']) => letter.toUpperCase()))
