import { expect, test } from 'vitest'
import { chartLocale, wordsOf } from '../../viewer/vega/locale.ts'

test.each(['en', 'en-US'])('the words of %s that charts bring along are those of the system', (locale) => {
  const { decimal, thousands, date, ...names } = wordsOf(locale)
  expect(chartLocale(locale, [])).toEqual({
    number: { decimal, thousands, grouping: [3], currency: ['$', ''] },
    time: { dateTime: `${date} %H:%M:%S`, date, time: '%H:%M:%S', periods: ['AM', 'PM'], ...names },
  })
})

test('other languages use the words of the system', () => {
  expect(chartLocale('de', [])).toMatchObject({ number: { decimal: ',', thousands: '.' }, time: { date: '%d.%m.%Y' } })
  expect(chartLocale('xx', [])).toBeUndefined()
})
