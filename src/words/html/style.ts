import { createHash } from 'node:crypto'
import { h, type Markup, PALETTE, page, type Role, SVG_STYLE, type Theme, trusted } from '@boardwright/pictures'

const ROLES = Object.keys(PALETTE) as Role[]
const variables = (theme: Theme): string => ROLES.map((role) => `--${role}:${PALETTE[role][theme]}`).join(';')

/** For the whole page, including its drawings. */
const STYLE = `:root{color-scheme:light dark;${variables('light')}}
@media(prefers-color-scheme:dark){:root{${variables('dark')}}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Liberation Sans',sans-serif}
main,header,footer{max-width:1320px;margin:0 auto;padding:0 24px}
header{padding-top:36px}
h1{font-size:26px;line-height:1.25;margin:0 0 4px}
h2{font-size:19px;line-height:1.3;margin:0}
h3{font-size:15px;margin:18px 0 6px}
p{margin:6px 0}
a{color:var(--moved)}
a:focus-visible,summary:focus-visible,figure:focus-visible,.sides>div:focus-visible,pre:focus-visible{outline:2px solid var(--moved);outline-offset:2px}
.faint,footer{color:var(--faint)}
.counts{display:flex;flex-wrap:wrap;gap:8px 14px;list-style:none;margin:18px 0 0;padding:0}
.counts li{padding:6px 0;color:var(--faint)}
.counts a{display:block;margin:-7px 0;padding:6px 12px;background:var(--card);border:1px solid currentcolor;border-radius:8px;font-weight:600;text-decoration:none}
.counts a:hover{text-decoration:underline}
nav{position:sticky;top:0;z-index:1;margin:22px 0;padding:8px 0;background:var(--page)}
nav ul{display:flex;flex-wrap:wrap;gap:4px 18px;max-height:5em;overflow-y:auto;margin:0;padding:0;list-style:none}
nav~*,nav~* article{scroll-margin-top:100px}
.swatch{margin:0 4px -1px 0;border-radius:3px}
section,main>article{background:var(--card);border:1px solid var(--edge);border-radius:12px;margin:22px 0;padding:18px 20px}
main>article:target,section article:target{outline:2px solid var(--moved);outline-offset:3px}
section.held{border-color:var(--held)}
section.stop{border-color:var(--removed)}
.title{display:flex;flex-wrap:wrap;gap:6px 12px;align-items:center}
.self{color:inherit;text-decoration:none}
.self:hover{text-decoration:underline}
.turns{display:flex;gap:10px;font-size:13px}
.file{display:flex;min-width:0;max-width:100%;margin-left:auto;white-space:nowrap}
.file span{flex:0 1 auto;min-width:3ch;overflow:hidden;text-overflow:ellipsis}
.file span:first-child{flex-shrink:1000}
.word{border-radius:99px;padding:1px 10px;font-size:13px;font-weight:600;color:var(--onMark);background:var(--moved)}
.word.create,.word.added{background:var(--added)}
.word.delete,.word.removed{background:var(--removed)}
.word.changed{background:var(--changed)}
.word.held{background:var(--held)}
.frame{width:14px;height:14px;flex:none;box-sizing:border-box;border:2px solid var(--moved);border-radius:4px}
.frame.added{border-color:var(--added)}
.frame.removed{border-color:var(--removed)}
.frame.changed{border-color:var(--changed)}
.frame.held{border-color:var(--held)}
ul{margin:8px 0;padding-left:20px}
li{margin:2px 0;overflow-wrap:anywhere}
figure{margin:14px 0 4px;overflow-x:auto;border:1px solid var(--edge);border-radius:10px;background:var(--page)}
.sides{display:flex;flex-wrap:wrap;gap:8px 16px;overflow:visible;border:0;border-radius:0;background:none}
.sides>*{flex:1 1 100%;margin:0}
.sides>div{flex:1 1 330px;min-width:0;color:var(--faint)}
.sides>div:only-of-type{flex-basis:100%;max-width:860px}
.sides.broad>div{max-width:none}
.pick{display:none}
.sides figcaption,.legend,.legend>span{display:flex;flex-wrap:wrap;gap:4px 10px;align-items:center}
.legend{gap:4px 24px}
.legend>span{flex-wrap:nowrap}
.sides>div>svg{display:block;width:100%;min-width:0;max-width:100%;height:auto;border:1px solid var(--edge);border-radius:10px}
.widget>div>svg{width:auto;margin-left:0}
.broad>div>svg{width:100%}
.wall{display:grid;grid-template-columns:repeat(auto-fill,minmax(260px,1fr));gap:18px;list-style:none;padding:0}
.wall a{display:block;position:relative;height:100%;overflow:hidden;background:var(--card);border:1px solid var(--edge);border-radius:12px;color:inherit;text-decoration:none}
.wall a:focus-visible{outline:2px solid var(--moved);outline-offset:2px}
.wall div{display:grid;align-items:start;aspect-ratio:16/10;overflow:hidden;background:var(--page)}
.wall img{display:block;width:100%;height:auto}
.wall b{display:block;padding:8px 12px 0}
.wall span{display:flex;gap:6px;align-items:center;min-height:36px;padding:0 12px 8px;color:var(--faint)}
.wall span>:first-child{flex:1}
.wall b,.wall small{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.wall .badge{flex:none;padding:1px 9px;border:1px solid var(--edge);border-radius:99px}
.wall .changed{border-color:currentcolor;color:var(--moved)}
.wall :target a{outline:2px solid var(--moved);outline-offset:2px}
.fits>div>svg.phone,image.dark{display:none}
details.all{border:0;margin:0}
.hint{font-size:13px}
.whole:target>.hint>:first-child,.whole:not(:target)>.hint>:last-child{display:none}
.whole:target>div{flex-basis:100%}
figure svg{display:block;margin:0 auto;min-width:720px;max-width:100%;height:auto}
details{margin:8px 0;border:1px solid var(--edge);border-radius:8px}
summary{cursor:pointer;padding:6px 12px;overflow-wrap:anywhere}
pre{margin:0;padding:10px 12px;overflow-x:auto;font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;tab-size:4}
details pre{border-top:1px solid var(--edge)}
pre>span{display:block;padding:0 4px;min-height:1.5em;width:max-content;min-width:100%}
.plus{background:var(--addedTint);color:var(--added)}
.minus{background:var(--removedTint);color:var(--removed)}
.at{color:var(--faint)}
table{border-collapse:collapse;width:100%}
td,th{text-align:left;vertical-align:top;padding:5px 12px 5px 0;border-top:1px solid var(--edge)}
td:last-child{min-width:8em;overflow-wrap:anywhere}
.three{margin:6px 0}
.three tr:first-child td{border:0}
.three tr+tr>th{border-top:1px solid var(--edge);color:var(--text)}
.held h2{margin-bottom:10px}
.held h3{margin:0}
.held article+article{margin-top:20px}
.three td{width:27%;overflow-wrap:anywhere}
.three small{color:var(--faint)}
section:has(>table){overflow-x:auto}
th{border-top:0;color:var(--faint);font-weight:600}
@media(min-width:601px){.fleet{table-layout:fixed}.fleet th:first-child{width:30%}.fleet th:nth-child(2){width:16%}.fleet th:nth-child(3){width:12%}}
@media(max-width:600px){.fleet thead{display:none}.fleet tr{display:flex;flex-wrap:wrap;gap:4px 12px;padding:8px 0;border-top:1px solid var(--edge)}.fleet td{border:0;padding:0;overflow-wrap:anywhere}.fleet td:first-child{font-weight:600}.fleet td:nth-child(4){flex-basis:100%}}
code{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;overflow-wrap:anywhere}
.command span{display:inline-block;max-width:100%}
footer{padding-bottom:40px}
@media(prefers-color-scheme:dark){image.light{display:none}image.dark{display:inline}.charts.light>div>svg{border-color:${PALETTE.edge.light};filter:invert(.9) hue-rotate(180deg)}}
@media(max-width:700px){
nav{position:static}nav ul{max-height:40vh}
.pick{display:flex;margin:0;border:1px solid var(--edge);border-radius:8px;overflow:hidden;background:var(--card)}
.pick label{flex:1;text-align:center}
.pick input{position:absolute;opacity:0}
.pick span{display:block;padding:6px}
.pick :checked+span{background:var(--text);color:var(--card);font-weight:600}
.pick :focus-visible+span{outline:2px solid var(--moved);outline-offset:-4px}
.pick~div>b{display:none}
.sides:has(label:first-child :checked)>div:last-of-type,.sides:has(label:last-child :checked)>div:first-of-type{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.fits>div>svg.wide{display:none}
.fits>div>svg.phone{display:block;width:100%;max-width:100%;margin-right:0}
.fits.fits>div{max-width:100%;flex-basis:100%;overflow:visible;mask-image:none}
.sides>div{overflow-x:auto;mask-image:linear-gradient(to left,transparent,#000 28px)}
.sides>div>svg{width:auto;max-width:none;margin-right:28px}
.whole:not(:target)>div{overflow:visible;mask-image:none}
.whole:not(:target)>div>svg{width:100%;margin-right:0}
.charts.whole:target>div>svg{width:900px}
details.all{border:1px solid var(--edge);padding-bottom:8px}
details.all>figure{margin:0 12px}
.three,.three tbody,.three tr,.three tr>th:first-child,.three td{display:block;width:auto}
.three tr:first-child{display:none}
.three tr>th:first-child{border:0}
.three td{display:grid;grid-template-columns:7em 1fr;border:0;padding:1px 0}
.three td::before{content:attr(data-side);color:var(--faint)}
.three small{grid-column:2}
}
@supports selector(::details-content){@media print,(min-width:701px){
details.all::details-content{content-visibility:visible}
details.all>summary{display:none}
}}
@media(max-width:600px){main,header,footer{padding-left:12px;padding-right:12px}.counts{gap:6px}.counts li{font-size:14px}.counts a{padding:4px 9px;margin:-5px 0}section,main>article{padding:14px 12px}.file{margin-left:0}}
@media print{.turns{display:none}figure,details,section,article{break-inside:avoid}}
${SVG_STYLE}`

const policy = (images: string): string =>
  `default-src 'none'; img-src ${images}; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`

/** A static HTML file that runs no script and fetches nothing, unless it shows pictures that lie beside it. */
export const staticPage = (title: string, body: readonly Markup[], images = 'data:'): string =>
  page(
    [
      h('meta', { charset: 'utf-8' }),
      h('meta', { 'http-equiv': 'Content-Security-Policy', content: policy(images) }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('title', {}, title),
      h('style', {}, trusted(STYLE)),
    ],
    body,
  )
