import { useEffect, useState } from 'preact/hooks'
import { askRows } from './talk.ts'

interface Report {
  readonly rows: readonly unknown[]
  readonly loading: boolean
  readonly error: Error | null
}

export function useReport(report: string): Report {
  const [state, set] = useState<Report>({ rows: [], loading: true, error: null })
  useEffect(() => {
    let isOld = false
    askRows(report).then(
      (rows) => {
        if (!isOld) set({ rows, loading: false, error: null })
      },
      (error: Error) => {
        if (!isOld) set({ rows: [], loading: false, error })
      },
    )
    return () => {
      isOld = true
    }
  }, [report])
  return state
}
