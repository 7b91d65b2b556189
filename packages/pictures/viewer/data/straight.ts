/**
 * Shows bidi marks instead of obeying them, because `exe.png` may be a program, and control characters, because no
 * font has them.
 */
export const straight = (text: string): string =>
  text.replace(
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
