/** Only the keys that have a value. At the top of an object, the platform's null means that there is none. */
export const setFields = <T extends object>(value: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null && each !== undefined)) as never
