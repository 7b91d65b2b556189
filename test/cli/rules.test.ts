import { describe, expect, test } from 'vitest'
import { writeFiles } from '../support/directory.ts'
import { type CliProject, CONFIG, cliProject, TREE } from './project.ts'

const TITLED = `on: {kind: widget, type: CHART}
must: {title: present}
message: "chart {id} has no title"
why: A chart without a title is a riddle.
examples:
  good: [{type: CHART, id: a, title: Orders}]
  bad: [{type: CHART, id: a}]
`

const withRule = (more = ''): Promise<CliProject> =>
  cliProject({ ...TREE, 'rules/titled.yaml': TITLED, 'boardwright.yaml': `${CONFIG}${more}` })

describe('rules', () => {
  test('list has those of the project, those that are built in, and ours', async () => {
    const { run } = await withRule()
    const { code, stdout, stderr } = await run(['rules', 'list'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^titled +widget +rules\/titled\.yaml +A chart without a title is a riddle\.$/m)
    expect(stdout).toMatch(/^chart-title +widget +built in, not used +/m)
    expect(stdout).toMatch(/^member-unknown +always$/m)
    expect(stderr).toContain('rules: {use: [recommended]}')
    const { rules } = JSON.parse((await run(['rules', 'list', '--json'])).stdout)
    expect(rules[0]).toMatchObject({ name: 'titled', on: 'widget', from: 'file', isUsed: true })
  })

  test('test runs the examples of each, and a rule without one fails', async () => {
    const { run, root } = await withRule('rules: {use: [recommended]}\n')
    const sound = await run(['rules', 'test'])
    expect([sound.code, sound.stderr]).toEqual([0, expect.stringMatching(/^24 rules, \d+ examples: no problems\./)])
    await writeFiles(root, { 'rules/titled.yaml': TITLED.replace(/examples:[\s\S]*/, '') })
    const { code, stdout } = await run(['rules', 'test'])
    expect([code, stdout]).toEqual([1, expect.stringContaining('titled  the rule titled has no bad example')])
    await writeFiles(root, { 'rules/titled.yaml': TITLED.replace('title: present', 'titel: present') })
    expect((await run(['rules', 'test'])).stdout).toContain('there is no field "titel"')
  })

  test('explain says what a rule means, and where it finds something', async () => {
    const { run } = await withRule()
    const { stdout } = await run(['rules', 'explain', 'titled'])
    expect(stdout).toContain('titled: rules/titled.yaml\n  A chart without a title is a riddle.\n')
    expect(stdout).toContain('  | must: {title: present}\n')
    expect(stdout).toContain('content/sales/board/dashboard.yaml:4:5  warning: chart a has no title')
    expect((await run(['rules', 'explain', 'titel'])).stderr).toContain('did you mean "titled"?')
    expect((await run(['rules', 'explain', 'member-unknown'])).stdout).toContain('member-unknown: always applies')
  })

  test('new writes one that is sound, or copies one that is built in', async () => {
    const { run, root } = await withRule()
    expect((await run(['rules', 'new', 'named', '--on', 'report'])).stdout).toBe('wrote rules/named.yaml\n')
    expect((await run(['rules', 'new', 'my-title', '--from', 'chart-title'])).code).toBe(0)
    expect((await run(['rules', 'test'])).stderr).toContain('3 rules')
    for (const [name, said] of [
      ['named', 'is there already'],
      ['Named', 'cannot be the name of a rule'],
    ] as const)
      expect((await run(['rules', 'new', name])).stderr).toContain(said)
    expect(root).toBeDefined()
  })

  test('waive writes an exception, and keeps the rest of the file as it is', async () => {
    const { run, files } = await withRule('# Ours.\nmergeInto: main # theirs\n')
    const waive = (...more: string[]) =>
      run(['rules', 'waive', 'titled', 'content/sales/board', '--reason', 'Goes away', '--owner', 'sales', ...more])
    const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    expect((await run(['validate', '-v'])).stdout).toContain('chart a has no title')
    const until = day(10)
    expect((await waive('--expires', until)).code).toBe(0)
    expect(files()['boardwright.yaml']).toContain('# Ours.\nmergeInto: main # theirs\n')
    const { stdout, stderr } = await run(['validate', '-v'])
    expect(stdout).not.toContain('chart a has no title')
    expect(stderr).toContain('1 waived.')
    const { waived } = JSON.parse((await run(['validate', '--json'])).stdout)
    expect(waived).toMatchObject([{ rule: 'titled', waiver: { reason: 'Goes away', owner: 'sales', expires: until } }])
    expect((await run(['rules', 'explain', 'titled'])).stdout).toContain(`waived until ${until} (sales): Goes away`)
    for (const [expires, said] of [
      [day(-1), 'the waiver ended on'],
      [day(400), 'more than 180 days'],
      ['soon', 'must be a day'],
    ] as const)
      expect((await waive('--expires', expires)).stderr).toContain(said)
    const other = await run([
      'rules',
      'waive',
      'titeld',
      'content/sales',
      '--reason',
      'r',
      '--owner',
      'o',
      '--expires',
      until,
    ])
    expect(other.stderr).toContain('did you mean "titled"?')
  })

  test('one that covers nothing is a warning, and one for everything is refused', async () => {
    const waiver = (path: string): string =>
      `rules: {waiverDays: 36500}\nwaivers:\n  - {rule: titled, path: ${path}, reason: r, owner: o, expires: 2060-01-01}\n`
    const { run } = await withRule(waiver('content/finance'))
    expect((await run(['validate'])).stdout).toContain('the waiver of titled for content/finance covers nothing')
    const all = await withRule(waiver('"**"'))
    const { code, stdout } = await all.run(['validate'])
    expect([code, stdout]).toEqual([1, expect.stringContaining('"waivers[0].path" covers everything')])
  })
})
