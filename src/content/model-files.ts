/**
 * Files of a data model that the platform's own tools never upload: of tools, hidden, or of an app that is developed
 * there. They are read on neither side.
 */
const LEFT_OUT = /(^|\/)(node_modules|dashboard-app)\/|(^|\/)\.(?!gitignore$)/

export const isLeftOut = (path: string): boolean => LEFT_OUT.test(path)
