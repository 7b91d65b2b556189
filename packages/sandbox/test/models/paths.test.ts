import { describe, expect, test } from 'vitest'
import { checkFolders, normalPath } from '../../models/paths.ts'

describe('a path in a data model', () => {
  test.each([
    ['model/cubes/orders.yml', 'model/cubes/orders.yml'],
    ['/model/cubes/orders.yml', 'model/cubes/orders.yml'],
    ['README.md', 'README.md'],
    ['.gitignore', '.gitignore'],
    ['a b/Zoë #1 %20.yml', 'a b/Zoë #1 %20.yml'],
    ['git/x.git/.gitty', 'git/x.git/.gitty'],
    ['model/..x', 'model/..x'],
  ])('%j is taken as %j', (given, expected) => {
    expect(normalPath(given)).toBe(expected)
  })

  test.each([
    ['', 'is empty'],
    ['/', 'is empty'],
    ['//etc/passwd', 'has an empty part'],
    ['a//b', 'has an empty part'],
    ['a/', 'has an empty part'],
    ['.', 'has "." or ".." in it'],
    ['..', 'has "." or ".." in it'],
    ['../a', 'has "." or ".." in it'],
    ['model/../../a', 'has "." or ".." in it'],
    ['a/./b', 'has "." or ".." in it'],
    ['a\\b', 'holds a backslash'],
    ['C:/a', 'is absolute'],
    ['a\0b', 'holds a NUL'],
    ['a\ud800b', 'is not valid Unicode'],
    ['.git', "is one of git's own"],
    ['.git/config', "is one of git's own"],
    ['model/.GIT/x', "is one of git's own"],
    ['model/git~1/x', "is one of git's own"],
    ['model/.git. ./x', "is one of git's own"],
    ['model/.g\u200cit/x', "is one of git's own"],
    ['model/.git::$INDEX_ALLOCATION/x', "is one of git's own"],
    ['.gitmodules', "is one of git's own"],
    ['x'.repeat(256), 'has a part longer than 255 bytes'],
    [`${'x/'.repeat(600)}x`, 'is longer than 1024 bytes'],
  ])('%j is refused', (given, why) => {
    expect(() => normalPath(given)).toThrow(
      expect.objectContaining({ status: 400, message: expect.stringContaining(why) }),
    )
  })

  test('cannot be a file and a folder', () => {
    expect(() => checkFolders(['model/a', 'model/ab', 'b'])).not.toThrow()
    expect(() => checkFolders(['model/a/b/c', 'model/a'])).toThrow('model/a is a file')
  })
})
