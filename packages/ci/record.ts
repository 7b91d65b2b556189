/** The record in a comment: an invisible line at its end, which no text from elsewhere can imitate. */
const [START, END] = ['<!-- boardwright-shown ', ' -->']

/** `text` is one line without `<` and `>`. */
export const recordLine = (text: string): string => `${START}${text}${END}`

export const withRecord = (body: string, record: string | undefined): string =>
  record === undefined ? body : `${body.trimEnd()}\n\n${recordLine(record)}\n`

/** Reads only the last two lines, because anybody may have written what is above. */
export function readRecord(body: string): string | undefined {
  const lines = body
    .trimEnd()
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .slice(-2)
  const line = lines.findLast((each) => each.startsWith(START) && each.endsWith(END))
  return line?.slice(START.length, -END.length)
}
