import type { Scene } from '../scene.ts'

/** What a picture is written as. "rgb" are its points, three bytes each. */
export type Format = 'svg' | 'png' | 'rgb'

/** A picture that is wanted: one scene, as it is opened, and how it is to look. */
export interface Job {
  readonly scene: Scene
  readonly width: number
  readonly isDark: boolean
  readonly format: Format
  /** Points for each pixel, where it is not an SVG. */
  readonly scale: number
  /** Real rows, by widget, as the server answered or why it did not. Without them they are made up. */
  readonly rows?: Readonly<Record<string, unknown>> | undefined
  /** Widgets that are not drawn, and why. */
  readonly stopped?: Readonly<Record<string, string>> | undefined
}

/** An SVG of which points are wanted. */
export interface Drawing {
  readonly svg: string
  readonly width: number
  readonly height: number
  readonly format: Exclude<Format, 'svg'>
  readonly scale: number
}

/** What a worker is asked for, with fonts of this machine for letters that ours lack. */
export type Asked = (Job | Drawing) & { readonly fonts?: readonly Uint8Array[] | undefined }

export interface Picture {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
  /** Letters that no font of the picture has. */
  readonly lacking: readonly string[]
  /** Widgets that could not be drawn in time, and why. */
  readonly stopped: Readonly<Record<string, string>>
}

/** What a worker says: what it begins, and how it ends. */
export type Said =
  | { readonly say: 'begun'; readonly widget: string }
  | { readonly say: 'drawn'; readonly picture: Omit<Picture, 'stopped'> }
  | { readonly say: 'failed'; readonly text: string }

/** What a worker sets letters and makes points with. */
export interface Material {
  readonly regular: Uint8Array
  readonly bold: Uint8Array
  readonly other: Uint8Array
  /** Compiled. */
  readonly rasteriser: object
}
