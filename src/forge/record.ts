/** What is recorded beside a comment: one line that nobody sees, and that no text of others can be. */
const [START, END] = ['<!-- boardwright-shown ', ' -->']

/** `text` is one line without `<` and `>`. */
export const recordLine = (text: string): string => `${START}${text}${END}`

/** It is the last line, or the one before it: what stands above may be anybody's words. */
export function readRecord(body: string): string | undefined {
  const lines = body
    .trimEnd()
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .slice(-2)
  const line = lines.findLast((each) => each.startsWith(START) && each.endsWith(END))
  return line?.slice(START.length, -END.length)
}
