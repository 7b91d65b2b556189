/** The record beside a comment: one invisible line that no text of others can imitate. */
const [START, END] = ['<!-- boardwright-shown ', ' -->']

/** `text` is one line without `<` and `>`. */
export const recordLine = (text: string): string => `${START}${text}${END}`

export const withRecord = (body: string, record: string | undefined): string =>
  record === undefined ? body : `${body.trimEnd()}\n\n${recordLine(record)}\n`

/** Only the last line, or the one before it: anything above may be written by anybody. */
export function readRecord(body: string): string | undefined {
  const lines = body
    .trimEnd()
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .slice(-2)
  const line = lines.findLast((each) => each.startsWith(START) && each.endsWith(END))
  return line?.slice(START.length, -END.length)
}
