/** `3,012` */
export const counted = (count: number): string =>
  Number.isInteger(count) && Math.abs(count) < 1000 ? `${count}` : count.toLocaleString('en-US')
