import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mutated } from '../mutations/mutation.ts'
import { UI_ACTS } from './acts.ts'
import { MUTATIONS } from './mutations.ts'
import { GIT_ACTS, REPO_ACTS } from './repository.ts'
import { RUNS } from './steps.ts'

test.each(MUTATIONS)('the removed mechanism is in the sources, once: $what', (mutation) => {
  const text = readFileSync(mutation.file, 'utf8')
  expect(mutated(mutation, text)).not.toBe(text)
})

test.each(MUTATIONS)('the acts around it exist: $what', ({ around }) => {
  const runs = RUNS.map(([, command]) => command)
  const known = { ui: Object.keys(UI_ACTS), repo: Object.keys(REPO_ACTS), git: Object.keys(GIT_ACTS), run: runs }
  for (const [kind, acts] of Object.entries(around))
    expect(known[kind as keyof typeof known]).toEqual(expect.arrayContaining([...acts]))
})
