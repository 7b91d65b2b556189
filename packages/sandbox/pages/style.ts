import { createHash } from 'node:crypto'
import { PALETTE, type Role, type Theme } from '@boardwright/pictures'

const ROLES: readonly Role[] = ['page', 'card', 'edge', 'text', 'faint', 'moved', 'added', 'removed', 'changed']
const variables = (theme: Theme): string => ROLES.map((role) => `--${role}:${PALETTE[role][theme]}`).join(';')

export const STYLE = `:root{color-scheme:light dark;${variables('light')}}
@media(prefers-color-scheme:dark){:root{${variables('dark')}}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Liberation Sans',sans-serif}
main,header{max-width:1180px;margin:0 auto;padding:0 24px}
header{padding-top:32px}
h1{font-size:25px;margin:0}
h2{font-size:18px;margin:0 0 4px}
h3{font-size:14px;margin:18px 0 2px;color:var(--faint)}
p{margin:6px 0}
a{color:var(--moved)}
a:focus-visible,div:focus-visible,pre:focus-visible,summary:focus-visible{outline:2px solid var(--moved);outline-offset:2px}
section{background:var(--card);border:1px solid var(--edge);border-radius:12px;margin:20px 0;padding:18px 20px}
.wall{display:grid;grid-template-columns:repeat(auto-fill,minmax(220px,1fr));gap:16px;margin:14px 0;padding:0;list-style:none}
.card{display:grid;height:100%;align-content:start;overflow:hidden;padding-bottom:10px;border:1px solid var(--edge);border-radius:10px;color:inherit;text-decoration:none;overflow-wrap:anywhere}
a.card:hover{border-color:var(--moved)}
.card>*{padding:0 12px;font-size:13px;line-height:1.45}
.card>b{padding-top:8px;font-size:15px}
.card>.thumb{display:grid;place-items:center;aspect-ratio:16/10;padding:0;overflow:hidden;background:var(--page)}
picture{grid-area:1/1}
picture{align-self:start;width:100%}
img{display:block;width:100%}
.scroll{overflow-x:auto}
.scroll .code{white-space:nowrap}
.log{max-height:560px;overflow:auto}
table{border-collapse:collapse;width:100%}
td,th{text-align:left;vertical-align:baseline;padding:5px 16px 5px 0;border-top:1px solid var(--edge)}
th{border-top:0;color:var(--faint);font-weight:600;white-space:nowrap}
code,.code{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;overflow-wrap:anywhere}
pre{margin:8px 0 0;padding:10px 14px;border-radius:8px;background:var(--page);overflow:auto;font:13px/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace}
pre{display:grid;grid-template-columns:minmax(0,max-content) minmax(0,1fr);column-gap:3ch}
.step{display:grid;grid-column:span 2;grid-template-columns:subgrid;white-space:pre-wrap;overflow-wrap:anywhere}
summary{min-height:24px;cursor:pointer}
.number{text-align:right;font-variant-numeric:tabular-nums}
.faint{color:var(--faint)}
.good{color:var(--added)}
.bad{color:var(--removed);font-weight:600}
.write{color:var(--changed);font-weight:600}
@media(max-width:600px){main,header{padding-left:12px;padding-right:12px}section{padding:14px 12px}pre{display:block}.step{display:block}.step+.step{margin-top:8px}.step>*{display:block}}`

/** For pages without the viewer: they run and fetch nothing. */
export const PLAIN_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}
