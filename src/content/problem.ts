import { ERRORS, type ErrorName, type Place } from '@boardwright/common'
import type { NotChecked } from '@boardwright/platform/query'
import type { Key } from './kinds.ts'

/** A mistake in a user's file. All problems of a tree are collected and shown at once. */
export interface Problem {
  readonly kind: ErrorName
  readonly message: string
  /** The rule of the house that found it, and why there is such a rule. */
  readonly rule?: string
  readonly why?: string
  /** Fields of something that is as the rule wants it. */
  readonly good?: Readonly<Record<string, unknown>>
  readonly at: Place
  /** How many characters of the line to mark. */
  readonly length?: number
  /** Replaces the usual hint of its kind, mostly with "did you mean". */
  readonly hint?: string | undefined
  /** A warning, which stops nothing. */
  readonly warning?: true
  /**
   * Identifies a mistake in what a report asks for, independent of where the report is. If it was there before, it
   * becomes a warning.
   */
  readonly fault?: string
  /** A warning that the project has made an error where it is new. */
  readonly isErrorIfNew?: true
  /** A warning in what is new, and an error in what was there before without it: something got lost. */
  readonly isLoss?: true
  /** The platform refuses it, also where it once was applied. */
  readonly isRefused?: true
  /** The id of the report or widget that has the fault. */
  readonly of?: string
  /** The object that has the fault. */
  readonly key?: Key
  /** The units of the object that have the fault. Left out if it may be all of them. */
  readonly units?: readonly string[]
  /** For SQL that is not checked: the reason. */
  readonly doubt?: NotChecked['doubt'] | 'expression'
  /** The problem existed before this change, so it is only counted. */
  readonly before?: true
  /** The same problem, reported at the other of the two places. Git may know which of them is the copy. */
  readonly twin?: Pick<Problem, 'at' | 'length' | 'message' | 'hint'>
  /** Files any of which would resolve the reference. Git may know that one of them existed. */
  readonly gone?: readonly string[]
  /** Files that are missing. Git may have them. */
  readonly lost?: readonly string[]
  /** The full name of a member, cube or view that the data model lacks. */
  readonly lacks?: string
  /** A missing key. Git may know its former value. */
  readonly lostKey?: string
  /** Its file contains a secret, so none of its lines may be shown. */
  readonly hidden?: true
}

/** Whether it counts less if it was there before. Of what is in no file of the tree nobody knows that. */
export const isWeighable = ({ kind, fault, warning }: Problem): boolean =>
  kind !== 'OWNERS_UNREAD' && kind !== 'RULES_ELSEWHERE' && (fault !== undefined || warning === true)

export function asError(problem: Problem): Problem {
  const { warning: _, ...error } = problem
  return error
}

/** A path into a value: map keys and list indexes. */
export type ValuePath = readonly (string | number)[]

/** Where a problem is. */
export interface ProblemPlace {
  readonly at: Place
  readonly length?: number
}

/** The part of a problem that says where it is. */
export interface Marked {
  readonly at: Place
  readonly length: number
  readonly units?: readonly string[]
}

/** Finds the place of a key or value in a file. For a missing key, that is the place of whatever should contain it. */
export type PlaceOf = (path: ValuePath, what?: 'key' | 'value') => Marked

export interface FileValueRead {
  readonly file: string
  readonly value: unknown
  readonly placeOf: PlaceOf
}

export const hintOf = ({ kind, hint }: Problem): string => hint ?? ERRORS[kind].hint

/** What it is called wherever problems are shown: the name of its rule, or its code. */
export const codeOf = ({ kind, rule }: Problem): string => rule ?? ERRORS[kind].code

/** A problem as JSON output shows it. */
export const problemData = (problem: Problem) => ({
  code: ERRORS[problem.kind].code,
  ...(problem.rule === undefined ? {} : { rule: problem.rule }),
  severity: problem.warning ? ('warning' as const) : ('error' as const),
  ...(problem.before ? { before: true } : {}),
  message: problem.message,
  hint: hintOf(problem),
  ...(problem.why === undefined ? {} : { why: problem.why }),
  ...(problem.good === undefined ? {} : { good: problem.good }),
  ...problem.at,
})
