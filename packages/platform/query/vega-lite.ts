/** The words that Vega-Lite knows. With any other word, it draws nothing or something else. */

const listed = (words: string): readonly string[] => words.split(' ')

export const MARKS = listed(
  'arc area bar boxplot circle errorband errorbar geoshape image line point rect rule square text tick trail',
)
export const CHANNELS = listed(
  'angle color column description detail facet fill fillOpacity href key latitude latitude2 longitude longitude2 opacity order radius radius2 row shape size stroke strokeDash strokeOpacity strokeWidth text theta theta2 time tooltip url x x2 xError xError2 xOffset y y2 yError yError2 yOffset',
)
export const TYPES = listed('quantitative temporal ordinal nominal geojson')
const WRITTEN_TYPES = [...TYPES, 'q', 't', 'o', 'n']
/** `Q` and `Quantitative` are accepted too. */
export const isType = (word: unknown): boolean => typeof word === 'string' && WRITTEN_TYPES.includes(word.toLowerCase())
export const AGGREGATES = listed(
  'argmax argmin average count distinct exponential exponentialb max mean median min missing product q1 q3 ci0 ci1 stderr stdev stdevp sum valid values variance variancep',
)
