import process from 'node:process'
import { inColour, type Paint, plain } from '../words/paint.ts'
import { settings } from './settings.ts'

const isOn = (value: string | undefined): boolean => value !== undefined && value !== '0' && value !== 'false'

/**
 * Whether a stream gets colours. The first of these that is set decides: `--no-color`, `NO_COLOR`, `FORCE_COLOR`,
 * `CLICOLOR_FORCE`, `CLICOLOR=0`. By default, terminals get colours.
 */
export function isColored({ isTTY }: Pick<NodeJS.WriteStream, 'isTTY'>): boolean {
  const { NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE, CLICOLOR, TERM } = process.env
  if (!settings().color || NO_COLOR) return false
  if (FORCE_COLOR !== undefined) return isOn(FORCE_COLOR)
  if (isOn(CLICOLOR_FORCE)) return true
  return isTTY === true && CLICOLOR !== '0' && TERM !== 'dumb'
}

/** Colours a text for this stream, if it gets colours. */
export const paintFor = (stream: Pick<NodeJS.WriteStream, 'isTTY'>): Paint => (isColored(stream) ? inColour : plain)

/** Without a terminal, a line may be as long as it is. */
export const lineWidth = ({ isTTY, columns }: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>): number =>
  isTTY && columns > 0 ? columns : Number.POSITIVE_INFINITY

/** Joined lines need a terminal whose letters are in UTF-8. A file or a pipe gets lines that everything can show. */
export function strokesOf(
  { isTTY }: Pick<NodeJS.WriteStream, 'isTTY'>,
  env: NodeJS.ProcessEnv = process.env,
): 'ascii' | 'box' {
  const { LC_ALL, LC_CTYPE, LANG, TERM, WT_SESSION } = env
  const isUtf8 = /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '') || WT_SESSION !== undefined
  return isTTY === true && TERM !== 'dumb' && isUtf8 ? 'box' : 'ascii'
}
