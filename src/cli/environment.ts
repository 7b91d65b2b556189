import process from 'node:process'
import { createHide, createStreamHide, type Hide, isKeyName, keysIn, withoutPasswords } from '@boardwright/common'

type Environment = Readonly<Record<string, string | undefined>>

interface Kept {
  readonly keys: Environment
  /** For files. */
  readonly hide: Hide
  readonly onStream: Readonly<Record<'stdout' | 'stderr', Hide>>
}

const keep = (keys: Environment): Kept => {
  const secrets = keysIn(keys)
  const onStream = { stdout: createStreamHide(secrets), stderr: createStreamHide(secrets) }
  return { keys, hide: createHide(secrets), onStream }
}

let kept = keep({})

/**
 * Takes the keys out of the environment of this process, so that no other process can inherit them from it. Returns what
 * puts them back when the command has ended.
 */
export function takeKeys(): () => void {
  const keys = Object.fromEntries(Object.entries(process.env).filter(([name]) => isKeyName(name)))
  for (const name of Object.keys(keys)) delete process.env[name]
  kept = keep(keys)
  return () => void Object.assign(process.env, keys)
}

/** What the command was started with. */
export const environment = (): Environment => ({ ...process.env, ...kept.keys })

/** Every text that leaves the program goes through one of these. */
export const withoutKeys: Hide = (text) => kept.hide(text)
export const onStdout: Hide = (text) => kept.onStream.stdout(text)
export const onStderr: Hide = (text) => kept.onStream.stderr(withoutPasswords(text))
