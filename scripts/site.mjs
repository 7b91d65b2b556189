// The documents as static pages in build/site: node scripts/site.mjs. Fails if a link between pages leads nowhere.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, posix, relative } from 'node:path'
import process from 'node:process'
import { Marked } from 'marked'

const OUT = process.argv[2] ?? 'build/site'
const HOME = 'docs/home.md'
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
/** The guide as one would read it, in parts. What is not named here ends the last part. */
const GUIDE = [
  ['Start', ['first-hour', 'screens', 'install']],
  ['Every day', ['preview', 'pictures', 'ui-edits', 'deletes', 'data-model', 'rename', 'rules', 'rules-from-grafana']],
  ['Pipelines and agents', ['ci', 'previews', 'agents', 'library']],
  ['People and accounts', ['admins-day', 'schedules', 'groups', 'roles', 'tenant-groups']],
  ['Many targets', ['targets', 'fleets', 'scale', 'identity']],
].map(([name, pages]) => [name, pages.map((page) => `docs/guide/${page}.md`)])
const NAMED = GUIDE.flatMap(([, pages]) => pages)
const SECTIONS = [
  ...GUIDE.map(([name, pages], at) => [
    name,
    (file) =>
      pages.includes(file) ||
      (at === 0 && file === 'README.md') ||
      (at === GUIDE.length - 1 && file.startsWith('docs/guide/') && !NAMED.includes(file)),
  ]),
  ['Reference', (file) => file.startsWith('docs/reference/') || (/^docs\/[^/]+$/.test(file) && file !== HOME)],
  ['Files', (file) => file.startsWith('docs/kinds/')],
  ['Commands', (file) => file.startsWith('docs/commands/')],
  ['Design', (file) => file === 'CONTRIBUTING.md' || file.startsWith('docs/design/')],
]

const below = (folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`)
const placeIn = (file) => (NAMED.includes(file) ? NAMED.indexOf(file) : file === 'README.md' ? -1 : NAMED.length)
const files = [
  'README.md',
  'CONTRIBUTING.md',
  'changes/README.md',
  ...below('docs').filter((file) => file.endsWith('.md')),
].sort((one, other) => placeIn(one) - placeIn(other) || (one < other ? -1 : 1))
const FIRST = files.includes(HOME) ? HOME : 'README.md'
const pageOf = (file) => (file === FIRST ? 'index.html' : file.replace(/\.md$/, '.html'))

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
/** The anchor of a heading, as forges make it, so that links work both in the repository and here. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')
const CHARACTERS = { '&#39;': "'", '&quot;': '"', '&lt;': '<', '&gt;': '>', '&amp;': '&' }
/** Cells and lines end words. */
const plain = (html) =>
  html
    .replace(/<\/(?:td|th|p|li|pre|h\d)>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#39|quot|lt|gt|amp);/g, (each) => CHARACTERS[each])

const inOneLine = (html) => plain(html).replace(/\s+/g, ' ')
const CODE = /<pre .*?<\/pre>/gs

/** Options break at no hyphen. This many letters fit on a phone. */
const LONGEST_OPTION = 32

/** What stands out in code, by its language: what was typed, comments, keys, lines that come and go. */
const MARKED = {
  console: [[/^\$ .+$/gm, 'b']],
  sh: [[/(?<=^|\s)# .*$/gm, 'i']],
  yaml: [
    [/(?<=^|\s)# .*$/gm, 'i'],
    [/^[ -]*[\w./"-]+:(?=\s|$)/gm, 'b'],
  ],
  diff: [
    [/^\+.*$/gm, 'ins'],
    [/^-.*$/gm, 'del'],
  ],
}
const inColour = (html, lang = '') =>
  (MARKED[lang.split(' ')[0]] ?? []).reduce(
    (whole, [found, tag]) => whole.replace(found, (part) => `<${tag}>${part}</${tag}>`),
    html,
  )

/** What a terminal shows keeps the size of its letters. */
const isTerminal = (path) => path === 'docs/plan.svg' || path.startsWith('docs/pictures/screens/')

/** A picture that has a dark twin beside it changes with the page. */
function inBothColours(image, href, path, hrefTo) {
  const dark = (name) => name.replace(/\.png$/, '-dark.png')
  if (dark(path) === path || !existsSync(dark(path))) return image
  const source = `<source srcset="${escaped(hrefTo(dark(href)))}" media="(prefers-color-scheme: dark)">`
  return `<picture>${source}${image}</picture>`
}

/** The target of a document's link on the site. Pages link to pages, and to copies of other files in the repository. */
function hrefOf(file, href, copied) {
  if (/^[a-z]+:|^#/.test(href)) return href
  const [path, anchor = ''] = href.split('#')
  const target = posix.join(posix.dirname(file), path)
  const isPage = files.includes(target)
  if (!isPage) copied.add(target)
  const there = relative(dirname(pageOf(file)), isPage ? pageOf(target) : target)
    .split('\\')
    .join('/')
  return `${there}${anchor === '' ? '' : `#${anchor}`}`
}

function readPage(file, copied) {
  const sections = []
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, raw }) {
        const html = this.parser.parseInline(tokens)
        const id = anchorOf(raw.replace(/^#+ /, '').trim())
        sections.push({ title: plain(html), id, depth, text: '', code: '' })
        return `<h${depth} id="${id}">${html}</h${depth}>\n`
      },
      link({ href, tokens }) {
        return `<a href="${escaped(hrefOf(file, href, copied))}">${this.parser.parseInline(tokens)}</a>`
      },
      image({ href, text }) {
        const image = `<img src="${escaped(hrefOf(file, href, copied))}" alt="${escaped(text)}" loading="lazy">`
        const path = posix.join(posix.dirname(file), href)
        if (!isTerminal(path)) return inBothColours(image, href, path, (each) => hrefOf(file, each, copied))
        return `<span class="dark"><span class="terminal" tabindex="0" role="group" aria-label="Terminal">${image}</span></span>`
      },
      code({ text, lang }) {
        return `<div class="code"><pre tabindex="0"><code>${inColour(escaped(text), lang)}</code></pre></div>\n`
      },
      codespan({ text }) {
        const isOption = text.startsWith('-') && text.length <= LONGEST_OPTION
        return `<code${isOption ? ' class="option"' : ''}>${escaped(text)}</code>`
      },
      table(token) {
        const cell = (tag, html) => `<${tag}>${html}</${tag}>`
        // An empty heading cell is not a heading.
        const row = (cells, tag) =>
          `<tr>${cells.map(({ text, tokens }) => cell(text === '' ? 'td' : tag, this.parser.parseInline(tokens))).join('')}</tr>`
        const isOfKeys = token.header.length === 3 && token.header.at(-1).text === 'Meaning'
        return `<div class="wide${isOfKeys ? ' keys' : ''}" tabindex="0" role="group" aria-label="Table"><table><thead>${row(token.header, 'th')}</thead><tbody>${token.rows.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>\n`
      },
    },
  })
  const html = marked.parse(readFileSync(file, 'utf8'))
  const parts = html.split(/(?=<h[1-6] id=")/)
  for (const part of parts) {
    const id = /^<h[1-6] id="([^"]*)"/.exec(part)?.[1]
    const section = sections.find((each) => each.id === id && each.text === '')
    if (!section) continue
    section.text = inOneLine(part.replace(CODE, ' ')).slice(section.title.length).trim()
    section.code = (part.match(CODE) ?? []).map(inOneLine).join(' ')
  }
  const isReadme = file === 'README.md' && file !== FIRST
  return { file, html, sections, title: isReadme ? 'Overview' : (sections[0]?.title ?? basename(file)) }
}

const hrefBetween = (here, there) =>
  relative(dirname(pageOf(here)), pageOf(there))
    .split('\\')
    .join('/')

const linkTo = ({ file, title }, here, more = '', before = '') =>
  `<a href="${hrefBetween(here, file)}"${more}>${before}${escaped(title)}</a>`

/** Every page that is in the list, section after section. */
const inOrder = (pages) => SECTIONS.map(([name, isIn]) => [name, pages.filter(({ file }) => isIn(file))])

const navigation = (pages, here) =>
  inOrder(pages)
    .filter(([, own]) => own.length > 0)
    .map(([name, own], at) => {
      const isOpen = at === 0 || own.some(({ file }) => file === here)
      const items = own.map(
        ({ file, title }) =>
          `<li>${linkTo({ file, title: title.replace(/^boardwright /, '') }, here, file === here ? ' aria-current="page"' : '')}</li>`,
      )
      return `<details${isOpen ? ' open' : ''}><summary>${name}</summary><ul>${items.join('')}</ul></details>`
    })
    .join('')

/** A longer list would keep readers from the text. */
const MOST_OPEN = 14

/** What is on a long page, after its title. */
function withContents(html, sections) {
  const parts = sections.filter(({ depth }) => depth === 2)
  if (parts.length < 3) return html
  const items = parts.map(({ title, id }) => `<li><a href="#${id}">${escaped(title)}</a></li>`)
  const isOpen = parts.length <= MOST_OPEN
  const contents = `<details class="contents"${isOpen ? ' open' : ''}><summary>On this page</summary><ul>${items.join('')}</ul></details>`
  return html.replace('</h1>', `</h1>${contents}`)
}

/** The pages before and after this one, in the order of the list. */
function along(pages, here) {
  const all = inOrder(pages).flatMap(([, own]) => own)
  const at = all.findIndex(({ file }) => file === here)
  if (at < 0) return ''
  const [before, after] = [all[at - 1], all[at + 1]]
  const links = [
    [before, 'prev', 'Previous'],
    [after, 'next', 'Next'],
  ].flatMap(([page, rel, word]) => (page ? [linkTo(page, here, ` rel="${rel}"`, `<small>${word}</small>`)] : []))
  return `<nav class="along" aria-label="Along the list">${links.join('')}</nav>`
}

function layOut(pages, { file, html, title, sections }) {
  const root = '../'.repeat(pageOf(file).split('/').length - 1)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)} - Boardwright</title><link rel="icon" href="${root}icon.svg"><link rel="stylesheet" href="${root}site.css"></head>
<body${file === HOME ? ' class="home"' : ''}><a class="skip" href="#text">Skip to the text</a><header class="top"><b><a href="${hrefBetween(file, FIRST)}">Boardwright</a></b><a href="#documents">Documents and search</a></header><nav id="documents" aria-label="Documents"><p class="product"><a href="${hrefBetween(file, FIRST)}">Boardwright</a> ${version}<a class="to-text" href="#text">Close</a></p><input type="search" aria-label="Search the documents" placeholder="Search, or press /" autocomplete="off" spellcheck="false"><ul id="found" aria-live="polite"></ul><div class="list">${navigation(pages, file)}</div></nav>
<main id="text" tabindex="-1">${withContents(html, sections)}${along(pages, file)}</main><script src="${root}site.js" data-root="${root}"></script></body></html>
`
}

/** Links of the built pages that lead to no file, or to no heading. */
function brokenLinks() {
  const pages = below(OUT).filter((file) => file.endsWith('.html'))
  const idsIn = new Map(
    pages.map((file) => [
      file,
      new Set([...readFileSync(file, 'utf8').matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)),
    ]),
  )
  return pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/ (?:href|src)="([^"]*)"/g)].flatMap(([, link]) => {
      if (/^[a-z]+:/.test(link)) return []
      const [path, anchor = ''] = link.split('#')
      const target = path === '' ? page : join(dirname(page), path)
      const ids = idsIn.get(target)
      return existsSync(target) && (anchor === '' || !ids || ids.has(anchor)) ? [] : [`${page}: ${link}`]
    }),
  )
}

const copied = new Set()
const pages = files.map((file) => readPage(file, copied))
rmSync(OUT, { recursive: true, force: true })
const write = (name, text) => {
  mkdirSync(dirname(join(OUT, name)), { recursive: true })
  writeFileSync(join(OUT, name), text)
}
for (const page of pages) write(pageOf(page.file), layOut(pages, page))
// Missing files are broken links, which are reported below.
for (const path of copied) if (existsSync(path)) cpSync(path, join(OUT, path), { recursive: true })
const own = (name) => readFileSync(new URL(`site/${name}`, import.meta.url), 'utf8')
write('site.css', ['frame.css', 'text.css', 'widths.css'].map(own).join(''))
for (const name of ['site.js', 'icon.svg']) write(name, own(name))
/** Guides come before how they were decided, here as in the list. */
const listed = [...new Set([...inOrder(pages).flatMap(([, own]) => own), ...pages])]
const entries = listed.flatMap(({ file, title: page, sections }) =>
  sections.map(({ title, id, text, code }) => ({
    ...{ title, page, at: `${pageOf(file)}#${id}` },
    ...{ text: text.slice(0, 2000), code: code.slice(0, 1000) },
  })),
)
write('search.json', JSON.stringify(entries))
const broken = brokenLinks()
if (broken.length > 0) {
  process.stderr.write(`Links that lead nowhere:\n${broken.join('\n')}\n`)
  process.exitCode = 1
} else process.stdout.write(`${pages.length} pages in ${OUT}, every link leads somewhere.\n`)
