/** `3,012` */
export const counted = (count: number): string =>
  Number.isInteger(count) && Math.abs(count) < 1000 ? `${count}` : count.toLocaleString('en-US')

/** `1 report`, `3,012 reports` */
export const plural = (count: number, word: string, many = `${word}s`): string =>
  `${counted(count)} ${count === 1 ? word : many}`
