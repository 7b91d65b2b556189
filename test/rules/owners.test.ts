import { describe, expect, test } from 'vitest'
import { findOwnersFile, readOwners } from '../../src/rules/owners.ts'

const owners = (forge: Parameters<typeof readOwners>[1], text: string, path: string): string =>
  readOwners(text, forge).ownersOf(path).join(' ')

describe('on GitHub', () => {
  // The example of GitHub's own documentation, without its comments.
  const EXAMPLE = `
*       @global-owner1 @global-owner2
*.js    @js-owner #This is an inline comment.
*.go docs@example.com
*.txt @octo-org/octocats
/build/logs/ @doctocat
docs/*  docs@example.com
apps/ @octocat
/docs/ @doctocat
/scripts/ @doctocat @octocat
**/logs @octocat
/apps/ @octocat
/apps/github
`
  test.each([
    ['README.md', '@global-owner1 @global-owner2'],
    ['src/a/b.js', '@js-owner'],
    ['b.go', 'docs@example.com'],
    ['build/logs/today.txt', '@octocat'],
    ['docs/getting-started.md', '@doctocat'],
    ['docs/build-app/troubleshooting.md', '@doctocat'],
    ['scripts/x.sh', '@doctocat @octocat'],
    ['deeply/nested/logs/a.txt', '@octocat'],
    ['apps/one/two.yaml', '@octocat'],
    ['apps/github/x', ''],
    ['apps/github', ''],
  ])('%s belongs to %s', (path, expected) => {
    expect(owners('github', EXAMPLE, path)).toBe(expected)
  })

  test.each([
    ['content/*', 'content/a.yaml', '@a'],
    ['content/*', 'content/sales/a.yaml', ''],
    ['content/*', 'x/content/a.yaml', ''],
    ['apps/', 'x/apps/y/z.yaml', '@a'],
    ['apps/', 'apps', ''],
    ['/apps', 'apps/y', '@a'],
    ['/apps', 'x/apps/y', ''],
    ['content/**/a.yaml', 'content/a.yaml', '@a'],
    ['content/**/a.yaml', 'content/x/y/a.yaml', '@a'],
    ['content/**', 'content/x/y/a.yaml', '@a'],
    ['content/**', 'content', ''],
    ['*.report.yaml', 'content/x.report.yaml', '@a'],
    ['rep?rt*', 'content/report.yaml', '@a'],
    ['content/my\\ folder/', 'content/my folder/a.yaml', '@a'],
    ['/a*b*c*d', 'aXbXcXd', '@a'],
    ['/a*b*c*d', 'aXbXcX', ''],
    ['Content/', 'content/a', ''],
  ])('%s covers %s: %s', (pattern, path, expected) => {
    expect(owners('github', `${pattern} @a`, path)).toBe(expected)
  })

  test('what it does not understand is a fault at its line, and counts for nothing', () => {
    const read = readOwners('* @all\n!x @a\n[a-z].txt @b\n/y nobody\n/z @c # because\n', 'github')
    expect(read.faults).toEqual([
      { line: 2, message: 'GitHub has no patterns that begin with "!"' },
      { line: 3, message: 'GitHub has no sets such as [a-z] in patterns' },
      { line: 4, message: '"nobody" is no @user, @team or address' },
    ])
    expect(read.ownersOf('y')).toEqual(['@all'])
    expect(read.ownersOf('z')).toEqual(['@c'])
  })
})

describe('on GitLab', () => {
  const EXAMPLE = `
* @default
/docs/ @docs
README.md @readme

[Database] @dba
model/db/
config/db/database-setup.md @docs-team

^[Optional][2] @optional
*.rb
/special.rb @special

[database]
*.sql

[Exclusions]
*.yaml @yaml
!generated/*.yaml
`
  test.each([
    ['x.txt', '@default'],
    ['docs/a/b.md', '@docs'],
    ['a/README.md', '@readme'],
    ['model/db/x.txt', '@default @dba'],
    ['x/config/db/database-setup.md', '@default @docs-team'],
    ['a/b.rb', '@default @optional'],
    ['special.rb', '@default @special'],
    ['x/y.sql', '@default @dba'],
    ['x/a.yaml', '@default @yaml'],
    ['x/generated/a.yaml', '@default'],
  ])('%s belongs to %s', (path, expected) => {
    expect(owners('gitlab', EXAMPLE, path)).toBe(expected)
  })

  test.each([
    ['/docs', 'docs/a.md', ''],
    ['/docs/*', 'docs/a.md', '@a'],
    ['/docs/*', 'docs/x/a.md', ''],
    ['docs/*.md', 'x/docs/a.md', '@a'],
    ['/docs/**/a.md', 'docs/x/y/a.md', '@a'],
    ['[a-c].md', 'x/b.md', ''],
    ['/[a-c].md', 'b.md', '@a'],
  ])('%s covers %s: %s', (pattern, path, expected) => {
    expect(owners('gitlab', `${pattern} @a`, path)).toBe(expected)
  })

  test('a heading without an end, and a line that names nobody, are faults at their line', () => {
    const { faults } = readOwners('[Open @a\n/x nobody\n[Section] @b\n/y\n', 'gitlab')
    expect(faults.map(({ line }) => line)).toEqual([1, 2])
  })
})

describe('on Gitea', () => {
  const EXAMPLE = '.*\\\\.js @js @web # for the web\n!docs/.* @code\ncontent/(a|b)/.* @ab\n'
  test.each([
    ['src/x.js', '@js @web @code'],
    ['docs/x.js', '@js @web'],
    ['docs/x.md', ''],
    ['content/a/x.yaml', '@code @ab'],
    ['more/content/a/x.yaml', '@code'],
    ['xjs', '@code'],
  ])('%s belongs to %s', (path, expected) => {
    expect(owners('gitea', EXAMPLE, path)).toBe(expected)
  })

  test('an expression that cannot be used is a fault at its line', () => {
    const { faults } = readOwners('(a @x\n(a+)+\\\\1 @x\n.* nobody\n.*\n', 'gitea')
    expect(faults.map(({ line }) => line)).toEqual([1, 2, 3, 4])
  })

  test('an expression that is made to take for ever does not', () => {
    const start = performance.now()
    expect(owners('gitea', '(a+)+b @x', 'a'.repeat(10_000))).toBe('')
    expect(performance.now() - start).toBeLessThan(2000)
  })
})

test.each([
  [['CODEOWNERS', '.github', '.github/CODEOWNERS'], { file: '.github/CODEOWNERS', forge: 'github' }],
  [['CODEOWNERS', 'docs/CODEOWNERS'], { file: 'CODEOWNERS', forge: 'github' }],
  [['.gitlab/CODEOWNERS', '.gitlab'], { file: '.gitlab/CODEOWNERS', forge: 'gitlab' }],
  [['docs/CODEOWNERS', '.gitlab-ci.yml', '.github'], { file: 'docs/CODEOWNERS', forge: 'gitlab' }],
  [['CODEOWNERS', '.gitea', '.github'], { file: 'CODEOWNERS', forge: 'gitea' }],
  [['.gitlab-ci.yml'], undefined],
])('with %j in the repository, the file is %j', (paths, found) => {
  expect(findOwnersFile((path) => paths.includes(path))).toEqual(found)
})

describe('a file of 10,000 lines', () => {
  const numbers = Array.from({ length: 10_000 }, (_, at) => at)
  test.each([
    [
      'of directories',
      numbers.map((at) => `/content/team-${at}/ @team-${at}`),
      'content/team-77/x/a.report.yaml',
      '@team-77',
    ],
    ['of names', numbers.map((at) => `team-${at}/ @team-${at}`), 'content/team-77/x/a.report.yaml', '@team-77'],
    [
      'that all have wildcards',
      numbers.map((at) => `/content/*/team-${at}-*.yaml @team-${at}`),
      'content/x/team-77-a.yaml',
      '@team-77',
    ],
    ['that are all the same', numbers.map(() => '/content/ @a'), 'content/x/a.yaml', '@a'],
    ['made to be slow', numbers.map((at) => `/**/${'a*'.repeat(20)}b${at} @a`), `content/${'a'.repeat(200)}/x`, ''],
  ])('%s is read, and answers, in time', (_, lines, path, expected) => {
    const start = performance.now()
    const { ownersOf, faults } = readOwners(lines.join('\n'), 'github')
    expect(performance.now() - start).toBeLessThan(2000)
    expect(faults).toEqual([])
    expect(ownersOf(path).join(' ')).toBe(expected)
    for (let at = 0; at < 20; at += 1) ownersOf(`content/dir-${at}/file.yaml`)
    expect(performance.now() - start).toBeLessThan(4000)
  })

  test('and more is read as far as that, with a fault', () => {
    const read = readOwners(`${'/x @a\n'.repeat(10_001)}/late @b\n`, 'github')
    expect(read.faults).toEqual([{ line: 10_001, message: 'more than 10000 lines: those from here on are not read' }])
    expect(read.ownersOf('late')).toEqual([])
  })
})
