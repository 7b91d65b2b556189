/** A catalogue in the format of the JSON Schema Store, which editors can load from an address. */

/**
 * @param {readonly { name: string, description: string, files: readonly string[] }[]} schemas
 * @param {string} url of the directory that they are in
 */
export const catalogOf = (schemas, url) => ({
  $schema: 'https://json.schemastore.org/schema-catalog.json',
  version: 1,
  schemas: schemas.map(({ name, description, files }) => ({
    name: `Boardwright: ${name}`,
    description,
    ...(files.length === 0 ? {} : { fileMatch: files }),
    url: `${url}/${name}.schema.json`,
  })),
})
