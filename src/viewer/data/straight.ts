/** Bidi marks are shown, not obeyed: `exe.png` may be a program. */
export const straight = (text: string): string =>
  text.replace(/[\u202a-\u202e]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16)}`)
