import { expect, test } from 'vitest'
import { BoardwrightError } from '../../packages/common/errors.ts'
import { describeClaims, exitOfAdopt } from '../../src/cli/commands/adopt.ts'
import { groupKey, reportKey } from '../../src/content/model.ts'

type Ending = Parameters<typeof exitOfAdopt>[0]

const key = reportKey('Rep000000001')
const goesOn = new AbortController().signal
const interrupted = AbortSignal.abort()
const overdue = AbortSignal.abort(new BoardwrightError('TIMED_OUT', 'it took too long'))
const all: Ending = {
  toWrite: [],
  written: [],
  assigned: 1,
  recorded: [key],
  failed: [],
  result: { exit: 0 },
  adoption: { claims: [key], refused: [] },
}
const nothing: Ending = { ...all, assigned: 0, recorded: [], result: undefined, adoption: { claims: [], refused: [] } }
const declined: Ending = { ...nothing, adoption: all.adoption }
const notAllowed = { key, error: new BoardwrightError('FORBIDDEN', 'it may not be edited') }

test.each<[string, Ending, AbortSignal, number]>([
  ['everything was adopted', all, goesOn, 0],
  ['there was nothing to adopt', nothing, goesOn, 0],
  ['somebody declined', declined, goesOn, 1],
  ['only ids were to be written, and somebody declined', { ...nothing, toWrite: ['a.yaml'] }, goesOn, 1],
  ['only ids were written', { ...nothing, toWrite: ['a.yaml'], written: ['a.yaml'] }, goesOn, 0],
  ['something was refused', { ...all, adoption: { claims: [key], refused: [key] } }, goesOn, 5],
  ['no name could be assigned', { ...all, assigned: 0, recorded: [], failed: [notAllowed] }, goesOn, 3],
  ['one of two names could be assigned', { ...all, failed: [notAllowed] }, goesOn, 4],
  ['it could not be read after a name was assigned', { ...declined, assigned: 1, unread: notAllowed.error }, goesOn, 4],
  ['it could not be read after no name was assigned', { ...declined, unread: notAllowed.error }, goesOn, 3],
  ['a record was not written', { ...all, result: { exit: 4 } }, goesOn, 4],
  ['Ctrl-C came after a name was assigned', { ...declined, assigned: 1 }, interrupted, 130],
  ['time was up before anything was written', declined, overdue, 1],
  ['time was up after a name was assigned', { ...declined, assigned: 1 }, overdue, 4],
])('adopt, if %s, ends with the exit status of docs/reference/exits.md', (_, ending, stop, exit) => {
  expect(exitOfAdopt(ending, stop)).toBe(exit)
})

test('of a group, people are counted: who differs, and whom its file does not name', () => {
  const key = groupKey('Board')
  const differs = ['name', 'member 7WNfNAucgv', 'member kG9z4jj9_6']
  const claim = { key, holder: key, title: ['Board'], file: undefined, slug: undefined, publicId: undefined, differs }
  expect([...describeClaims([{ ...claim, joined: 1 }], [])]).toContain(
    '  adopt    Board   differs in name, 2 members; 1 more person is in it than its file names',
  )
})

test('each match is shown, however many objects there are; of the others that get a name, the first ones', () => {
  const claims = Array.from({ length: 60 }, (_, n) => {
    const [key, title] = [reportKey(`Rep${n}`), ['Sales', `Report ${n}`]]
    const claim = {
      key,
      holder: key,
      title,
      file: undefined,
      slug: undefined,
      publicId: undefined,
      differs: [],
      joined: 0,
    }
    return n % 2 === 0 ? { ...claim, live: `Live${n}` } : { ...claim, publicId: `New${n}` }
  })
  const lines = [...describeClaims(claims, [])]
  const shown = lines.filter((line) => line.startsWith('  adopt '))
  expect(shown.map((line) => /is (\S+) there$/.exec(line)?.[1])).toEqual([
    ...claims.flatMap((claim) => ('live' in claim ? claim.live : [])),
  ])
  expect(lines.at(-1)).toBe('  and 30 more that get a slug or an id, or differ')
})
