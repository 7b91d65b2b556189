import { useReport } from '@platform/dashboard'
import { useState } from 'react'
import { CafeList } from './components/CafeList'
import { HourGrid } from './components/HourGrid'
import { REPORTS, greet } from './aux'

export function App() {
  const [city, setCity] = useState<string | null>(null)
  const cafes = useReport(REPORTS.activeCafes)
  const hours = useReport(REPORTS.ordersPerHour)

  if (cafes.error) return <p role="alert">{`No coffee today: ${cafes.error.message}`}</p>

  return (
    <main>
      <h1>{greet(new Date())}</h1>
      <CafeList rows={cafes.rows} selected={city} onSelect={setCity} />
      <HourGrid rows={hours.rows} busy={hours.loading} />
    </main>
  )
}
