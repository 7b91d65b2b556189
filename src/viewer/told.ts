/** Something that people are told in the widget's place. */
export class Told extends Error {
  override readonly name = 'Told'
}
