/** CI systems set this variable. */
export const isCi = ({ CI }: Readonly<Record<string, string | undefined>>): boolean =>
  CI !== undefined && CI !== '' && CI !== 'false'
