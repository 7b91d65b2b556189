/** Opens the place in the editor that has registered for such links. */
export function inEditor(root: string, place: string): string {
  const path = `${root}/${place}`.replaceAll('\\', '/')
  return `vscode://file/${encodeURI(path.replace(/^\//, '')).replace(/[?#]/g, encodeURIComponent)}`
}
