const DAYS = ['So', 'Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa']

export function HourGrid({ rows, busy }: { rows: readonly Record<string, unknown>[]; busy: boolean }) {
  const most = Math.max(1, ...rows.map((row) => Number(row.orders)))
  return (
    <div className="card">
      <h2>When orders come in, from all cities</h2>
      <section aria-busy={busy}>
        {DAYS.map((day, index) => (
          <small key={day} style={{ gridArea: `${index + 2} / 1` }}>{day}</small>
        ))}
        {[0, 6, 12, 18].map((hour) => (
          <small key={hour} style={{ gridArea: `1 / ${hour + 2} / auto / span 6` }}>{hour}:00</small>
        ))}
        {rows.map((row) => (
          <i
            key={`${row.weekday}-${row.hour}`}
            title={`${DAYS[Number(row.weekday)]} ${row.hour}:00, ${row.orders} orders`}
            style={{
              opacity: 0.06 + (0.94 * Number(row.orders)) / most,
              gridArea: `${Number(row.weekday) + 2} / ${Number(row.hour) + 2}`,
            }}
          />
        ))}
      </section>
      <p className="key">
        0 <span /> {most} orders an hour
      </p>
    </div>
  )
}
