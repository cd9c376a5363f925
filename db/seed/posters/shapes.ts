/** Generated paths and filters: arches, stars, rays, strings, duotones. */

const round = (value: number): string => value.toFixed(1)

export type Point = { x: number; y: number }
export type Circle = Point & { r: number }

function polar(centre: Point, radius: number, degrees: number): [number, number] {
  const angle = (degrees * Math.PI) / 180
  return [centre.x + radius * Math.cos(angle), centre.y + radius * Math.sin(angle)]
}

function closed(points: [number, number][]): string {
  return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`
}

/** Horseshoe arch: a circle that narrows a little before its sides drop to the floor. */
export function arch(circle: Circle, floor: number, pinch = 28): string {
  const [right, shoulder] = polar(circle, circle.r, pinch)
  const left = 2 * circle.x - right
  const curve = `A${circle.r} ${circle.r} 0 1 1 ${round(right)} ${round(shoulder)}`
  return `M${round(left)} ${floor}L${round(left)} ${round(shoulder)}${curve}L${round(right)} ${floor}Z`
}

export function star(circle: Circle, points = 5, depth = 0.4): string {
  const corners = Array.from({ length: points * 2 }, (_, index) =>
    polar(circle, index % 2 ? circle.r * depth : circle.r, -90 + (index * 180) / points),
  )
  return closed(corners)
}

/** Wedges between two circles, every second one left out. */
export function rays(centre: Point, reach: [number, number], count: number): string {
  const step = 360 / count
  const [inner, outer] = reach
  return Array.from({ length: count }, (_, index) => {
    const from = index * step - 90
    const to = from + step / 2
    return closed([
      polar(centre, inner, from),
      polar(centre, outer, from),
      polar(centre, outer, to),
      polar(centre, inner, to),
    ])
  }).join('')
}

/** Overlapping fish scales: rows of nested half circles, one ring for each color. */
export function scales(span: [number, number], radius: number, colours: string[]): string {
  const discs: string[] = []
  const [top, bottom] = span
  let row = 0
  for (let y = top; y < bottom + radius; y += radius * 0.5) {
    const first = row % 2 ? 0 : -radius
    for (let x = first; x <= 1200 + radius; x += radius * 2) {
      const rings = colours.map((_, ring) => (radius * (colours.length - ring)) / colours.length)
      discs.push(...rings.map((r, ring) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${colours[ring]}"/>`))
    }
    row += 1
  }
  return discs.join('')
}

export function circles(centre: Point, radii: number[], style: string): string {
  return radii.map((radius) => `<circle cx="${centre.x}" cy="${centre.y}" r="${radius}" ${style}/>`).join('')
}

/** Round plate clipped from its image: centre and radius as fractions of the image's width and height. */
export function plate(url: string, { at, from }: { at: Circle; from: Circle }, style = ''): string {
  const width = at.r / from.r
  const height = width * 0.75
  const left = at.r - from.x * width
  const top = at.r - from.y * height
  const place = `left:${at.x - at.r}px;top:${at.y - at.r}px;width:${at.r * 2}px;height:${at.r * 2}px`
  const fill = `background:url(${url}) ${left}px ${top}px/${width}px ${height}px no-repeat`
  return `<div style="${place};${fill};border-radius:50%;${style}"></div>`
}

type Inks = [dark: string, middle: string, light: string]

function channels(inks: Inks): string[] {
  return [1, 3, 5].map((offset) =>
    inks.map((hex) => (parseInt(hex.slice(offset, offset + 2), 16) / 255).toFixed(3)).join(' '),
  )
}

/** SVG filter that maps the greys of an image to three inks. Apply it with filter:url(#id). */
export function duotone(id: string, inks: Inks, gain = 1.5): string {
  const [red, green, blue] = channels(inks)
  const grey = [0.4 * gain, 0.45 * gain, 0.15 * gain, 0, 0].join(' ')
  return `<svg width="0" height="0" class="abs"><filter id="${id}" color-interpolation-filters="sRGB">
<feColorMatrix values="${grey} ${grey} ${grey} 0 0 0 1 0"/><feComponentTransfer>
<feFuncR type="table" tableValues="${red}"/><feFuncG type="table" tableValues="${green}"/>
<feFuncB type="table" tableValues="${blue}"/></feComponentTransfer></filter></svg>`
}

/** Deterministic pseudo-random numbers between 0 and 1. */
export function scatter(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return state / 4294967296
  }
}
