import { expect, test } from 'vitest'
import { partsOf } from '../../packages/pictures/draw/worker/breaks.ts'
import type { Scene, SceneReport, SceneWidget } from '../../packages/pictures/scene.ts'
import { isLong } from '../support/long.ts'
import { type Decoded, readPng } from '../support/png.ts'
import { useSameFonts } from './same-fonts.ts'
import { inPage, sceneWith, widget } from './support.ts'

const { page, show, draw } = useSameFonts({ deviceScaleFactor: 2 })

/** Words of three scripts that the pictures' fonts have, and some that mix them. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  latin: 'Orders Revenue Tour AVATAR Wąż Größe Zürich Toast façade Yearly effort office naïve To. “Vienna”'.split(' '),
  greek: 'Έσοδα Παραγγελίες Τζίρος Αθήνα ΑΥΓΟ πελάτες μήνας Θεσσαλονίκη ΤΑΥ'.split(' '),
  cyrillic: 'Выручка Заказы Москва ГУТ клиенты месяц Владивосток Уфа Ржев'.split(' '),
  mixed: 'Orders→Заказы ΑΒΓabc Größe/Уфа ≥5 ↑Έσοδα Ω-Toast'.split(' '),
}
/** Words, and what may be between two of them. */
const BITS = 'ab 12 2024 Q3 x Éé жж λόγος 中文 かな 한글'.split(' ')
const JOINS = [
  ...".-–—/:;!?%&+#'’…°→,_|=*@~·×−、。「」(".split(''),
  ...[
    '',
    ' ',
    ' (',
    ') ',
    ' “',
    '” ',
    '. ',
    ', ',
    ': ',
    '! ',
    '? ',
    ' – ',
    ' — ',
    '… ',
    ' - ',
    ' -',
    '% ',
    ' / ',
    ' & ',
  ],
  ...[' €', ' $', '€ ', '://', '->', '--', ' #', '" ', ' "', '), ', '”, '],
]
const FONTS = ['Roboto', 'Inter'] as const

/** A row of numbers that is always the same. */
function numbers(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

function sceneOf(seed: number): Scene {
  const pick = numbers(seed)
  const script = Object.values(WORDS)[seed % 4] ?? []
  const words = (count: number): string =>
    Array.from({ length: count }, () => script[pick(script.length)] ?? '').join(' ')
  const report = (name: string, more: Partial<SceneReport>): SceneReport => ({ name, ...more })
  const font = FONTS[Math.floor(seed / 4) % FONTS.length]
  const names = [words(1), words(1), words(1)]
  const values = names.map((name, index) => ({ name: `${name} ${index}`, amount: 1_000 * pick(900) }))
  const spec = {
    data: { values },
    mark: 'bar',
    encoding: { y: { field: 'name', type: 'nominal', title: words(2) }, x: { field: 'amount', type: 'quantitative' } },
  }
  const query = { measures: ['a.b'], dimensions: ['a.c', 'a.d'] }
  const widgets: SceneWidget[] = [
    widget('text', 'TEXT', [0, 0, 4, 4], {
      config: { content: `## ${words(3)}\n\n${words(9)} **${words(4)}** ${words(6)}\n\n- ${words(3)}\n- ${words(4)}` },
    }),
    widget('kpi', 'CHART', [4, 0, 4, 4], { report: 'kpi', config: { title: words(4) } }),
    widget('chart', 'CHART', [8, 0, 4, 6], { report: 'chart', config: { title: words(3) } }),
    widget('table', 'CHART', [0, 4, 8, 6], { report: 'table', config: { title: words(5) } }),
  ]
  const scene = sceneWith(widgets, {
    kpi: report('kpi', { kind: 'kpi', query, spec: { note: words(12) } }),
    chart: report('chart', { kind: 'vega', query, spec }),
    table: report('table', { kind: 'table', query, spec: {} }),
  })
  const members = {
    'a.b': { kind: 'measure', title: words(2) },
    'a.c': { kind: 'dimension', type: 'string', title: words(2) },
    'a.d': { kind: 'dimension', type: 'string', title: words(1) },
  }
  return {
    ...scene,
    title: words(6),
    description: words(20),
    members,
    dashboard: { ...scene.dashboard, theme: { fontFamily: font } },
  } as Scene
}

interface Written {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Each line of each text on the page, with the box around it: on a page texts wrap, in a drawing none does. */
const TEXTS = `() => {
  const root = document.querySelector('.bw, svg')
  const { left: fromLeft, top: fromTop } = root.getBoundingClientRect()
  const found = []
  const add = (text, { left, top, width, height }) => {
    const said = text.replace(/\\s+/g, ' ').trim()
    if (said !== '' && width > 0) found.push({ text: said, x: left - fromLeft, y: top - fromTop, width, height })
  }
  const isSeen = (owner, box) => {
    const scroll = owner.closest('.bw-scroll')?.getBoundingClientRect()
    return !scroll || box.bottom < scroll.bottom || owner.closest('tfoot')
  }
  const range = document.createRange()
  // The box of a text reaches as far as its ink does, which may begin before the text.
  const edges = (each) => {
    const matrix = each.getScreenCTM()
    const { left, right } = each.getBoundingClientRect()
    if (matrix.b !== 0) return [left, right]
    return ['getStartPositionOfChar', 'getEndPositionOfChar'].map((edge, last) =>
      each[edge](last * (each.getNumberOfChars() - 1)).matrixTransform(matrix).x)
  }
  for (const each of root.querySelectorAll('text')) {
    if (each.getAttribute('opacity') === '0' || each.getNumberOfChars() === 0) continue
    const { top, height } = each.getBoundingClientRect()
    const [left, right] = edges(each)
    add(each.textContent, { left, top, width: right - left, height })
  }
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const owner = node.parentElement
    if (owner.closest('svg, style, script, option, .bw-sr')) continue
    const lines = []
    for (let at = 0; at < node.data.length; at += 1) {
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const box = range.getBoundingClientRect()
      let line = lines.at(-1)
      if (box.width === 0 || !isSeen(owner, box)) continue
      if (/\\s/.test(node.data[at])) {
        if (line) line.text += ' '
        continue
      }
      if (!line || Math.abs(line.top - box.top) > 6) lines.push(line = { text: '', left: box.left, top: box.top, right: box.right, bottom: box.bottom })
      line.text += node.data[at]
      line.right = box.right
    }
    for (const { text, left, top, right, bottom } of lines) add(text, { left, top, width: right - left, height: bottom - top })
  }
  return found
}`
const textsOn = (): Promise<Written[]> => page().evaluate(inPage<Promise<Written[]>>(TEXTS), undefined)

type Apart = (one: Written, other: Written) => number
const beside: Apart = (one, other) =>
  Math.max(Math.abs(one.x - other.x), Math.abs(one.x + one.width - other.x - other.width))
const apart: Apart = (one, other) =>
  Math.max(beside(one, other), Math.abs(one.y + one.height / 2 - other.y - other.height / 2))

/** Texts that have none of the same words near them, and how far the nearest is. */
function strays(texts: readonly Written[], others: readonly Written[], most: number, far = apart): string[] {
  return texts.flatMap((one) => {
    const nearest = Math.min(...others.filter(({ text }) => text === one.text).map((other) => far(one, other)))
    return nearest > most ? [`${nearest.toFixed(1)} px: ${one.text}`] : []
  })
}

/** Texts over other texts: letters reach into the lines around them, but not by a third. */
const overlaps = (all: readonly Written[]): string[] =>
  all.flatMap((one, index) =>
    all.slice(index + 1).flatMap((other) => {
      const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
      const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
      return across > 2 && down > Math.min(one.height, other.height) / 3 ? [`${one.text} | ${other.text}`] : []
    }),
  )

const COUNT = isLong ? 100 : 8

/** The drawing alone on a page, and its texts. */
async function drawnTexts(svg: string): Promise<Written[]> {
  await page().goto('about:blank')
  await page().setContent(`<!doctype html><body style="margin:0">${svg}`)
  return textsOn()
}

test(`${COUNT} dashboards have their texts where the viewer has them: three scripts, two fonts, light and dark`, async () => {
  const [wrong, over]: [string[], string[]] = [[], []]
  for (let seed = 0; seed < COUNT; seed += 1) {
    const [scene, isDark] = [sceneOf(seed), seed % 16 > 7 || (!isLong && seed % 2 === 1)]
    await show(scene, isDark)
    const there = await textsOn()
    const svg = Buffer.from((await draw(scene, 'svg', isDark)).bytes).toString('utf8')
    const here = await drawnTexts(svg)
    // The marks of a list are no texts of a page.
    const written = here.filter(({ text }) => text !== '•')
    const found = [...strays(there, here, 1), ...strays(written, there, 1)]
    wrong.push(...found.map((each) => `${seed}: ${each}`))
    over.push(...[...overlaps(there), ...overlaps(here)].map((each) => `${seed}: ${each}`))
    // Another font, which is wider or narrower, gives every text the same room.
    const other = svg.replaceAll(/font-family="(?:Roboto|Inter)/g, (own) =>
      own.endsWith('r') ? 'font-family="Roboto' : 'font-family="Inter',
    )
    expect(other).not.toBe(svg)
    expect(strays(here, await drawnTexts(other), 3, beside), `${seed} in another font`).toEqual([])
  }
  expect(wrong).toEqual([])
  expect(over).toEqual([])
})

test('lines end where a browser ends them', async () => {
  const pick = numbers(COUNT)
  const one = (of: readonly string[]): string => of[pick(of.length)] ?? ''
  const texts = Array.from(
    { length: 250 * COUNT },
    () => Array.from({ length: 2 + pick(3) }, () => one(BITS) + one(JOINS)).join('') + one(BITS),
  )
  const ends = `(texts) => {
    const holder = document.body.appendChild(document.createElement('div'))
    holder.style.cssText = 'width: 1px; font: 16px Roboto'
    const range = document.createRange()
    return texts.map((text) => {
      holder.textContent = text
      let [shown, last] = ['', undefined]
      for (let at = 0; at < text.length; at += 1) {
        range.setStart(holder.firstChild, at)
        range.setEnd(holder.firstChild, at + 1)
        const { top } = range.getBoundingClientRect()
        if (text[at] !== ' ') {
          if (last !== undefined && Math.abs(top - last) > 8) shown += '|'
          last = top
        }
        shown += text[at]
      }
      return shown
    })
  }`
  await page().goto('about:blank')
  const there = await page().evaluate(inPage<Promise<string[]>>(ends), texts as never)
  expect(texts.map((text) => partsOf(text).join('|'))).toEqual(there)
})

const sentence = (content: string): Scene => {
  const scene = sceneWith([widget('text', 'TEXT', [0, 0, 4, 2], { config: { content } })])
  return { ...scene, title: '-', dashboard: { ...scene.dashboard, theme: { fontFamily: 'Inter' } } }
}
/** How much of a picture is dark, below its title. */
const inkOf = ({ width, height, at }: Decoded): number => {
  let ink = 0
  for (let y = 60; y < height; y += 1) for (let x = 0; x < width; x += 1) ink += darkness(at(x, y)[0] ?? 255)
  return ink
}
const darkness = (red: number): number => (red < 200 ? 1 - red / 200 : 0)
const inkIn = async (content: string): Promise<number> => inkOf(readPng((await draw(sentence(content), 'png')).bytes))

test('bold letters of a font with one weight are bold in pixels, too', async () => {
  expect((await inkIn('**Revenue**')) / (await inkIn('Revenue'))).toBeGreaterThan(1.2)
})

test('digits have their own form in pixels, too: none is stretched to be as wide as the others', async () => {
  const digits = '1111111111 171 101 411'
  const svg = Buffer.from((await draw(sentence(digits), 'svg')).bytes).toString('utf8')
  await drawnTexts(svg)
  const there = inkOf(readPng(await page().locator('svg').first().screenshot({ scale: 'css' })))
  expect((await inkIn(digits)) / there).toBeCloseTo(1, 1)
})

test('a text goes in the direction of its first letter, and stays at the left', async () => {
  // What says so has no picture: none of these fonts has letters that are written from the right.
  const content = '\u200fOrders!'
  await show(sceneWith([widget('text', 'TEXT', [0, 0, 4, 2], { config: { content } })]))
  const places = `() => {
    const node = document.querySelector('.bw-prose p').firstChild
    const range = document.createRange()
    return [1, node.data.length - 1].map((at) => { range.setStart(node, at); range.setEnd(node, at + 1); return range.getBoundingClientRect().left })
  }`
  const [first = 0, last = 0] = await page().evaluate(inPage<Promise<number[]>>(places), undefined)
  expect(first).toBeGreaterThan(last)
  expect(last).toBeLessThan(100)
})
