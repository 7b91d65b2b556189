import { PassThrough } from 'node:stream'
import { type IBufferCell, type IBufferLine, Terminal } from '@xterm/headless'
import { runHere } from './in-process.ts'
import type { Ended } from './program.ts'

export const ENTER = '\r'
export const DOWN = '\u001b[B'
export const CTRL_C = '\u0003'

/** What a person waits to read before typing something. */
export type Said = readonly [read: string, typed: string]

export interface Sitting {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly says?: readonly Said[]
  readonly columns?: number
}

export interface Seen extends Ended {
  /** The terminal's contents at the end, wrapped, including what has scrolled off. */
  readonly screen: string
  /** The same with colour codes. */
  readonly painted: string
}

/**
 * Runs a command with a person at a terminal, using a real emulator: keys reach the program as keys, and its output is
 * really drawn.
 */
export async function atTerminal(
  args: readonly string[],
  { cwd, env, says = [], columns = 80 }: Sitting,
): Promise<Seen> {
  const terminal = new Terminal({ cols: columns, rows: 50, scrollback: 1000, convertEol: true, allowProposedApi: true })
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input })
  const left = [...says]
  const look = (): void => {
    const [next] = left
    if (
      next === undefined ||
      !screenOf(terminal)
        .replace(/\s+│?\s*/g, ' ')
        .includes(next[0])
    )
      return
    left.shift()
    input.write(next[1])
  }
  const hear = (text: string): void => terminal.write(text, look)
  const ended = await runHere(args, { cwd, env, hear, terminal: { input, columns } })
  await new Promise<void>((done) => terminal.write('', done))
  const [screen, painted] = [screenOf(terminal), paintedOf(terminal)]
  terminal.dispose()
  if (left.length > 0) throw new Error(`it never said "${left[0]?.[0]}":\n${screen}`)
  return { ...ended, screen, painted }
}

const linesOf = ({ buffer: { active } }: Terminal): IBufferLine[] =>
  Array.from({ length: active.length }, (_, at) => active.getLine(at)).filter((line) => line !== undefined)

const joined = (lines: readonly string[]): string => `${lines.join('\n').trimEnd()}\n`

const screenOf = (terminal: Terminal): string => joined(linesOf(terminal).map((line) => line.translateToString(true)))

/** The most noticeable colour or weight of a cell. */
function lookOf(cell: IBufferCell): number {
  if (cell.isFgPalette()) return cell.getFgColor() < 8 ? 30 + cell.getFgColor() : 2
  return cell.isDim() ? 2 : cell.isBold() ? 1 : 0
}

const paintedOf = (terminal: Terminal): string =>
  joined(
    linesOf(terminal).map((line) => {
      let [text, last] = ['', 0]
      for (let at = 0; at < line.translateToString(true).length; at += 1) {
        const cell = line.getCell(at)
        const look = cell ? lookOf(cell) : 0
        text += `${look === last ? '' : `\u001b[${look}m`}${cell?.getChars() || ' '}`
        last = look
      }
      return last === 0 ? text : `${text}\u001b[0m`
    }),
  )
