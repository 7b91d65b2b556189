/**
 * Files that the platform's own tools never upload: hidden files, tool files, apps in development. We ignore them on
 * both sides.
 */
const LEFT_OUT = /(^|\/)(node_modules|dashboard-app)\/|(^|\/)\.(?!gitignore$)/

export const isLeftOut = (path: string): boolean => LEFT_OUT.test(path)
