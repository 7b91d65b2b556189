import { contrast, mix, type Rgb, readColour, WHITE } from './colour.ts'
import type { Mode } from './look.ts'

/** Colours from the least value to the largest, by the names that Vega gives them. Those in between are mixed. */
const SCHEMES: Readonly<Record<string, readonly string[]>> = {
  blues: ['#cfe1f2', '#5ba3cf', '#0a4a90'],
  greens: ['#d3eecd', '#69bd71', '#07602b'],
  greys: ['#e2e2e2', '#8e8e8e', '#282828'],
  oranges: ['#fdd8b3', '#fb8d3d', '#973003'],
  purples: ['#e2e1ef', '#9890c4', '#4d2189'],
  reds: ['#fdc9b4', '#f65d44', '#8f0b14'],
  browns: ['#eedbbd', '#b5803f', '#523005'],
  teals: ['#bbdfdf', '#58a9a7', '#0f4e4c'],
  tealblues: ['#bce4d8', '#45a2b9', '#2c5985'],
  warmgreys: ['#dcd4d0', '#998f8a', '#4c4541'],
  viridis: ['#440154', '#31688e', '#35b779', '#fde725'],
  magma: ['#1d1147', '#822681', '#e65164', '#fcf4b6'],
  inferno: ['#1b0c41', '#932667', '#ed6925', '#f7d340'],
  plasma: ['#0d0887', '#9c179e', '#ed7953', '#f0f921'],
  yellowgreenblue: ['#eff9bd', '#41b6c4', '#1d2f8c'],
  yelloworangered: ['#fff0a9', '#fd8d3c', '#a50f26'],
  redyellowgreen: ['#c4263a', '#fdfebc', '#24914c'],
  redyellowblue: ['#c4263a', '#fdfebc', '#3a60aa'],
  redblue: ['#b2182b', '#f7f3f0', '#2166ac'],
}

/** Empty if there is no such scheme here. */
export function schemeOf(name: string | undefined): readonly Rgb[] {
  const colours = name !== undefined && Object.hasOwn(SCHEMES, name) ? (SCHEMES[name] ?? []) : []
  return colours.map(readColour).filter((colour) => colour !== undefined)
}

/** More stands out more: on a dark page, a scheme that gets darker goes the other way. */
export function forMode(steps: readonly Rgb[], mode: Mode): readonly Rgb[] {
  const isDarker = steps.every(
    (step, index) => index === 0 || contrast(step, WHITE) > contrast(steps[index - 1] ?? step, WHITE),
  )
  return mode === 'dark' && isDarker ? steps.toReversed() : steps
}

/** The colour at this part of the way, from 0 to 1. */
export function between(steps: readonly Rgb[], part: number): Rgb {
  const at = Math.max(0, Math.min(1, part)) * (steps.length - 1)
  const from = Math.min(Math.floor(at), Math.max(0, steps.length - 2))
  const [a = [0, 0, 0] as Rgb, b = a] = steps.slice(from, from + 2)
  return mix(a, b, at - from)
}
