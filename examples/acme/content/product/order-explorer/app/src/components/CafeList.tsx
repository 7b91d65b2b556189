interface Props {
  readonly rows: readonly Record<string, unknown>[]
  readonly selected: string | null
  readonly onSelect: (city: string | null) => void
}

const sum = (rows: Props['rows'], name: string) => rows.reduce((all, row) => all + Number(row[name]), 0)

const shareOf = (row: Props['rows'][number]) => Number(row['customers.active_count']) / Number(row['customers.count'] || 1)

export function CafeList({ rows, selected, onSelect }: Props) {
  const ranked = [...rows].sort((a, b) => shareOf(b) - shareOf(a))
  const shown = selected === null ? rows : rows.filter((row) => row['customers.city'] === selected)
  return (
    <aside className="card">
      <h2>{`Cafés in ${selected ?? 'all cities'}`}</h2>
      <p className="figure">
        {sum(shown, 'customers.active_count')} <small>of {sum(shown, 'customers.count')} are active</small>
      </p>
      <ul className="cafes">
        {ranked.map((row) => {
          const city = String(row['customers.city'])
          const share = shareOf(row)
          return (
            <li key={city} aria-current={city === selected}>
              <button type="button" onClick={() => onSelect(city === selected ? null : city)}>
                <span>{city}</span> <b>{`${Math.round(share * 100)} %`}</b>
                <i style={{ '--share': `${share * 100}%` }} />
              </button>
            </li>
          )
        })}
      </ul>
    </aside>
  )
}
