interface Props {
  readonly rows: readonly Record<string, unknown>[]
  readonly selected: string | null
  readonly onSelect: (city: string | null) => void
}

export function CafeList({ rows, selected, onSelect }: Props) {
  return (
    <ul className="cafes">
      {rows.map((row) => {
        const city = String(row['customers.city'])
        const share = Number(row['customers.active_count']) / Number(row['customers.count'] || 1)
        return (
          <li key={city} aria-current={city === selected}>
            <button type="button" onClick={() => onSelect(city === selected ? null : city)}>
              {city} <meter value={share}>{`${Math.round(share * 100)} %`}</meter>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
