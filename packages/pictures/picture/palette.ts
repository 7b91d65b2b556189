/** Colours by purpose, for light and dark. Text contrast is at least 4.5 to 1 in both. */
export const PALETTE = {
  page: { light: '#f3f4f7', dark: '#13171e' },
  card: { light: '#ffffff', dark: '#1c222b' },
  frame: { light: '#f9fafb', dark: '#181d25' },
  edge: { light: '#d3d9e1', dark: '#3a4452' },
  sketch: { light: '#e1e6ed', dark: '#2d3643' },
  sketchStrong: { light: '#c9d2de', dark: '#3d4958' },
  text: { light: '#1d2330', dark: '#e7eaf0' },
  faint: { light: '#5f6876', dark: '#9aa5b4' },
  moved: { light: '#2563c9', dark: '#82aef7' },
  movedTint: { light: '#edf3fd', dark: '#1b2a44' },
  movedSketch: { light: '#cfdff8', dark: '#2d4468' },
  added: { light: '#17784a', dark: '#63d297' },
  addedTint: { light: '#eaf7f0', dark: '#173226' },
  addedSketch: { light: '#c6e8d5', dark: '#265540' },
  removed: { light: '#bf3328', dark: '#f4938a' },
  removedTint: { light: '#fdeeec', dark: '#3a2020' },
  removedSketch: { light: '#f4cfcb', dark: '#5f3432' },
  changed: { light: '#8f5300', dark: '#ecba62' },
  changedTint: { light: '#fdf4e3', dark: '#352a17' },
  changedSketch: { light: '#f1dcb4', dark: '#5a4724' },
  held: { light: '#8a2f8f', dark: '#e0a0e4' },
  onMark: { light: '#ffffff', dark: '#13171e' },
} as const satisfies Readonly<Record<string, { readonly light: string; readonly dark: string }>>

export type Role = keyof typeof PALETTE
export type Theme = 'light' | 'dark'
