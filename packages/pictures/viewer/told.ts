/** A message for people, shown in place of the widget. */
export class Told extends Error {
  override readonly name = 'Told'
}
