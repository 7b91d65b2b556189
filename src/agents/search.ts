import { findImpact } from '../check/impact.ts'
import { memberFactsOf } from '../lint/member-facts.ts'
import type { Project } from '../project/local/project.ts'
import { CONTENT, createRoles, MODEL, OVERLAYS, workbookDirectories } from '../serialize/layout.ts'
import { withoutOverlay } from '../serialize/locate.ts'
import { readTreeModel } from '../serialize/model/read.ts'
import { decodeText } from '../serialize/text.ts'

export interface Search {
  /** All of them must occur, in upper or lower case. */
  readonly words: readonly string[]
  /** Find only users of this member, cube, view or file. */
  readonly uses?: string | undefined
  readonly offset: number
  readonly limit: number
}

export interface SearchHit {
  /** The kind of the object or member that was found, or that the find belongs to. */
  readonly what: string
  readonly name: string
  readonly file?: string | undefined
  readonly line?: number | undefined
  readonly text?: string | undefined
}

export interface SearchResult {
  readonly total: number
  readonly found: readonly SearchHit[]
  /** The offset of the next page; null at the end. */
  readonly next: number | null
}

export async function searchTree(project: Project, directory: string, search: Search): Promise<SearchResult> {
  const { offset, limit, uses } = search
  const words = search.words.map((word) => word.toLowerCase())
  const all =
    uses === undefined
      ? [...membersWith(project, words), ...filesWith(project, words)]
      : (await usersOf(project, directory, uses)).filter(({ name, file = '', text }) =>
          holdsAll(`${name}\n${file}\n${text}\n${textIn(project, file)}`, words),
        )
  const end = offset + limit
  return { total: all.length, found: all.slice(offset, end), next: end < all.length ? end : null }
}

const holdsAll = (text: string, words: readonly string[]): boolean => {
  const low = text.toLowerCase()
  return words.every((word) => low.includes(word))
}

function textIn({ files }: Project, file: string): string {
  const bytes = files.get(file)
  const text = bytes === undefined ? '' : decodeText(bytes, file)
  return typeof text === 'string' ? text : ''
}

async function usersOf(project: Project, directory: string, name: string): Promise<SearchHit[]> {
  const { impacts } = await findImpact(project, directory, { asked: [name] })
  const whatIs = kindsOfFiles(project)
  return impacts.flatMap(({ usedBy }) =>
    usedBy.map(({ by, uses, how, at }) => {
      const file = at?.file ?? (project.files.has(by) ? by : undefined)
      return { what: file === by ? whatIs(by) : 'member', name: by, file, line: at?.line, text: `${uses} (${how})` }
    }),
  )
}

/** Members of the data model, searched by name, title and description. */
function membersWith(project: Project, words: readonly string[]): SearchHit[] {
  const { members } = readTreeModel(project.files)
  return Object.entries(memberFactsOf(project.files)).flatMap(([name, { kind, title, description }]) => {
    const text = [title, description].filter((each) => each !== undefined).join(': ')
    if (!holdsAll(`${name}\n${text}`, words)) return []
    const [owner = '', member = ''] = name.split('.')
    return [
      {
        what: kind,
        name,
        file: members.get(owner)?.get(member)?.written?.file,
        ...(text === '' ? {} : { text: shortened(text) }),
      },
    ]
  })
}

/** Files of content and of the data model, searched by path and text. */
function filesWith(project: Project, words: readonly string[]): SearchHit[] {
  const whatIs = kindsOfFiles(project)
  return [...project.files.keys()].flatMap((file) => {
    if (!SEARCHED.some((start) => file.startsWith(start))) return []
    const text = textIn(project, file)
    if (!holdsAll(`${file}\n${text}`, words)) return []
    const lines = text.split('\n')
    const index = lines.findIndex((line) => words.some((word) => line.toLowerCase().includes(word)))
    const name = /^(?:name|title): *(.+)$/m.exec(text)?.[1] ?? file
    const at = index < 0 ? {} : { line: index + 1, text: shortened(lines[index]?.trim() ?? '') }
    return [{ what: whatIs(file), name: shortened(name), file, ...at }]
  })
}

const SEARCHED = [CONTENT, MODEL, OVERLAYS].map((name) => `${name}/`)

function kindsOfFiles({ files }: Project): (file: string) => string {
  const roleOf = createRoles(workbookDirectories(files.keys()))
  return (file) => {
    if (file.startsWith(`${MODEL}/`)) return 'data model'
    const role = roleOf(withoutOverlay(file))
    return role.role === 'unknown' ? 'file' : role.kind
  }
}

const LONGEST = 200
const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
