import type { Scene } from '../scene.ts'

/** The format of a picture. `rgb` is its raw pixels, three bytes each. */
export type Format = 'svg' | 'png' | 'rgb'

/** A picture to draw: a scene as it looks when opened, and how to show it. */
export interface Job {
  readonly scene: Scene
  readonly width: number
  readonly isDark: boolean
  readonly format: Format
  /** Device pixels per CSS pixel. Not used for SVG. */
  readonly scale: number
  /** Real rows by widget, as the server answered, or the reason why it did not. Without them, rows are made up. */
  readonly rows?: Readonly<Record<string, unknown>> | undefined
  /** Whether tables are as small as they must be to have all their columns. Else they are as on a page, and cut. */
  readonly hasAllColumns?: boolean | undefined
  /** What the other side of a comparison measured in each widget: the same parts are as large, so they are level. */
  readonly level?: Readonly<Record<string, Sizes>> | undefined
  /** Widgets that are not drawn, with the reason. */
  readonly stopped?: Readonly<Record<string, string>> | undefined
}

/** An SVG to convert to pixels. */
export interface Drawing {
  readonly svg: string
  readonly width: number
  readonly height: number
  readonly format: Exclude<Format, 'svg'>
  readonly scale: number
}

/** A request to a process that draws. The fonts from this machine, for letters that ours lack, follow it. */
export type Asked = (Job | Drawing) & { readonly fonts: number }

/** What contents decide in a widget, by name: how wide columns are, and the room around a chart. */
export type Sizes = Readonly<Record<string, number>>

/** A box in a picture, in pixels of the page. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The title and the description of a dashboard, and where they are. */
export interface Heading extends Place {
  readonly text: string
}

export interface Drawn {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
  /** Letters that none of the picture's fonts have. */
  readonly lacking: readonly string[]
  /** What widgets say is wrong with them, such as a column that their rows lack. */
  readonly notices: Readonly<Record<string, string>>
  /** Where each widget is. Those in a closed tab or a folded container are nowhere. */
  readonly places: Readonly<Record<string, Place>>
  readonly sizes: Readonly<Record<string, Sizes>>
  /** Missing where an SVG is only made into pixels. */
  readonly heading?: Heading | undefined
}

export interface Picture extends Drawn {
  /** Widgets that could not be drawn within the limits, with the reason. */
  readonly stopped: Readonly<Record<string, string>>
}

/** What a process says: which widget it starts, and how the drawing ended. The bytes of a picture follow it. */
export type Said =
  | { readonly say: 'begun'; readonly widget: string }
  | ({ readonly say: 'drawn' } & Omit<Drawn, 'bytes'>)
  | { readonly say: 'failed'; readonly text: string }

/** Fonts, the rasteriser and the outline of the world: what a process gets before anything else, in this order. */
export interface Material {
  readonly regular: Uint8Array
  readonly bold: Uint8Array
  readonly other: Uint8Array
  readonly rasteriser: Uint8Array
  readonly world: Uint8Array
}
