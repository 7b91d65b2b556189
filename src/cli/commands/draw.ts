import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { BoardwrightError, worstOf } from '@boardwright/common'
import { Command, Option } from 'commander'
import { plural } from '../../content/counted.ts'
import { isKind } from '../../content/kinds.ts'
import { printable } from '../../content/printable.ts'
import type { DrawnPage } from '../../previews/draw.ts'
import { givenPlace } from '../../workspace/disk.ts'
import { type Finish, integer, startDirectory, today } from '../options.ts'
import { note, reportError, result } from '../output.ts'
import { connectOptions } from '../settings.ts'
import { refusedPath, writeBytes } from '../write-file.ts'

interface Options {
  readonly out: string
  readonly target?: string
  readonly data: 'sample' | 'live'
  readonly format: 'svg' | 'png'
  readonly width: number
  readonly scale: number
  readonly dark?: true
  readonly json?: true
}

export function drawCommand(finish: Finish): Command {
  return new Command('draw')
    .description('draw dashboards and reports of the tree as pictures: real charts, no browser')
    .argument('[what...]', 'dashboards and reports, by slug, id or path; a folder is all below it; nothing is all')
    .requiredOption('--out <dir>', 'write the pictures into this directory')
    .option('-t, --target <name>', 'draw the tree as this target sees it')
    .addOption(
      new Option('--data <rows>', 'made-up rows, or real ones from the target')
        .choices(['sample', 'live'])
        .default('sample'),
    )
    .addOption(new Option('--format <format>', 'the kind of picture').choices(['png', 'svg']).default('png'))
    .option(
      '--width <pixels>',
      'the width of the page: widgets are placed as they are at that width',
      integer(320, 3840),
      1280,
    )
    .option('--scale <n>', 'PNG pixels for each pixel of the page', integer(1, 3), 2)
    .option('--dark', 'in the colours of a dark page')
    .option('--json', 'print one line of JSON')
    .action(async (what: readonly string[], options: Options, command: Command) => {
      const { drawPages } = await import('../../previews/draw.ts')
      const { out, target, data, format, width, scale, dark, json } = options
      makeDirectory(out)
      const pages: DrawnPage[] = []
      for await (const page of drawPages(startDirectory(command), what, {
        ...{ today: today(), target, data, format, width, scale, isDark: dark === true },
        ...connectOptions(),
      })) {
        const { file, picture } = page
        pages.push(page)
        if (picture instanceof BoardwrightError) continue
        writeBytes(join(out, file), picture.bytes)
        if (!json) tell(out, page)
      }
      if (json) result(JSON.stringify({ format: 1, out, pictures: pages.flatMap(asData) }))
      const failed = pages.flatMap(({ picture }) => (picture instanceof BoardwrightError ? [picture] : []))
      finish(worstOf(failed.map((error) => reportError(error, { json: json === true, verbose: false }))))
      if (!json) note(printable(`${plural(pages.length - failed.length, 'picture')} written into ${out}.`))
    })
}

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
