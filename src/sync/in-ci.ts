/** CI systems set these. */
export const isCi = ({ CI }: Readonly<Record<string, string | undefined>>): boolean =>
  CI !== undefined && CI !== '' && CI !== 'false'
