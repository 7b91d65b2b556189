import { z } from 'zod'
import { nearest } from '../content/nearest.ts'
import type { Problem } from '../content/problem.ts'
import type { Document } from './documents.ts'

type Path = readonly (string | number)[]

/** What a schema says against a document, each with its place and in plain words. */
export function schemaProblems(document: Document, schema: z.ZodType, issues: readonly z.core.$ZodIssue[]): Problem[] {
  return issues.flatMap((issue): Problem[] => {
    const path = issue.path.filter((part) => typeof part !== 'symbol')
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(document, schema, [...path, key]))
    if (issue.code === 'invalid_union' && issue.errors[0]?.length) return schemaProblems(document, schema, issue.errors[0])
    const missing = issue.code === 'invalid_type' && issue.input === undefined
    const { length, ...at } = document.placeOf(missing ? path.slice(0, -1) : path)
    const name = path.length === 0 ? 'the file' : `"${pathText(path)}"`
    return [{ kind: 'SCHEMA', at, length, message: `${name} ${missing ? 'is missing' : wordsOf(issue)}` }]
  })
}

function wordsOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${article(issue.expected)}, not ${article(typeOf(issue.input))}`
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}, not ${shown(issue.input)}`
    case 'too_big':
      return `must be at most ${issue.maximum}${issue.origin === 'string' ? ' characters long' : ''}`
    case 'too_small':
      return issue.origin === 'string' ? 'must not be empty' : `must be at least ${issue.minimum}`
    default:
      return issue.message.replace(/^Invalid \w+: /, '')
  }
}

const NAMES: Readonly<Record<string, string>> = {
  int: 'a whole number',
  object: 'a map',
  record: 'a map',
  array: 'a list',
  null: 'nothing',
  boolean: 'true or false',
}
const article = (type: string): string => NAMES[type] ?? `a ${type}`

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value
}

const shown = (value: unknown): string => (typeof value === 'string' ? `"${value}"` : article(typeOf(value)))

function unknownKey(document: Document, schema: z.ZodType, path: Path): Problem {
  const key = String(path.at(-1))
  const known = keysAt(schema, path.slice(0, -1))
  const near = nearest(key, known)
  const { length, ...at } = document.placeOf(path, 'key')
  return {
    kind: 'SCHEMA',
    at,
    length,
    message: `unknown key "${key}"`,
    hint: near === undefined ? `known keys here are ${known.join(', ')}` : `did you mean "${near}"?`,
  }
}

/** The keys that a schema knows at a path. */
function keysAt(schema: z.ZodType, path: Path): string[] {
  let at: z.ZodType = unwrap(schema)
  for (const part of path) {
    if (at instanceof z.ZodObject) at = unwrap(at.shape[part as string] ?? z.unknown())
    else if (at instanceof z.ZodArray) at = unwrap(at.element as z.ZodType)
    else return []
  }
  return at instanceof z.ZodObject ? Object.keys(at.shape) : []
}

function unwrap(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? unwrap(schema.unwrap() as z.ZodType) : schema
}

/** `widgets[2].position.x` */
const pathText = (path: Path): string =>
  path.map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${part}`)).join('')
