/** Two commands whose effect can be seen afterwards: a file that appears, and a variable that is set. */
const RUNS = ['touch canary', 'canary=1']

const EXPANDED = (run: string): readonly string[] => [
  `$(${run})`,
  `\`${run}\``,
  `$[a[$(${run})]]`,
  `\${a[$(${run})]}`,
  `\${a:-$(${run})}`,
  `"$(${run})"`,
  `'$(${run})'`,
  `\\$(${run})`,
  `(${run})`,
  `{ ${run}; }`,
  `<(${run})`,
  `>(${run})`,
  `=(${run})`,
  `;${run};`,
  `;${run} #`,
  `&${run}&`,
  `&& ${run}`,
  `|| ${run}`,
  `|${run}|`,
  `\n${run}\n`,
  `\r${run}\r`,
  `';${run};'`,
  `";${run};"`,
  `\u0005;${run}\r`,
  `*(e:'${run}':)`,
]

const OTHERS: readonly string[] = [
  ...['${canary:=1}', '${canary=1}', '$[canary=1]', '$((canary=1))', '$[canary++]', '${(e)canary::=1}', '$HOME', '$$'],
  ...[
    '!!',
    '!$',
    '!touch',
    '^a^b',
    '~',
    '~root',
    '~+',
    '*',
    '**',
    '?',
    '[a-z]',
    '{a,b}',
    '{1..9}',
    '#',
    '%1',
    '@',
    'a@b',
  ],
  ...[
    ':',
    'a:b',
    '=',
    '=touch',
    'a=b',
    '--help',
    '-rf',
    '-',
    '"',
    "'",
    '\\',
    '\t',
    '\u0003',
    '\u0004',
    '\u0015',
    '\u007f',
  ],
  ...[
    '\u001b[31m',
    '\u001b]0;x\u0007',
    '\u009b31m',
    '\u202eb',
    '\u200b',
    '\u00a0',
    '\u2028',
    '\u{e0041}',
    '\u037e',
    '；',
    '﹩',
    'a\tb',
  ],
]

const FRAGMENTS = [...RUNS.flatMap(EXPANDED), ...OTHERS]

/** Every name with a fragment at its end and with one at its beginning. A number tells them apart. */
export const HOSTILE: readonly string[] = FRAGMENTS.flatMap((fragment, index) => [
  `x${100 + index}y${fragment}`,
  `${fragment}y${100 + index}`,
])

/** By what somebody types of it before Tab. */
export const HONEST: Readonly<Record<string, string>> = {
  Ber: 'Berlin München',
  'Zweites\\ G': 'Zweites Gebiet',
  '"Drittes G': 'Drittes Gebiet',
  Stra: 'Straße',
  日: '日本',
  Cafe: 'Cafe\u0301',
  'v1.': 'v1.2_x+y,z-w',
  's/n': 's/north west',
}
