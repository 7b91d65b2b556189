import type { PreviewEntry, PreviewProblem, Scene } from '../../scene.ts'

const PLACE = /^([^:]+):(\d+)(?::(\d+))?: /

/** Why an app stopped, as a problem at its place in the app's files. */
export function appProblem(text: string, { file }: PreviewEntry, { dashboard }: Scene): PreviewProblem {
  const [start = '', path = '', row, column] = PLACE.exec(text) ?? []
  const code = dashboard.app?.files?.[path]
  const about = { code: 'app', hint: 'It starts again when one of its files is saved.', isWarning: false }
  if (code === undefined) return { ...about, file, message: `The app stopped: ${text}` }
  const place = { line: Number(row), column: column === undefined ? undefined : Number(column) }
  return {
    ...{ ...about, ...place, file: `${file}/app/${path}`, frame: frameOf(code.split('\n'), place) },
    message: `The app stopped: ${text.slice(start.length)}`,
  }
}

const WIDEST = 100

/** The line and the one before it, as `validate` shows them. */
function frameOf(lines: readonly string[], { line, column }: Pick<PreviewProblem, 'line' | 'column'>): string {
  const row = (at: number): string => `${String(at).padStart(6)} | ${(lines[at - 1] ?? '').slice(0, WIDEST)}`
  const at = line ?? 1
  const mark = column === undefined || column > WIDEST ? [] : [`${' '.repeat(6)} | ${' '.repeat(column - 1)}^`]
  return [...(at > 1 ? [row(at - 1)] : []), row(at), ...mark].join('\n')
}
