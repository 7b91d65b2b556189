import { readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'

/**
 * Makes the outline of the world under maps. Run by hand, with `countries-50m.json` of the package `world-atlas` 2.0.2:
 * Natural Earth's countries, which are in the public domain. What it writes is kept, so that a build needs no maps.
 */
const [from, to = 'packages/pictures/viewer/land/world.json'] = process.argv.slice(2)

/** In degrees: how far a border and a coast may be from where they are, and steps of all places. */
const [BORDER, COAST, STEPS] = [0.012, 0.1, 60]
/** In square degrees. A country keeps its largest part, however small. */
const SMALLEST = 0.2

const { transform, arcs, objects } = JSON.parse(readFileSync(from, 'utf8'))
// It would take a tenth of the file, and most of it is further south than a map goes.
const countries = objects.countries.geometries.filter(({ properties }) => properties.name !== 'Antarctica')
const lines = arcs.map((arc) => {
  let [x, y] = [0, 0]
  return arc.map(([right, up]) => {
    x += right
    y += up
    return [x * transform.scale[0] + transform.translate[0], y * transform.scale[1] + transform.translate[1]]
  })
})

const uses = new Map()
for (const arc of countries.flatMap(({ arcs: all = [] }) => all.flat(Number.POSITIVE_INFINITY))) {
  const index = arc < 0 ? ~arc : arc
  uses.set(index, (uses.get(index) ?? 0) + 1)
}
const simple = lines.map((line, index) => simplify(line, uses.get(index) > 1 ? BORDER : COAST))

const named = countries.map(({ type, arcs: all, properties: { name } }) => {
  const own = (type === 'Polygon' ? [all] : (all ?? [])).flat().map((ring) => [ring, areaOf(ring)])
  const largest = Math.max(...own.map(([, area]) => area))
  return { name, rings: own.filter(([, area]) => area === largest || area > SMALLEST).map(([ring]) => ring) }
})

const arcsOf = named.flatMap(({ rings }) => rings.flat())
const kept = [...new Set(arcsOf.map((arc) => (arc < 0 ? ~arc : arc)))].sort((a, b) => a - b)
const placeOf = new Map(kept.map((index, place) => [index, place]))
const world = {
  steps: STEPS,
  arcs: kept.map((index) => encode(simple[index])),
  countries: named.map(({ name, rings }) => ({
    name,
    rings: rings.map((ring) => ring.map((arc) => (arc < 0 ? ~placeOf.get(~arc) : placeOf.get(arc)))),
  })),
}
writeFileSync(to, `${JSON.stringify(world)}\n`)

/** Douglas and Peucker: leaves out what is nearer to the line between what stays. Ends stay, so that arcs still meet. */
function simplify(line, tolerance) {
  const keep = new Set([0, line.length - 1])
  const spans = [[0, line.length - 1]]
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span
    let [furthest, at] = [tolerance, -1]
    for (let index = first + 1; index < last; index += 1) {
      const distance = distanceOf(line[index], line[first], line[last])
      if (distance > furthest) [furthest, at] = [distance, index]
    }
    if (at < 0) continue
    keep.add(at)
    spans.push([first, at], [at, last])
  }
  return line.filter((_, index) => keep.has(index))
}

function distanceOf([x, y], [fromX, fromY], [toX, toY]) {
  const [right, up] = [toX - fromX, toY - fromY]
  const length = Math.hypot(right, up)
  return length === 0 ? Math.hypot(x - fromX, y - fromY) : Math.abs(up * (x - fromX) - right * (y - fromY)) / length
}

function areaOf(ring) {
  const points = ring.flatMap((arc) => (arc < 0 ? simple[~arc].toReversed() : simple[arc]))
  const twice = points.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % points.length]
    return sum + x * nextY - nextX * y
  }, 0)
  return Math.abs(twice / 2)
}

/** Steps from point to point as letters: five bits each, the lowest first. `packages/pictures/viewer/land` reads them. */
function encode(line) {
  let [x, y] = [0, 0]
  return line
    .map(([east, north]) => {
      const [toX, toY] = [Math.round(east * STEPS), Math.round(north * STEPS)]
      const text = letters(toX - x) + letters(toY - y)
      ;[x, y] = [toX, toY]
      return text
    })
    .join('')
}

function letters(number) {
  let rest = number < 0 ? -2 * number - 1 : 2 * number
  let text = ''
  for (; rest >= 32; rest = Math.floor(rest / 32)) text += letter(32 + (rest % 32))
  return text + letter(rest)
}

/** From `0` on, without the backslash, which JSON would double. */
function letter(value) {
  return String.fromCharCode(value + 48 + (value + 48 >= 92 ? 1 : 0))
}
