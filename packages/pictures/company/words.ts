import { oneOf, seedOf } from './values.ts'

/** The places of the company's customers: each customer is in one, the same in every table. */
export interface Place {
  readonly city: string
  readonly latitude: number
  readonly longitude: number
  /** Names for its region, the likeliest first. */
  readonly regions: readonly string[]
  readonly country: string
  readonly currency: string
}

const place = (
  city: string,
  at: readonly [number, number],
  regions: readonly string[],
  country = 'Switzerland',
): Place => ({
  ...{ city, latitude: at[0], longitude: at[1], regions, country },
  currency: country === 'Switzerland' ? 'CHF' : 'EUR',
})

export const PLACES: readonly Place[] = [
  place('Zürich', [47.3769, 8.5417], ['Zürich', 'ZH']),
  place('Genève', [46.2044, 6.1432], ['Romandie', 'RO', 'GE']),
  place('Bern', [46.948, 7.4474], ['Bern', 'BE', 'Romandie', 'RO']),
  place('Lausanne', [46.5197, 6.6323], ['Romandie', 'RO', 'VD']),
  place('Winterthur', [47.4988, 8.7237], ['Zürich', 'ZH']),
  place('Lugano', [46.0037, 8.9511], ['Ticino', 'TI']),
  place('München', [48.1372, 11.5756], ['Bayern', 'BY'], 'Germany'),
  place('Neuchâtel', [46.9896, 6.9293], ['Romandie', 'RO', 'NE']),
  place('Bregenz', [47.5031, 9.7471], ['Vorarlberg', 'VB'], 'Austria'),
  place('Bellinzona', [46.1946, 9.0244], ['Ticino', 'TI']),
  place('Augsburg', [48.3705, 10.8978], ['Bayern', 'BY'], 'Germany'),
  place('Sion', [46.2331, 7.3606], ['Romandie', 'RO', 'VS']),
]

const NAMES: readonly string[] = [
  ...['Café Zähringer', 'Beanhouse', 'Hotel Seeblick', 'Kaffee Kranz', 'Il Chicco', 'Röstwerk', 'Café du Lac'],
  ...['Morgenrot', 'Filtro', 'Crema', 'Grand Hôtel Royal', 'Büro Neun', 'Kornhaus', 'La Torrefazione'],
  ...['Bohne & Co', 'Strandbad Bar', 'Alte Post', 'Café Florian', 'Tasse Vier', 'Werkhalle'],
]

export const CUSTOMERS = NAMES.length * PLACES.length

/** No two customers have the same name, and a customer with a city in its name is in that city. */
export function customerName(customer: number): string {
  const [name, again] = [NAMES[customer % NAMES.length] ?? '', Math.floor(customer / NAMES.length)]
  return again === 0 ? name : `${name} ${placeOf(customer).city}`
}

/** Customers that share a name are in different places. */
export function placeOf(customer: number): Place {
  const [name, again] = [customer % NAMES.length, Math.floor(customer / NAMES.length)]
  return PLACES[(oneOf(PLACES.length, seedOf('place'), name) + again) % PLACES.length] as Place
}

export const PRODUCTS: readonly string[] = [
  ...['House blend', 'Flat white', 'Espresso bar', 'Filter No. 4', 'Decaf', 'Single origin', 'Winter roast'],
  ...['Cold brew', 'Ristretto', 'Lungo', 'Barista set', 'Hand mill', 'Paper filters', 'Milk jug', 'Sidamo'],
  ...['Huila', 'Santos', 'Java', 'Mocca', 'Crema gold', 'Verde', 'Nero', 'Alba', 'Piccola'],
]

export const PEOPLE: readonly string[] = [
  'Maria',
  'Jonas',
  'Zoe',
  'Tom',
  'Lea',
  'Noah',
  'Priya',
  'Luca',
  'Anna',
  'Emil',
]

const LISTS: readonly (readonly [pattern: RegExp, words: readonly string[]])[] = [
  [/stage/, ['lead', 'qualified', 'proposal', 'negotiation', 'won']],
  [/status|state$/, ['open', 'shipped', 'paid', 'refunded']],
  [/channel|source|medium/, ['web', 'phone', 'sales rep', 'EDI']],
  [/variant|arm$|group/, ['control', 'variant A', 'variant B']],
  [/category|product_type/, ['beans', 'capsules', 'machines', 'accessories']],
  [/roast/, ['light', 'medium', 'dark']],
  [/currency/, ['CHF', 'EUR']],
  [/bank|account/, ['ZKB', 'Sparkasse', 'PostFinance', 'UBS']],
  [/priority|severity/, ['low', 'normal', 'high']],
  [/band|size/, ['small', 'medium', 'large']],
  [/kind|type|segment|tier|industry/, ['café', 'hotel', 'office', 'retail']],
  [/device|platform/, ['desktop', 'phone', 'tablet']],
  [/language|locale/, ['de', 'fr', 'it', 'en']],
]

const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F']

/** The values of a column. A description such as `One of a, b, c.` lists them itself. */
export function wordsFor(column: string, description: string | undefined): readonly string[] {
  const said = wordsIn(description)
  if (said.length > 0) return said
  const found = LISTS.find(([pattern]) => pattern.test(column))
  return found?.[1] ?? LETTERS.map((letter) => `${column.replaceAll('_', ' ')} ${letter}`)
}

/** The words that a description lists. */
export function wordsIn(description: string | undefined): string[] {
  const list =
    /one of ([^.]+)\.?/i.exec(description ?? '')?.[1] ?? /\(([^()][^(),]*,[^()]+)\)/.exec(description ?? '')?.[1]
  const words = (list ?? '').split(/,| or /).map((word) => word.trim())
  const short = words.filter((word) => word !== '' && word.length < 30)
  return short.length > 1 ? short : []
}
