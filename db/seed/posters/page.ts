/** Shared by all posters: the data type, fonts, base style and small repeated blocks. */
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

export type Design = {
  slug: string
  layout: string
  title: string[]
  promise: string
  act: string
  role: string
  doors: string
  pictures: string[]
}

export type Asset = (path: string) => string
export type Layout = (design: Design, asset: Asset) => string

export const WIDTH = 1200
export const HEIGHT = 1500

export const ink = {
  night: '#120b08',
  brass: '#e8b765',
  cream: '#f6ead6',
  terracotta: '#c2572b',
  clay: '#8f3a1c',
  teal: '#14655f',
  deepTeal: '#0a3330',
  burgundy: '#6d1527',
  wine: '#360a14',
  ochre: '#d9932f',
  indigo: '#1a1648',
} as const

const TYPES: Record<string, string> = {
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

export function dataUrl(file: string): string {
  const type = TYPES[extname(file)]
  if (!type) throw new Error(`No media type known for ${file}`)
  return `data:${type};base64,${readFileSync(file).toString('base64')}`
}

function face(family: string, style: string, file: string): string {
  return `@font-face{font-family:${family};font-style:${style};font-weight:100 900;src:url(${dataUrl(file)})}`
}

/** CSS font rules, read from a folder that holds the two font packages side by side. */
export function fontRules(folder: string): string {
  const fraunces = join(folder, 'fraunces', 'files', 'fraunces-latin-full')
  const figtree = join(folder, 'figtree', 'files', 'figtree-latin-wght')
  return [
    face('Fraunces', 'normal', `${fraunces}-normal.woff2`),
    face('Fraunces', 'italic', `${fraunces}-italic.woff2`),
    face('Figtree', 'normal', `${figtree}-normal.woff2`),
  ].join('\n')
}

const BASE = `
*{box-sizing:border-box;margin:0}
body{width:${WIDTH}px;height:${HEIGHT}px;background:${ink.night}}
.poster{position:relative;width:${WIDTH}px;height:${HEIGHT}px;overflow:hidden;background:${ink.night};
  color:${ink.cream};font-family:Figtree;-webkit-font-smoothing:antialiased}
.poster>*,.abs{position:absolute}
.fill{inset:0;width:100%;height:100%}
.d{font-family:Fraunces;font-weight:600;line-height:.9;letter-spacing:-.025em;white-space:nowrap;
  font-optical-sizing:none;font-variation-settings:'opsz' 120,'SOFT' 40,'WONK' 0}
.i{font-style:italic;font-weight:400;letter-spacing:-.03em;
font-variation-settings:'opsz' 120,'SOFT' 60,'WONK' 1}
.eyebrow{font-weight:600;font-size:28px;letter-spacing:.26em;text-transform:uppercase;line-height:1.35}
.text{font-weight:500;font-size:38px;line-height:1.3}
.act{font-family:Fraunces;font-weight:500;font-size:52px;line-height:1.1;
font-variation-settings:'opsz' 60,'SOFT' 40}
.act small,.mark small{display:block;font-family:Figtree;font-weight:600;letter-spacing:.24em;text-transform:uppercase}
.act small{font-size:25px;line-height:1.7}
.mark{font-family:Fraunces;font-weight:600;font-size:40px;line-height:1.15;white-space:nowrap;
  font-variation-settings:'opsz' 48,'SOFT' 40}
.mark small{font-size:21px;line-height:1.8}
.c{text-align:center;left:0;right:0}
.grain{inset:0;width:100%;height:100%;mix-blend-mode:soft-light;opacity:.22;pointer-events:none}
`

const GRAIN = `<svg class="grain"><filter id="grain"><feTurbulence type="fractalNoise" baseFrequency=".8"
 numOctaves="2" seed="7"/><feColorMatrix type="saturate" values="0"/></filter>
 <rect width="100%" height="100%" filter="url(#grain)"/></svg>`

export function page(fonts: string, body: string): string {
  return `<!doctype html><meta charset="utf-8"><style>${fonts}${BASE}</style>
<div class="poster">${body}${GRAIN}</div>`
}

/** A positioned block on the poster. */
export function box(style: string, content = '', classes = ''): string {
  return `<div class="${classes}" style="${style}">${content}</div>`
}

/** An SVG as large as the poster. */
export function drawing(content: string, style = ''): string {
  return `<svg class="fill" viewBox="0 0 ${WIDTH} ${HEIGHT}" style="${style}">${content}</svg>`
}

/** An image that covers its block. */
export function photo(url: string, style: string, position = '50% 50%'): string {
  return box(`background:url(${url}) ${position}/cover no-repeat;${style}`)
}

export function mark(style: string, classes = ''): string {
  return box(style, 'Baobab &amp; Olive<small>Restaurant &amp; Lounge</small>', `mark ${classes}`)
}

export function act(design: Design, style: string, classes = ''): string {
  return box(style, `<small>${design.role}</small>${design.act}`, `act ${classes}`)
}

export function line(design: Design, index: number): string {
  return design.title[index] ?? ''
}

export function picture(design: Design, asset: Asset, index = 0): string {
  const path = design.pictures[index]
  if (!path) throw new Error(`${design.slug} has no picture ${index}`)
  return asset(path)
}
