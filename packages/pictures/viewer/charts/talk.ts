import type { SceneReport } from '../../scene.ts'
import type { Picked } from '../data/choices.ts'
import type { Row, Rows } from '../data/rows.ts'
import type { Theme } from '../look/look.ts'
import type { Shape } from '../shape.ts'

/** Messages between the page and the frame that draws its charts. Each chart has a number. */

export interface Size {
  readonly width: number
  readonly height: number
}

/** What somebody does with a chart, at a place in its drawing: the positions of elements below the root. */
export interface Hand {
  readonly type: string
  readonly path: readonly number[]
  readonly init: Readonly<Record<string, number | boolean | string>>
}

export interface Wanted {
  readonly size: Size
  readonly theme: Theme
  readonly locale: string | undefined
  readonly config: unknown
  readonly isMany: boolean
}

/** What the page asks for. */
export type Asked =
  | { readonly ask: 'there?' }
  | {
      readonly ask: 'look'
      readonly id: number
      readonly report: SceneReport
      readonly rows: Pick<Rows, 'columns' | 'rows'>
    }
  | { readonly ask: 'draw'; readonly id: number; readonly wanted: Wanted }
  | { readonly ask: 'size'; readonly id: number; readonly size: Size }
  /** Marks that stand for something else are faded. */
  | { readonly ask: 'pick'; readonly id: number; readonly picked: readonly Picked[] }
  | { readonly ask: 'hand'; readonly id: number; readonly hand: Hand }
  | { readonly ask: 'close'; readonly id: number }

export interface Looked {
  /** What is wrong with its specification. */
  readonly fault: string | undefined
  /** What it is, for people who do not see it. */
  readonly kind: string
  readonly count: number
  readonly isEmpty: boolean
}

export type Drawing = { readonly shape: Shape } | ({ readonly pixels: ImageBitmap } & Size)

/** What the frame says. It runs what others wrote: the page believes nothing of it without a look. */
export type Said =
  | { readonly say: 'ready' }
  | ({ readonly say: 'looked'; readonly id: number } & Looked)
  | { readonly say: 'opened'; readonly id: number }
  | { readonly say: 'drawn'; readonly id: number; readonly drawing: Drawing }
  | { readonly say: 'failed'; readonly id: number; readonly text: string; readonly isTold: boolean }
  | { readonly say: 'tip'; readonly id: number; readonly value: unknown }
  | { readonly say: 'picked'; readonly id: number; readonly rows: readonly Row[] }
  | { readonly say: 'holds'; readonly id: number; readonly type: string }
