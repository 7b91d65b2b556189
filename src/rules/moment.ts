/** The day and the hour somewhere. */
export interface HourOfWeek {
  readonly weekday: string
  readonly hour: number
}

export function momentIn(now: number, timeZone: string): HourOfWeek {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'long', hour: '2-digit', hourCycle: 'h23' })
    .formatToParts(now)
    .map(({ type, value }) => [type, value] as const)
  const { weekday = '', hour = '' } = Object.fromEntries(parts) as Readonly<Record<string, string>>
  return { weekday: weekday.toLowerCase(), hour: Number(hour) }
}
