/** What helps a key that does not see everything. */
export const SEE_MORE = 'Use an admin’s key, or share what is missing with the key’s user.'
