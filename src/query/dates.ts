/**
 * What a text may say as a range of dates. A text without a single word that an English date is made of is none, and is
 * refused. Whether the rest of it makes sense, the platform alone knows.
 */
const WORDS = [
  ...['seconds?', 'minutes?', 'hours?', 'days?', 'weeks?', 'months?', 'quarters?', 'years?'],
  ...['secs?', 'mins?', 'hrs?', 'wks?', 'yrs?', 'weekends?'],
  ...[
    'now',
    'today',
    'tonight',
    'tomorrow',
    'yesterday',
    'noon',
    'midnight',
    'morning',
    'afternoon',
    'evening',
    'night',
  ],
  ...['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sept?', 'oct', 'nov', 'dec'],
  ...[
    'january',
    'february',
    'march',
    'april',
    'june',
    'july',
    'august',
    'september',
    'october',
    'november',
    'december',
  ],
  ...['mon', 'tues?', 'wed', 'thurs?', 'thu', 'thur', 'fri', 'sat', 'sun'],
  ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
]

/** Large and small letters are the same. A JSON Schema has no flag that says so. */
const inAnyCase = (words: string): string => words.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)

const KNOWN = `(?:${inAnyCase(WORDS.join('|'))})`
/** `last 12 mnths`: a number is not a date without its word. */
const MISSPELT = `\\s*${inAnyCase('(?:last|next)')}\\s+[0-9]+\\s+(?!${KNOWN}s?\\s*$)[A-Za-z]+\\s*$`

export const DATE_RANGE = new RegExp(`^(?!${MISSPELT})[\\s\\S]*?(?:[0-9]|(?<![A-Za-z])${KNOWN}(?![A-Za-z]))`)
