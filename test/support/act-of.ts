/** What a table has for a name, which a test may have from elsewhere: doing nothing for it would test nothing. */
export function actOf<T>(acts: Readonly<Record<string, T>>, what: string): T {
  const act = Object.hasOwn(acts, what) ? acts[what] : undefined
  if (act === undefined) throw new Error(`nobody does "${what}"`)
  return act
}
