import { programStamp } from './program-stamp.ts'
import { bytesRemembered, nameFor, rememberBytes } from './store.ts'

/** Small pictures of dashboards, by name. Another version of the program may draw another one. */
export function pictureAlbum(root: string) {
  const fileFor = (name: string): string => nameFor('picture', name)
  const about = (name: string, of: string): string => [fileFor(name), programStamp(), of].join(' ')
  return {
    find: (name: string, of: string): Uint8Array | undefined => bytesRemembered(root, fileFor(name), about(name, of)),
    keep: (name: string, of: string, png: Uint8Array): Promise<void> =>
      rememberBytes(root, fileFor(name), png, about(name, of)),
  }
}
