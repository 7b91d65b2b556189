import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BoardwrightError, worstOf } from '@boardwright/common'
import { Command, Option } from 'commander'
import { plural } from '../../content/counted.ts'
import { isKind } from '../../content/kinds.ts'
import { printable } from '../../content/printable.ts'
import type { DrawnPage } from '../../previews/draw.ts'
import { givenPlace } from '../../workspace/disk.ts'
import { type Finish, integer, startDirectory, today } from '../options.ts'
import { note, reportError, result } from '../output.ts'
import { runPreview } from '../preview-page.ts'
import { connectOptions } from '../settings.ts'
import { refusedPath, writeBytes } from '../write-file.ts'

interface Options {
  readonly target?: string
  readonly data: 'sample' | 'live'
  readonly port: number
  readonly open?: true
  readonly out?: string
  readonly image: 'svg' | 'png'
  readonly width: number
  readonly scale: number
  readonly dark?: true
  readonly json?: true
}

/** What belongs to pictures only, and to the page only. */
const OF_PICTURES = ['image', 'width', 'scale', 'dark'] as const
const OF_PAGE = ['port', 'open'] as const

export function previewCommand(finish: Finish): Command {
  return new Command('preview')
    .description(
      'show the dashboards of the tree in a browser, redrawn on save, or draw them as pictures; never writes',
    )
    .argument('[what...]', 'with --out: dashboards and reports, by slug, id or path; a folder is all below it')
    .option('-t, --target <name>', 'show the tree as this target sees it, and compare with it')
    .addOption(
      new Option('--data <rows>', 'made-up rows, or real ones from the target')
        .choices(['sample', 'live'])
        .default('sample'),
    )
    .option('--port <n>', 'the port; 0 picks a free one', integer(0, 65_535), 4480)
    .option('--open', 'open the page in your browser')
    .option('--out <dir>', 'draw pictures into this directory instead, and a page of them all: real charts, no browser')
    .addOption(new Option('--image <type>', 'the kind of picture').choices(['png', 'svg']).default('png'))
    .option(
      '--width <pixels>',
      'the width of a picture: widgets are placed as they are on a page of that width',
      integer(320, 3840),
      1280,
    )
    .option('--scale <n>', 'PNG pixels for each pixel of the page', integer(1, 3), 2)
    .option('--dark', 'pictures in the colours of a dark page')
    .option('--json', 'print one line of JSON')
    .action(async (what: readonly string[], options: Options, command: Command) => {
      const { out } = options
      requireFitting(what, options, command)
      if (out === undefined) return runPreview(startDirectory(command), options)
      finish(await drawInto(out, what, options, command))
    })
}

function requireFitting(what: readonly string[], { out }: Options, command: Command): void {
  const given = (out === undefined ? OF_PICTURES : OF_PAGE).find((name) => command.getOptionValueSource(name) === 'cli')
  if (given !== undefined)
    throw new BoardwrightError('USAGE', `--${given} ${out === undefined ? 'needs' : 'takes no'} --out beside it`, {
      hint: out === undefined ? 'Add --out DIR, or leave it out.' : 'Leave one of the two out.',
    })
  if (out === undefined && what.length > 0)
    throw new BoardwrightError('USAGE', `preview shows every dashboard: "${what.join(' ')}" is too many`, {
      hint: 'Leave it out, or draw it as a picture with --out DIR.',
    })
}

async function drawInto(out: string, what: readonly string[], options: Options, command: Command): Promise<number> {
  const { drawPages } = await import('../../previews/draw.ts')
  const { target, data, image, width, scale, dark, json } = options
  makeDirectory(out)
  const pages: DrawnPage[] = []
  for await (const page of drawPages(startDirectory(command), what, {
    ...{ today: today(), target, data, format: image, width, scale, isDark: dark === true },
    ...connectOptions(),
  })) {
    const { file, picture, cards } = page
    pages.push(page)
    if (picture instanceof BoardwrightError) continue
    writeBytes(join(out, file), picture.bytes, FOR_ALL)
    for (const card of cards) {
      makeDirectory(dirname(join(out, card.file)))
      writeBytes(join(out, card.file), card.bytes, FOR_ALL)
    }
    if (!json) tell(out, page)
  }
  if (what.length === 0) {
    const { renderWall } = await import('../../words/html/wall.ts')
    const wall = renderWall(pages.filter(isDrawn), data)
    writeBytes(join(out, 'index.html'), Buffer.from(wall), FOR_ALL)
  }
  if (json) result(JSON.stringify({ format: 1, out, pictures: pages.flatMap(asData) }))
  const failed = pages.flatMap(({ picture }) => (picture instanceof BoardwrightError ? [picture] : []))
  const exit = worstOf(failed.map((error) => reportError(error, { json: json === true, verbose: false })))
  const beside = what.length === 0 ? ', and index.html shows them all' : ''
  if (!json) note(printable(`${plural(pages.length - failed.length, 'picture')} written into ${out}${beside}.`))
  return exit
}

/** Any server of files may show them. */
const FOR_ALL = 0o666

const isDrawn = ({ picture }: DrawnPage): boolean => !(picture instanceof BoardwrightError)

function makeDirectory(out: string): void {
  try {
    mkdirSync(givenPlace(out), { recursive: true })
  } catch (cause) {
    throw refusedPath(cause, out, 'made')
  }
}

function tell(out: string, { page, file, picture }: DrawnPage): void {
  if (picture instanceof BoardwrightError) return
  result(printable(join(out, file)))
  const { lacking, notices } = picture
  // The page of a report has one widget, which no file names.
  const nameOf = (widget: string): string => (isKind(page, 'report') ? '' : `widget ${widget}: `)
  for (const [widget, text] of Object.entries(notices)) note(printable(`  ${nameOf(widget)}${text}`))
  if (lacking.length > 0) note(printable(`  as boxes, for want of a letter: ${lacking.slice(0, 20).join(' ')}`))
}

const asData = ({ page, file, picture }: DrawnPage) => {
  if (picture instanceof BoardwrightError) return []
  const { width, height, lacking, notices, stopped } = picture
  return [{ page, file, width, height, lacking, notices, stopped }]
}
