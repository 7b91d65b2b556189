import { test } from 'vitest'
import { openStart } from './start.ts'
import { type Around, type Step, stepsOf } from './steps.ts'
import { goWalks, inProcess } from './walks.ts'

const COUNT = Number(process.env['BOARDWRIGHT_WALKS'] ?? 1000)
const FIRST = Number(process.env['BOARDWRIGHT_FROM'] ?? Date.now() % 1_000_000_000)
const STEPS = 7

/** A report's entry is in the record of its workbook, so each of these may leave it in the record of another one. */
const MOVES: Around = {
  ui: ['a report is moved', 'a report is put into a folder', 'a workbook is moved', 'a record is spoiled'],
  repo: ['a report is moved', 'a report is put into a folder', 'a report is deleted', 'a workbook is deleted'],
  git: ['others are pulled', 'the last commit is reverted', 'a branch begins', 'a branch is merged'],
  run: ['apply', 'apply --prune', 'apply --prune', 'apply --prune, cut', 'export', 'promote'],
}

const start = openStart()

test(
  'no promise is broken if reports move between workbooks, folders and clones, and then leave the repo',
  () =>
    goWalks(
      start,
      inProcess,
      Array.from({ length: COUNT }, (_, nth) => FIRST + nth),
      (seed): Step[] => stepsOf(seed, STEPS, MOVES),
    ),
  7_200_000,
)
