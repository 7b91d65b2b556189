/**
 * Recognises texts that may be a range of dates. A text without a digit and without any word of an English date cannot
 * be one, so it is refused. Only the platform knows whether the rest makes sense.
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

/** Ignores case within the pattern itself, because a JSON Schema has no flags. */
const inAnyCase = (words: string): string => words.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)

const KNOWN = `(?:${inAnyCase(WORDS.join('|'))})`
/** `last 12 mnths` is refused: a number is no date without a known word. */
const MISSPELT = `\\s*${inAnyCase('(?:last|next)')}\\s+[0-9]+\\s+(?!${KNOWN}s?\\s*$)[A-Za-z]+\\s*$`

export const DATE_RANGE = new RegExp(`^(?!${MISSPELT})[\\s\\S]*?(?:[0-9]|(?<![A-Za-z])${KNOWN}(?![A-Za-z]))`)
