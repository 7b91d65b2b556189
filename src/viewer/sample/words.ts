/** Values by column name, so that a page of invented rows looks realistic. */
const CITIES: readonly (readonly [name: string, latitude: number, longitude: number])[] = [
  ['Zürich', 47.3769, 8.5417],
  ['Genève', 46.2044, 6.1432],
  ['Basel', 47.5596, 7.5886],
  ['Bern', 46.948, 7.4474],
  ['Lausanne', 46.5197, 6.6323],
  ['Winterthur', 47.4988, 8.7237],
  ['Luzern', 47.0502, 8.3093],
  ['St. Gallen', 47.4245, 9.3767],
  ['Lugano', 46.0037, 8.9511],
  ['Neuchâtel', 46.9896, 6.9293],
  ['Chur', 46.8508, 9.532],
  ['Sion', 46.2331, 7.3606],
]

const PRODUCTS = ['House blend', 'Flat white', 'Espresso bar', 'Filter No. 4', 'Decaf', 'Single origin']

const LISTS: readonly (readonly [pattern: RegExp, values: readonly string[]])[] = [
  [/city|town|ort\b/, CITIES.map(([name]) => name)],
  [/country/, ['Switzerland', 'Germany', 'France', 'Italy', 'Austria', 'Spain']],
  [/region|area|territory/, ['Zürich', 'Romandie', 'Ticino', 'Bern', 'Ostschweiz']],
  [/stage/, ['Lead', 'Qualified', 'Proposal', 'Negotiation', 'Won']],
  [/status|state/, ['open', 'shipped', 'paid', 'refunded']],
  [/channel|source|medium/, ['web', 'phone', 'sales rep', 'EDI']],
  [/variant|arm|group/, ['control', 'variant A', 'variant B']],
  [/category|product_type/, ['beans', 'capsules', 'machines', 'accessories']],
  [/roast/, ['light', 'medium', 'dark', 'none']],
  [/product.*name|product$/, PRODUCTS],
  [/currency/, ['CHF', 'EUR', 'USD']],
  [/sku|code|number|_id$/, ['ZH-4711', 'BE-2050', 'GE-0815', 'TI-1291', 'BS-3003', 'LU-6100', 'SG-9000', 'VD-1004']],
  [/bank|account/, ['ZKB', 'Sparkasse', 'PostFinance', 'UBS']],
  [/kind|type|segment|band|tier/, ['café', 'hotel', 'office', 'retail']],
  [/owner|user|person|rep\b|author/, ['Maria', 'Jonas', 'Zoe', 'Tom', 'Lea', 'Noah']],
  [
    /name|customer|company|client|account/,
    [
      ...['Café Zähringer', 'Beanhouse', 'Hotel Seeblick', 'Kaffee Kranz', 'Il Chicco', 'Röstwerk', 'Café du Lac'],
      ...['Morgenrot', 'Filtro', 'Crema', 'Grand Hôtel Royal', 'Büro Neun', 'Kornhaus', 'La Torrefazione'],
      ...['Bohne & Co', 'Strandbad Bar', 'Alte Post', 'Café Florian', 'Tasse Vier', 'Werkhalle'],
    ],
  ],
]

const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F']

/** The values of a text column. A description such as `One of a, b, c.` lists them itself. */
export function wordsFor(name: string, origin: string, description: string | undefined): readonly string[] {
  const said = wordsIn(description)
  if (said.length > 1) return said
  const own = name.split('.').at(-1)?.toLowerCase() ?? ''
  const whole = origin.toLowerCase()
  if (/(^|[._])product/.test(whole) && /name$/.test(own)) return PRODUCTS
  const found = LISTS.find(([pattern]) => pattern.test(own)) ?? LISTS.find(([pattern]) => pattern.test(whole))
  return found?.[1] ?? LETTERS.map((letter) => `${own.replaceAll('_', ' ')} ${letter}`)
}

function wordsIn(description: string | undefined): string[] {
  const list = /one of ([^.]+)\.?/i.exec(description ?? '')?.[1] ?? /\(([^()]+,[^()]+)\)/.exec(description ?? '')?.[1]
  return (list ?? '')
    .split(/,| or /)
    .map((word) => word.trim())
    .filter((word) => word !== '' && word.length < 30)
}

export const coordinatesOf = (city: string): readonly [latitude: number, longitude: number] | undefined => {
  const found = CITIES.find(([name]) => name === city)
  return found && [found[1], found[2]]
}

export const cityAt = (index: number): readonly [name: string, latitude: number, longitude: number] =>
  CITIES[index % CITIES.length] ?? ['Zürich', 47.3769, 8.5417]

/** Columns with a distinct value per row. */
export const isNameLike = (name: string): boolean =>
  /(^|[._])(name|title|customer|company|client|city|town|sku|number|code|id|email)$/i.test(name) &&
  !/region|country|category|area|stage|status|channel/i.test(name)
