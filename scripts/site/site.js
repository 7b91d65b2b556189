const input = document.querySelector('input'),
  found = document.querySelector('#found'),
  root = document.currentScript.dataset.root
let index
/** Whole words, from shortly before the first that was looked for, as many as two lines have. */
function around(text, words) {
  const starts = words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0)
  const from = starts.length === 0 ? 0 : text.lastIndexOf(' ', Math.max(0, Math.min(...starts) - 40)) + 1
  const rest = text.slice(from)
  const end = rest.length > 130 ? rest.lastIndexOf(' ', 130) : rest.length
  return `${from === 0 ? '' : '… '}${rest.slice(0, end)}${end < rest.length ? ' …' : ''}`
}
/** With the words that were looked for marked. */
function marked(tag, text, words) {
  const element = document.createElement(tag)
  const looked = new RegExp(`(${words.map((word) => word.replace(/[^\w]/g, '\\$&')).join('|')})`, 'gi')
  element.append(
    ...text.split(looked).map((part, at) => {
      if (at % 2 === 0) return part
      return Object.assign(document.createElement('mark'), { textContent: part })
    }),
  )
  return element
}
/** How well it fits: what is called so, then by where it has the words: title, page, a title in part, text, code. */
function rank({ title, page, text }, words, has) {
  const name = title.toLowerCase().replace(/^boardwright /, '')
  const wanted = words.join(' ')
  const isWhole = new Set(name.split(/[^\w-]+/)).has(wanted)
  if (name === wanted) return 0
  if (isWhole) return title === page ? 1 : 2
  if (has(title)) return 3
  if (has(`${title} ${page}`)) return 4
  if (!has(`${title} ${page} ${text}`)) return 7
  return words.some((word) => name.includes(word)) ? 5 : 6
}
async function search() {
  index ??= fetch(`${root}search.json`).then((answer) => answer.json())
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
  const has = (text) => words.every((word) => text.toLowerCase().includes(word))
  const hits =
    words.length === 0
      ? []
      : (await index).filter((each) => has(`${each.title} ${each.page} ${each.text} ${each.code}`))
  const ranks = new Map(hits.map((each) => [each, rank(each, words, has)]))
  hits.sort((one, other) => ranks.get(one) - ranks.get(other))
  found.replaceChildren(
    ...hits.slice(0, 12).map(({ title, page, at, text, code }) => {
      const link = Object.assign(document.createElement('a'), { href: root + at })
      link.append(marked('b', title === page ? title : `${page}: ${title}`, words))
      const said = [text, code].find((each) => words.some((word) => each.toLowerCase().includes(word))) ?? text
      if (said !== '') link.append(marked('span', around(said, words), words))
      const item = document.createElement('li')
      item.append(link)
      return item
    }),
  )
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
  const copy = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'copy',
    textContent: 'Copy',
  })
  copy.addEventListener('click', async () => {
    // Without the prompts and answers of a session: what was typed.
    const lines = code.textContent
      .split('\n')
      .filter((line) => line.startsWith('$ '))
      .map((line) => line.slice(2))
    await navigator.clipboard.writeText(lines.length > 0 ? lines.join('\n') : code.textContent)
    copy.textContent = 'Copied'
    setTimeout(() => {
      copy.textContent = 'Copy'
    }, 2000)
  })
  code.closest('.code').append(copy)
}
// What is cut at its right edge fades there, until one has scrolled to its end.
function fade(box) {
  box.classList.toggle('goes-on', box.scrollWidth - box.clientWidth - box.scrollLeft > 2)
}
const boxes = document.querySelectorAll('pre, .wide, .terminal')
const sized = new ResizeObserver((seen) => {
  for (const { target } of seen) fade(target.closest('pre, .wide, .terminal'))
})
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
    if (now && link.hash === `#${now.id}`) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
}
if (contents) document.addEventListener('scroll', () => requestAnimationFrame(showPlace), { passive: true })
if (input.value !== '') search() // typed before this script ran
// The page that one reads is in sight in the list.
const list = document.querySelector('.list')
const here = list.querySelector('li [aria-current]')
if (here) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2
