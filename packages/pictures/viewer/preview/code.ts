import type { CodePart, Scene, WidgetCode } from '../../scene.ts'
import { make } from '../dom.ts'
import type { Breakpoint } from '../layout/breakpoint.ts'
import { beginTrial, changedIn, moveWidget, type Step, type Trial, trialText, tried } from '../layout/try.ts'
import { ask } from './ask.ts'
import { inEditor } from './editor.ts'
import { createGrips } from './grips.ts'

export interface CodeShown {
  readonly slug: string
  readonly scene: Scene
  readonly root: string | undefined
  /** Draws the dashboard with other places. */
  readonly draw: (scene: Scene) => void
}

export interface Code {
  readonly show: (shown: CodeShown) => void
  readonly close: () => void
}

/** Each widget with the files that it is made from, and a layout to try. The page writes nothing. */
export function openCode(board: HTMLElement, place: HTMLElement): Code {
  const panel = make('section', { class: 'pv-code', 'aria-label': 'Code' })
  const state: { shown?: CodeShown; trial?: Trial | undefined; chosen?: string | undefined; run: number } = { run: 0 }
  const grips = createGrips(board, {
    choose(id) {
      if (panel.dataset['of'] !== id) void choose(id)
    },
    move: (id, by) => move(id, by),
    layout: () => state.shown?.scene.dashboard.layout,
  })
  const layout = make('div', { class: 'pv-code-layout' })
  const trialNow = (): Trial | undefined => {
    const breakpoint = board.querySelector<HTMLElement>('.bw')?.dataset['breakpoint'] as Breakpoint | undefined
    if (!state.shown || breakpoint === undefined) return undefined
    if (state.trial?.breakpoint !== breakpoint) state.trial = beginTrial(state.shown.scene, breakpoint)
    return state.trial
  }
  const move = (id: string, by: Step): void => {
    const trial = trialNow()
    const { shown } = state
    if (!trial || !shown) return
    state.trial = moveWidget(trial, id, by)
    shown.draw(tried(shown.scene, state.trial))
    grips.arrange()
    tellLayout()
  }
  const putBack = (): void => {
    state.trial = undefined
    if (state.shown) state.shown.draw(state.shown.scene)
    grips.arrange()
    tellLayout()
    grips.focus(state.chosen)
  }
  const tellLayout = (): void => {
    const { shown, trial } = state
    const changed = shown && trial ? changedIn(shown.scene, trial).length : 0
    const text = shown && trial ? trialText(shown.scene, trial) : ''
    layout.replaceChildren(
      make('h2', {}, changed === 0 ? 'Try a layout' : `Tried at ${trial?.breakpoint}, not in the file`),
      ...(changed === 0
        ? [
            make(
              'p',
              {},
              'Drag a widget, or its corner; arrow keys move it, with Shift they size it. Nothing is written.',
            ),
          ]
        : [lines(text, 'The new positions'), copyButton(text), ' ', button('Put back', putBack)]),
    )
  }
  const choose = async (id: string): Promise<void> => {
    const mine = ++state.run
    const { shown } = state
    if (!shown) return
    state.chosen = id
    grips.mark(id)
    const code = await ask<WidgetCode>(`/code/${encodeURIComponent(shown.slug)}/${encodeURIComponent(id)}`).catch(
      (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)),
    )
    if (mine !== state.run) return
    const about = typeof code === 'string' ? [make('p', { role: 'alert' }, code)] : partsOf(code, shown.root)
    panel.replaceChildren(...about, layout)
    panel.dataset['of'] = id
    tellLayout()
    grips.show(id)
  }
  place.append(panel)
  return {
    show(shown) {
      state.shown = shown
      state.trial = undefined
      grips.arrange()
      if (state.chosen !== undefined && grips.mark(state.chosen)) return void choose(state.chosen)
      state.chosen = undefined
      delete panel.dataset['of']
      panel.replaceChildren(make('p', {}, 'Choose a widget to see where it is written.'), layout)
      tellLayout()
    },
    close() {
      grips.destroy()
      panel.remove()
      if (state.trial && state.shown) state.shown.draw(state.shown.scene)
    },
  }
}

const TITLES: Readonly<Record<CodePart['what'], string>> = {
  widget: 'Widget',
  report: 'Report',
  beside: 'Beside it',
}

function partsOf({ parts, members }: WidgetCode, root: string | undefined): HTMLElement[] {
  const written = parts.map(({ what, file, line, text }) =>
    make(
      'section',
      {},
      make('h2', {}, TITLES[what]),
      placeOf({ file, line }, root),
      lines(text, `${file}, from line ${line}`),
    ),
  )
  const named = members.map(({ name, kind, file, line }) =>
    make(
      'li',
      {},
      make('b', {}, name),
      ' ',
      make('small', {}, kind === undefined ? 'not in the data model' : kind.replace(/s$/, '')),
      file !== undefined && line !== undefined && placeOf({ file, line }, root),
    ),
  )
  const list = make('section', {}, make('h2', {}, 'Members'), make('ul', {}, ...named))
  return named.length === 0 ? written : [...written, list]
}

function placeOf({ file, line }: { file: string; line: number }, root: string | undefined): HTMLElement {
  const place = `${file}:${line}`
  const shown = make('code', {}, place)
  if (root === undefined) return make('p', {}, shown)
  return make('p', {}, make('a', { href: inEditor(root, place), title: 'Open in the editor' }, shown))
}

const lines = (text: string, label: string): HTMLElement =>
  make('pre', { tabindex: 0, role: 'region', 'aria-label': label }, text)

function button(label: string, act: () => void): HTMLElement {
  const element = make('button', { type: 'button', class: 'pv-step' }, label)
  element.addEventListener('click', act)
  return element
}

function copyButton(text: string): HTMLElement {
  const element = button('Copy the positions', () => {
    navigator.clipboard.writeText(text).then(
      () => {
        element.textContent = 'Copied'
      },
      (cause: unknown) => {
        element.textContent = `Not copied: ${String(cause)}`
      },
    )
  })
  return element
}
