// The documents as static pages in build/site: node scripts/site.mjs. Fails if a link between pages leads nowhere.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, posix, relative } from 'node:path'
import process from 'node:process'
import { Marked } from 'marked'

const OUT = process.argv[2] ?? 'build/site'
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const SECTIONS = [
  ['Start', (file) => file === 'README.md'],
  ['Guide', (file) => file.startsWith('docs/guide/')],
  ['Reference', (file) => file.startsWith('docs/reference/') || /^docs\/[^/]+$/.test(file)],
  ['Files', (file) => file.startsWith('docs/kinds/')],
  ['Commands', (file) => file.startsWith('docs/commands/')],
  ['Design', (file) => file === 'CONTRIBUTING.md' || file.startsWith('docs/design/')],
]
/** The guide as one would read it. What is not named here comes after. */
const GUIDE = [
  ...[
    'first-hour',
    'screens',
    'install',
    'preview',
    'pictures',
    'ui-edits',
    'deletes',
    'targets',
    'data-model',
    'rename',
    'rules',
    'rules-from-grafana',
  ],
  ...['ci', 'previews', 'agents', 'identity', 'scale', 'fleets', 'library'],
].map((name) => `docs/guide/${name}.md`)

const below = (folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`)
function placeIn(file) {
  const at = GUIDE.indexOf(file)
  return at < 0 ? GUIDE.length : at
}
const files = [
  'README.md',
  'CONTRIBUTING.md',
  'changes/README.md',
  ...below('docs').filter((file) => file.endsWith('.md')),
].sort((one, other) => placeIn(one) - placeIn(other) || (one < other ? -1 : 1))
const pageOf = (file) => (file === 'README.md' ? 'index.html' : file.replace(/\.md$/, '.html'))

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
        sections.push({ title: plain(html), id, depth, text: '' })
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
    if (section) section.text = plain(part).replace(/\s+/g, ' ').slice(section.title.length).trim()
  }
  return { file, html, sections, title: sections[0]?.title ?? basename(file) }
}

const STYLE = `:root{color-scheme:light dark;--ink:light-dark(#1d2229,#e4e8ee);--back:light-dark(#fff,#14181d);--soft:light-dark(#f2f4f7,#1d2229);--line:light-dark(#d5dae1,#39424d);--link:light-dark(#0b5cad,#7cc7e8);--dim:light-dark(#5a636f,#9aa4b0);--new:light-dark(#146c43,#7fd18b);--gone:light-dark(#b3261e,#f08a8a)}
*{box-sizing:border-box}body{margin:0;color:var(--ink);background:var(--back);font:16px/1.6 system-ui,sans-serif;display:grid;grid-template-columns:17rem minmax(0,1fr)}
body>nav{padding:1rem;border-right:1px solid var(--line);height:100vh;overflow:auto;position:sticky;top:0;z-index:2;font-size:.9rem}nav ul{list-style:none;margin:0 0 .5rem;padding:0}nav summary{min-height:24px;font-weight:600;cursor:pointer}nav a{color:inherit;text-decoration:none}nav li a{display:block;padding:.06rem .5rem;border-radius:6px}nav li a:hover{background:var(--soft)}nav li [aria-current]{background:var(--soft);color:var(--link)}.product{display:flex;align-items:baseline;gap:.5rem;margin:0 0 .8rem}.product a{font-weight:700;font-size:1.15rem}
.to-text{display:none;margin-left:auto}.skip{position:absolute;z-index:3;left:.5rem;top:.5rem;padding:.3rem .7rem;border-radius:6px;background:var(--back)}.skip:not(:focus){clip-path:inset(50%)}main:focus{outline:0}
.top{display:none}main .code{position:relative;margin:1em 0;width:max-content;min-width:100%;max-width:calc(100vw - 21rem - 20px)}.copy{position:absolute;top:.4rem;right:.4rem;min-height:24px;padding:0 .6rem;border:1px solid var(--line);border-radius:4px;background:var(--back);color:var(--ink);font:inherit;font-size:.8rem;opacity:0}.code:hover .copy,.copy:focus-visible{opacity:1}@media(hover:none){.copy{opacity:1}}
.contents summary,.contents li,nav li{min-height:24px}.contents ul{margin:.3rem 0;columns:2 16rem}.along{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(14rem,100%),1fr));gap:1rem;margin-top:3rem}.along a{padding:.7rem 1rem;border:1px solid var(--line);border-radius:8px;text-decoration:none;font-weight:600}.along a:hover{border-color:var(--link)}.along small{display:block;color:var(--dim);font-weight:400}.along [rel=next]{text-align:right;grid-column:-2}
main{padding:1rem 2rem 4rem;max-width:62rem;overflow-wrap:anywhere}main>:is(p:not(:has(img)),ul,ol){max-width:46rem}table{overflow-wrap:normal}a{color:var(--link)}nav [aria-current]{font-weight:600}img{max-width:100%;height:auto}main p>img,picture img{border:1px solid var(--line);border-radius:8px}pre,.wide,.terminal{overflow:auto}.terminal,.terminal img{display:block}.dark{display:block;width:fit-content;max-width:100%;background:#1d2229;border-radius:8px}.wide{margin:1em 0}pre{background:var(--soft);padding:.8rem;border-radius:6px;margin:0}pre i,pre del,pre ins{font-style:normal;text-decoration:none}pre i{color:var(--dim)}pre ins{color:var(--new)}pre del{color:var(--gone)}.goes-on{mask-image:linear-gradient(to right,#000 calc(100% - 3.5rem),#0003)}td:first-child a,.option{white-space:nowrap}code{background:var(--soft);font-size:.9em}table{border-collapse:collapse}th,td{border:1px solid var(--line);padding:.3rem .6rem;text-align:left;vertical-align:top}
#found:empty{display:none}#found a{padding:.4rem .6rem}#found b{display:block}#found span{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;color:var(--dim)}mark{background:none;color:var(--link);font-weight:600}:focus-visible{outline:2px solid var(--link);outline-offset:1px}
input{width:100%;padding:.4rem .6rem;margin-bottom:.5rem;font:inherit;border:1px solid var(--line);border-radius:4px;background:var(--back);color:var(--ink)}
@media(min-width:50.01rem){#found{position:fixed;z-index:2;width:min(38rem,calc(100vw - 4rem));max-height:calc(100vh - 9rem);overflow:auto;padding:.4rem;border:1px solid var(--line);border-radius:8px;background:var(--back);box-shadow:0 10px 40px #0004}}
@media(max-width:50rem){body{display:flex;flex-direction:column}.top{display:flex;justify-content:space-between;gap:1rem;padding:.6rem 1rem;border-bottom:1px solid var(--line);background:var(--back);position:sticky;top:0;z-index:1}.top a{min-height:24px}.top b a{display:inline-block;color:inherit;text-decoration:none}html{scroll-padding-top:3.5rem}body>nav:not(:target){display:none}body>nav{height:auto;position:static;border:0;border-bottom:1px solid var(--line)}.to-text{display:inline}main{padding:1rem}main .code{max-width:100%}.terminal img{max-width:none}.keys :is(table,tbody){display:block}.keys thead{display:none}.keys tr{display:flex;flex-wrap:wrap;gap:.2rem 1rem;padding:.6rem 0;border-top:1px solid var(--line)}.keys td{padding:0;border:0}.keys td:last-child{width:100%}}
@media(min-width:90rem){main{max-width:58rem}main .code{max-width:100%}.contents{position:fixed;top:2rem;left:calc(76rem);width:calc(100vw - 77rem);max-width:16rem;max-height:calc(100vh - 4rem);overflow:auto;font-size:.875rem}.contents ul{columns:1;list-style:none;padding:0}.contents a{display:block;padding:.1rem .6rem;border-left:2px solid var(--line);text-decoration:none;color:var(--dim)}.contents a:hover{color:var(--ink)}.contents [aria-current]{border-color:var(--link);color:var(--link)}}`

const SCRIPT = `const input = document.querySelector('input'), found = document.querySelector('#found'), root = document.currentScript.dataset.root
let index
/** The text from shortly before the first word that it has. */
function around(text, words) {
  const starts = words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0)
  const from = starts.length === 0 ? 0 : text.lastIndexOf(' ', Math.max(0, Math.min(...starts) - 40)) + 1
  return (from === 0 ? '' : '... ') + text.slice(from, from + 240)
}
/** With the words that were looked for marked. */
function marked(tag, text, words) {
  const element = document.createElement(tag)
  const looked = new RegExp('(' + words.map((word) => word.replace(/[^\\w]/g, '\\\\$&')).join('|') + ')', 'gi')
  element.append(...text.split(looked).map((part, at) => {
    if (at % 2 === 0) return part
    return Object.assign(document.createElement('mark'), { textContent: part })
  }))
  return element
}
/** How well it fits: first what is called so, then what has the words in its title, then those of their page. */
function rank({ title, page }, text, has) {
  const name = title.toLowerCase().replace(/^boardwright /, '')
  const isWhole = new Set(name.split(/[^\\w-]+/)).has(text)
  return name === text ? 0 : isWhole && title === page ? 1 : isWhole ? 2 : has(title) ? 3 : has(title + ' ' + page) ? 4 : 5
}
async function search() {
  index ??= fetch(root + 'search.json').then((answer) => answer.json())
  const words = input.value.toLowerCase().split(/\\s+/).filter(Boolean)
  const has = (text) => words.every((word) => text.toLowerCase().includes(word))
  const hits = words.length === 0 ? [] : (await index).filter((each) => has(each.title + ' ' + each.page + ' ' + each.text))
  const ranks = new Map(hits.map((each) => [each, rank(each, words.join(' '), has)]))
  hits.sort((one, other) => ranks.get(one) - ranks.get(other))
  found.replaceChildren(...hits.slice(0, 12).map(({ title, page, at, text }) => {
    const link = Object.assign(document.createElement('a'), { href: root + at })
    link.append(marked('b', title === page ? title : page + ': ' + title, words))
    if (text !== '') link.append(marked('span', around(text, words), words))
    const item = document.createElement('li')
    item.append(link)
    return item
  }))
  if (words.length > 0 && hits.length === 0) found.textContent = 'Nothing has all of these words.'
}
for (const when of ['input', 'focus']) input.addEventListener(when, search)
/** From the field through what was found, and back. */
input.closest('nav').addEventListener('keydown', (event) => {
  const links = [...found.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement)
  if (event.target !== input && at < 0) return
  const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key]
  if (event.key === 'Enter' && at < 0) links[0]?.click()
  if (event.key === 'Escape') {
    input.value = ''
    search()
  }
  if (event.key === 'Escape' || to < 0) input.focus()
  else if (to !== undefined) links[Math.min(to, links.length - 1)]?.focus()
  else return
  event.preventDefault()
})
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input')) return
  event.preventDefault()
  location.hash = innerWidth < 800 ? '#documents' : location.hash
  input.focus()
})
addEventListener('hashchange', () => {
  if (location.hash === '#documents') input.focus()
})
document.addEventListener('pointerdown', ({ target }) => {
  if (!input.closest('nav').contains(target)) found.replaceChildren()
})
for (const code of navigator.clipboard ? document.querySelectorAll('pre > code') : []) {
  const copy = Object.assign(document.createElement('button'), { type: 'button', className: 'copy', textContent: 'Copy' })
  copy.addEventListener('click', async () => {
    // Without the prompts and answers of a session: what was typed.
    const lines = code.textContent.split('\\n').filter((line) => line.startsWith('$ ')).map((line) => line.slice(2))
    await navigator.clipboard.writeText(lines.length > 0 ? lines.join('\\n') : code.textContent)
    copy.textContent = 'Copied'
    setTimeout(() => { copy.textContent = 'Copy' }, 2000)
  })
  code.closest('.code').append(copy)
}
// What is cut at its right edge fades there, until one has scrolled to its end.
function fade(box) {
  box.classList.toggle('goes-on', box.scrollWidth - box.clientWidth - box.scrollLeft > 2)
}
const boxes = document.querySelectorAll('pre, .wide, .terminal')
const sized = new ResizeObserver((seen) => { for (const { target } of seen) fade(target.closest('pre, .wide, .terminal')) })
for (const box of boxes) {
  box.addEventListener('scroll', () => fade(box), { passive: true })
  for (const each of [box, ...box.querySelectorAll('img')]) sized.observe(each)
}
const contents = document.querySelector('.contents')
// A phone has no room beside the text, a wide screen has it for any number.
if (contents) contents.open = innerWidth >= 1440 || (contents.open && innerWidth >= 800)
const heads = contents ? [...document.querySelectorAll('main h2')] : []
function showPlace() {
  const now = heads.findLast((head) => head.getBoundingClientRect().top < 120)
  for (const link of contents.querySelectorAll('a')) {
    if (now && link.hash === '#' + now.id) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
}
if (contents) document.addEventListener('scroll', () => requestAnimationFrame(showPlace), { passive: true })
if (input.value !== '') search() // typed before this script ran
`

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
    .map(([name, own], at) => {
      const isOpen = at < 2 || own.some(({ file }) => file === here)
      const items = own.map(
        (each) => `<li>${linkTo(each, here, each.file === here ? ' aria-current="page"' : '')}</li>`,
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
    [before, 'prev', 'Before'],
    [after, 'next', 'Next'],
  ].flatMap(([page, rel, word]) => (page ? [linkTo(page, here, ` rel="${rel}"`, `<small>${word}</small>`)] : []))
  return `<nav class="along" aria-label="Along the list">${links.join('')}</nav>`
}

function layOut(pages, { file, html, title, sections }) {
  const root = '../'.repeat(pageOf(file).split('/').length - 1)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)} - Boardwright</title><link rel="stylesheet" href="${root}site.css"></head>
<body><a class="skip" href="#text">Skip to the text</a><header class="top"><b><a href="${hrefBetween(file, 'README.md')}">Boardwright</a></b><a href="#documents">Documents and search</a></header><nav id="documents" aria-label="Documents"><p class="product"><a href="${hrefBetween(file, 'README.md')}">Boardwright</a> ${version}<a class="to-text" href="#text">Close</a></p><input type="search" aria-label="Search the documents" placeholder="Search, or press /" autocomplete="off" spellcheck="false"><ul id="found" aria-live="polite"></ul>${navigation(pages, file)}</nav>
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
write('site.css', STYLE)
write('site.js', SCRIPT)
/** Guides come before how they were decided, here as in the list. */
const listed = [...new Set([...inOrder(pages).flatMap(([, own]) => own), ...pages])]
const entries = listed.flatMap(({ file, title: page, sections }) =>
  sections.map(({ title, id, text }) => ({ title, page, at: `${pageOf(file)}#${id}`, text: text.slice(0, 2000) })),
)
write('search.json', JSON.stringify(entries))
const broken = brokenLinks()
if (broken.length > 0) {
  process.stderr.write(`Links that lead nowhere:\n${broken.join('\n')}\n`)
  process.exitCode = 1
} else process.stdout.write(`${pages.length} pages in ${OUT}, every link leads somewhere.\n`)
