import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pictureAlbum } from '../../src/cache/pictures.ts'
import { temporaryDirectory } from '../support/directory.ts'

const PNG = Buffer.from('a picture')

test('a picture is found in the next run while it is of the same', async () => {
  const root = temporaryDirectory()
  await pictureAlbum(root).keep('light cash', 'a digest', PNG)
  const album = pictureAlbum(root)
  expect(album.find('light cash', 'a digest')).toEqual(PNG)
  expect(album.find('light cash', 'another digest')).toBeUndefined()
  expect(album.find('dark cash', 'a digest')).toBeUndefined()
})

test('a dashboard has one picture in each colour, however often it changes', async () => {
  const root = temporaryDirectory()
  const album = pictureAlbum(root)
  for (const of of ['one', 'two', 'three']) await album.keep('light cash', of, PNG)
  expect(readdirSync(join(root, '.boardwright/cache'))).toHaveLength(1)
  expect(album.find('light cash', 'three')).toEqual(PNG)
})

test('a picture that somebody put there is not shown', async () => {
  const root = temporaryDirectory()
  const album = pictureAlbum(root)
  await album.keep('light cash', 'a digest', PNG)
  const [name = ''] = readdirSync(join(root, '.boardwright/cache'))
  const file = join(root, '.boardwright/cache', name)
  writeFileSync(file, readFileSync(file, 'latin1').replace('a picture', 'b picture'))
  expect(album.find('light cash', 'a digest')).toBeUndefined()
})
