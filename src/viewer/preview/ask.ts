import type { Scene, SceneMark } from '../../scene.ts'
import { textAt } from '../data/free.ts'
import type { Difference } from '../widget.ts'

export interface Entry {
  readonly slug: string
  readonly name: string
  readonly folder: readonly string[]
  readonly file: string
  readonly kind: 'CLASSIC' | 'APP' | 'REPORT' | 'none'
  readonly isPublished: boolean
}

export interface Problem {
  readonly code: string
  readonly message: string
  readonly hint: string
  readonly file: string
  readonly line?: number
  readonly column?: number
  readonly frame?: string
  readonly isWarning: boolean
}

export interface Overview {
  readonly project: string
  readonly target?: string
  readonly data: 'sample' | 'live'
  readonly canCompare: boolean
  readonly entries: readonly Entry[]
  readonly problems: readonly Problem[]
}

export interface Comparison {
  readonly repo?: Scene
  readonly live?: Scene
  readonly marks: {
    readonly repo: Readonly<Record<string, SceneMark>>
    readonly live: Readonly<Record<string, SceneMark>>
  }
  readonly changes: readonly { readonly title: string; readonly lines: readonly string[] }[]
  readonly differences: Readonly<Record<string, readonly Difference[]>>
  readonly says: string
}

/** Asks the server that the page is from. What it refuses is an error with its words. */
export async function ask<T>(path: string): Promise<T> {
  const response = await fetch(path, { headers: { accept: 'application/json' } })
  const answer: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw new Error(textAt(answer, 'error') ?? `The server answered ${response.status}.`)
  return answer as T
}
