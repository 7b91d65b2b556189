import { expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { mergeOverlay } from '../../src/config/overlays.ts'
import { ConfigFile, TargetFile } from '../../src/config/schema.ts'
import { blocksOf, read } from '../support/docs/markdown.ts'
import { written } from './support.ts'

const document = read('docs/configuration.md')
const texts = (language: string): string[] => blocksOf(document, language).map(({ text }) => text)

test('every example of a configuration is valid', () => {
  const targetFiles = texts('yaml target').map((text) => written(text, 'targets/customer-a.yaml'))
  const parts = texts('yaml part')
  expect(parts).not.toEqual([])
  for (const text of texts('yaml')) {
    const files = text.includes('targetFiles') ? targetFiles : []
    const whole = `${text}\n${parts.filter((part) => !part.includes('dev') || text.includes('dev:')).join('\n')}`
    expect(readConfig(written(whole), files, '2026-11-20').problems).toEqual([])
  }
})

test('so is the overlay', () => {
  for (const text of texts('yaml overlay')) {
    const dashboard = { widgets: [{ id: 'revenue', config: {} }, { id: 'banner' }] }
    expect(mergeOverlay(dashboard, written(text).value)).toMatchObject({
      problems: [],
      value: { widgets: [{ id: 'revenue' }] },
    })
  }
})

test('every key is documented', () => {
  const keys = [...Object.keys(ConfigFile.shape), ...Object.keys(TargetFile.shape)]
  expect(keys.filter((key) => !document.includes(key))).toEqual([])
})
