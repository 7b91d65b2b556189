// The documents as static pages in build/site: node scripts/site.mjs. Fails if a link between pages leads nowhere.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, posix, relative } from 'node:path'
import process from 'node:process'
import { Marked } from 'marked'

const OUT = process.argv[2] ?? 'build/site'
const SECTIONS = [
  ['Start', (file) => ['README.md', 'CONTRIBUTING.md'].includes(file)],
  ['Guide', (file) => file.startsWith('docs/guide/')],
  ['Reference', (file) => file.startsWith('docs/reference/') || /^docs\/[^/]+$/.test(file)],
  ['Files', (file) => file.startsWith('docs/kinds/')],
  ['Commands', (file) => file.startsWith('docs/commands/')],
  ['Design', (file) => file.startsWith('docs/design/')],
]

const below = (folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`)
const files = [
  'README.md',
  'CONTRIBUTING.md',
  'changes/README.md',
  ...below('docs').filter((file) => file.endsWith('.md')),
].sort()
const pageOf = (file) => (file === 'README.md' ? 'index.html' : file.replace(/\.md$/, '.html'))

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
/** The anchor of a heading, as forges make it, so that links work both in the repository and here. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')
const plain = (html) => html.replace(/<[^>]*>/g, '')

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
        sections.push({ title: plain(html), id, text: '' })
        return `<h${depth} id="${id}">${html}</h${depth}>\n`
      },
      link({ href, tokens }) {
        return `<a href="${escaped(hrefOf(file, href, copied))}">${this.parser.parseInline(tokens)}</a>`
      },
      image({ href, text }) {
        return `<img src="${escaped(hrefOf(file, href, copied))}" alt="${escaped(text)}" loading="lazy">`
      },
      code({ text }) {
        return `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`
      },
      table(token) {
        const cell = (tag, html) => `<${tag}>${html}</${tag}>`
        // An empty heading cell is not a heading.
        const row = (cells, tag) =>
          `<tr>${cells.map(({ text, tokens }) => cell(text === '' ? 'td' : tag, this.parser.parseInline(tokens))).join('')}</tr>`
        return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead>${row(token.header, 'th')}</thead><tbody>${token.rows.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>\n`
      },
    },
  })
  const html = marked.parse(readFileSync(file, 'utf8'))
  const parts = html.split(/(?=<h[1-6] id=")/)
  for (const part of parts) {
    const id = /^<h[1-6] id="([^"]*)"/.exec(part)?.[1]
    const section = sections.find((each) => each.id === id && each.text === '')
    if (section) section.text = plain(part).replace(/\s+/g, ' ').slice(section.title.length).trim()
  }
  return { file, html, sections, title: sections[0]?.title ?? basename(file) }
}

const STYLE = `:root{color-scheme:light dark;--ink:light-dark(#1d2229,#e4e8ee);--back:light-dark(#fff,#14181d);--soft:light-dark(#f2f4f7,#1d2229);--line:light-dark(#d5dae1,#39424d);--link:light-dark(#0b5cad,#7cc7e8)}
*{box-sizing:border-box}body{margin:0;color:var(--ink);background:var(--back);font:16px/1.6 system-ui,sans-serif;display:grid;grid-template-columns:17rem minmax(0,1fr)}
nav{padding:1rem;border-right:1px solid var(--line);height:100vh;overflow:auto;position:sticky;top:0;font-size:.9rem}nav ul{list-style:none;margin:0 0 .5rem;padding:0}nav summary{font-weight:600;cursor:pointer}
main{padding:1rem 2rem 4rem;max-width:62rem;overflow-wrap:anywhere}table{overflow-wrap:normal}a{color:var(--link)}nav [aria-current]{font-weight:600}img{max-width:100%;height:auto}pre,.wide{overflow:auto}pre{background:var(--soft);padding:.8rem;border-radius:6px}code{background:var(--soft);font-size:.9em}table{border-collapse:collapse}th,td{border:1px solid var(--line);padding:.3rem .6rem;text-align:left;vertical-align:top}
input{width:100%;padding:.4rem;font:inherit;border:1px solid var(--line);border-radius:4px;background:var(--back);color:var(--ink)}
@media(max-width:50rem){body{display:block}nav{height:auto;position:static;border:0;border-bottom:1px solid var(--line)}main{padding:1rem}}`

const SCRIPT = `const input = document.querySelector('input'), found = document.querySelector('#found'), root = document.currentScript.dataset.root
let index
async function search() {
  index ??= fetch(root + 'search.json').then((answer) => answer.json())
  const words = input.value.toLowerCase().split(/\\s+/).filter(Boolean)
  const has = (text) => words.every((word) => text.toLowerCase().includes(word))
  const hits = words.length === 0 ? [] : (await index).filter((each) => has(each.title + ' ' + each.page + ' ' + each.text))
  hits.sort((one, other) => Number(has(other.title)) - Number(has(one.title)))
  found.replaceChildren(...hits.slice(0, 12).map(({ title, page, at }) => {
    const link = Object.assign(document.createElement('a'), { href: root + at, textContent: title === page ? title : page + ': ' + title })
    const item = document.createElement('li')
    item.append(link)
    return item
  }))
  if (words.length > 0 && hits.length === 0) found.textContent = 'Nothing has all of these words.'
}
input.addEventListener('input', search)
if (input.value !== '') search() // typed before this script ran
`

function navigation(pages, here) {
  const link = ({ file, title }) => {
    const to = relative(dirname(pageOf(here)), pageOf(file))
      .split('\\')
      .join('/')
    return `<li><a href="${to}"${file === here ? ' aria-current="page"' : ''}>${escaped(title).replaceAll('&amp;', '&')}</a></li>`
  }
  return SECTIONS.map(([name, isIn], at) => {
    const own = pages.filter(({ file }) => isIn(file))
    const isOpen = at < 2 || own.some(({ file }) => file === here)
    return `<details${isOpen ? ' open' : ''}><summary>${name}</summary><ul>${own.map(link).join('')}</ul></details>`
  }).join('')
}

function layOut(pages, { file, html, title }) {
  const root = '../'.repeat(pageOf(file).split('/').length - 1)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} - Boardwright</title><link rel="stylesheet" href="${root}site.css"></head>
<body><nav aria-label="Documents"><input type="search" aria-label="Search the documents" placeholder="Search"><ul id="found" aria-live="polite"></ul>${navigation(pages, file)}</nav>
<main>${html}</main><script src="${root}site.js" data-root="${root}"></script></body></html>
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
write('site.css', STYLE)
write('site.js', SCRIPT)
const entries = pages.flatMap(({ file, title: page, sections }) =>
  sections.map(({ title, id, text }) => ({ title, page, at: `${pageOf(file)}#${id}`, text: text.slice(0, 2000) })),
)
write('search.json', JSON.stringify(entries))
const broken = brokenLinks()
if (broken.length > 0) {
  process.stderr.write(`Links that lead nowhere:\n${broken.join('\n')}\n`)
  process.exitCode = 1
} else process.stdout.write(`${pages.length} pages in ${OUT}, every link leads somewhere.\n`)
