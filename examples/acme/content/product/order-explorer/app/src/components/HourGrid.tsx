const DAYS = ['So', 'Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa']

export function HourGrid({ rows, busy }: { rows: readonly Record<string, unknown>[]; busy: boolean }) {
  const most = Math.max(1, ...rows.map((row) => Number(row.orders)))
  return (
    <section aria-busy={busy}>
      {rows.map((row) => (
        <i
          key={`${row.weekday}-${row.hour}`}
          title={`${DAYS[Number(row.weekday)]} ${row.hour}:00, ${row.orders} orders`}
          style={{ opacity: Number(row.orders) / most, gridArea: `${Number(row.weekday) + 1} / ${Number(row.hour) + 1}` }}
        />
      ))}
    </section>
  )
}
