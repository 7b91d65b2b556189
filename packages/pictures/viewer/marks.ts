import type { SceneMark } from '../scene.ts'
import { make } from './dom.ts'

const WORDS: Readonly<Record<SceneMark, string>> = {
  added: 'Added',
  removed: 'Removed',
  moved: 'Moved',
  resized: 'Resized',
  changed: 'Changed',
  held: 'Held',
  left: 'Left alone',
  unseen: 'not seen here',
}

export const wordsOf = (marks: readonly SceneMark[]): string => marks.map((each) => WORDS[each]).join(', ')

/** Frames something that differs, and says on the frame what happens to it. */
export function mark(element: HTMLElement, marks: readonly SceneMark[]): void {
  if (marks.length === 0) return
  element.dataset['mark'] = marks.join(' ')
  element.append(make('p', { class: 'bw-mark' }, wordsOf(marks)))
}
