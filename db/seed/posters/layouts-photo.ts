/** Posters led by a photograph. */
import { act, box, type Design, drawing, ink, type Layout, line, mark, photo, picture } from './page.ts'
import { arch, circles, duotone, scales, scatter, type Point } from './shapes.ts'

const shade = (stops: string): string => box(`background:linear-gradient(180deg,${stops})`, '', 'fill')

const giantItalic: Layout = (design, asset) => {
  const glow = 'text-shadow:0 0 90px rgba(232,150,60,.75),0 10px 40px rgba(18,11,8,.9)'
  const slant = 'transform:rotate(-7deg);transform-origin:50% 50%'
  return [
    photo(picture(design, asset), 'inset:0', '52% 50%'),
    shade(
      'rgba(18,11,8,.25),rgba(18,11,8,0) 24%,rgba(18,11,8,.62) 44%,rgba(18,11,8,.5) 62%,rgba(18,11,8,.9) 84%',
    ),
    box(`top:395px;left:56px;font-size:348px;color:${ink.brass};${slant};${glow}`, line(design, 0), 'd i'),
    box(`top:655px;right:84px;font-size:400px;color:${ink.cream};${slant};${glow}`, line(design, 1), 'd i'),
    box(`top:1108px;color:${ink.cream}`, design.promise, 'c text'),
    act(design, 'top:1196px', 'c'),
    box(`left:88px;bottom:74px;color:${ink.brass}`, design.doors, 'eyebrow'),
    mark('right:88px;bottom:62px;text-align:right'),
  ].join('')
}

const archWindow: Layout = (design, asset) => {
  const path = arch({ x: 600, y: 480, r: 400 }, 1140)
  const outer = arch({ x: 600, y: 480, r: 432 }, 1140)
  const window = `<clipPath id="w"><path d="${path}"/></clipPath>
<image href="${picture(design, asset)}" x="-160" y="60" width="1520" height="1140" clip-path="url(#w)"
 preserveAspectRatio="xMidYMid slice"/>`
  const rim = `fill="none" stroke="${ink.brass}"`
  return [
    box(`background:url(${picture(design, asset, 1)}) 0 0/1200px 600px;opacity:.36`, '', 'fill'),
    box(
      'background:radial-gradient(circle at 50% 34%,rgba(150,60,25,.75),rgba(18,11,8,.35) 70%)',
      '',
      'fill',
    ),
    drawing(
      `<path d="${outer}" fill="${ink.night}"/>${window}
<path d="${path}" ${rim} stroke-width="5"/><path d="${outer}" ${rim} stroke-width="2"/>`,
    ),
    shade('rgba(18,11,8,0) 46%,rgba(18,11,8,.88) 63%,rgba(18,11,8,1) 78%'),
    box(`top:772px;font-size:214px;color:${ink.cream}`, line(design, 0), 'd c'),
    box(`top:940px;font-size:262px;color:${ink.brass}`, line(design, 1), 'd i c'),
    box('top:1200px', design.promise, 'c text'),
    box(`top:1264px;color:${ink.brass}`, design.doors, 'c eyebrow'),
    act(design, 'left:88px;bottom:66px'),
    mark('right:88px;bottom:66px;text-align:right'),
  ].join('')
}

const duskSky: Layout = (design, asset) => {
  const next = scatter(11)
  const stars = Array.from({ length: 90 }, () => {
    const [x, y, r] = [next() * 1200, next() * 620, 0.8 + next() * 1.8]
    if (y < 200 && Math.abs(x - 600) < 240) return ''
    return `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${r.toFixed(1)}" fill="#fff1d6"
 opacity=".55"/>`
  }).join('')
  const fade = 'mask-image:linear-gradient(180deg,transparent,#000 22%)'
  return [
    box('background:linear-gradient(180deg,#151338,#2b2457 26%,#4a3a68 46%,#4a3a68)', '', 'fill'),
    drawing(stars),
    photo(picture(design, asset), `left:-220px;top:394px;width:1475px;height:1106px;${fade}`),
    shade('rgba(18,11,8,0) 64%,rgba(18,11,8,.86) 88%'),
    mark(`top:86px;color:${ink.brass}`, 'c'),
    box(`top:300px;font-size:176px;color:${ink.cream}`, line(design, 0), 'd c'),
    box(
      `top:430px;font-size:268px;color:${ink.brass};text-shadow:0 6px 40px rgba(20,15,50,.8)`,
      line(design, 1),
      'd i c',
    ),
    box('left:80px;bottom:190px', design.promise, 'text'),
    act(design, 'left:80px;bottom:64px'),
    box(`right:80px;bottom:76px;color:${ink.brass}`, design.doors, 'eyebrow'),
  ].join('')
}

/** Eight-point stars in thin lines, as on a carved screen. */
function lattice(colour: string): string {
  const square = 'x="-42" y="-42" width="84" height="84" fill="none"'
  const unit = `<g transform="translate(75 75)" stroke="${colour}" stroke-width="2.5"><rect ${square}/>
<rect ${square} transform="rotate(45)"/><path d="M-75 0H-59M59 0H75M0 -75V-59M0 59V75"/></g>`
  return `<defs><pattern id="l" width="150" height="150" patternUnits="userSpaceOnUse">${unit}</pattern>
</defs>
<rect width="1200" height="1500" fill="url(#l)"/>`
}

const typeWindow: Layout = (design, asset) => {
  const clip = '-webkit-background-clip:text;background-clip:text;color:transparent'
  const type = `left:-22px;right:22px;top:200px;height:700px;text-align:center;font-size:760px;
line-height:.92;
font-weight:900;letter-spacing:-.045em`
  const view = `background:url(${picture(design, asset)}) 50% 62%/1560px auto no-repeat`
  return [
    box(`background:radial-gradient(circle at 50% 42%,#19857c,#0d4a45 62%,#072a28)`, '', 'fill'),
    drawing(lattice('#e8b765'), 'opacity:.16'),
    mark(`top:84px;left:84px`),
    box(`top:96px;right:84px;color:${ink.brass}`, design.doors, 'eyebrow'),
    box(`${type};color:${ink.brass};-webkit-text-stroke:14px ${ink.brass}`, line(design, 0), 'd'),
    box(`${type};${view};${clip}`, line(design, 0), 'd'),
    box(
      `top:858px;font-size:264px;color:${ink.cream};text-shadow:0 8px 30px rgba(4,30,28,.7)`,
      line(design, 1),
      'd i c',
    ),
    box(`top:1214px`, design.promise, 'c text'),
    act(design, `top:1300px;color:${ink.brass}`, 'c'),
  ].join('')
}

const echoType: Layout = (design, asset) => {
  const rows = [0, 1, 2, 3, 4, 5, 6].map((row) => {
    const solid = row === 3
    const away = Math.abs(row - 3)
    const paint = solid
      ? `color:${ink.cream};text-shadow:0 0 60px rgba(255,70,60,.55)`
      : `color:rgba(255,120,96,${(0.5 / (away * away + 0.4)).toFixed(2)})`
    const words = `${line(design, 0)} ${line(design, 1)}`
    return `<div style="font-size:286px;line-height:.8;margin-left:${(row - 3) * -46}px;
${paint}">${words}</div>`
  })
  return [
    duotone('v', ['#1a0308', '#98132a', '#ea8f76'], 1.8),
    photo(picture(design, asset), 'inset:0;filter:url(#v)', '50% 50%'),
    box('background:radial-gradient(circle at 50% 50%,rgba(40,0,8,.12),rgba(20,2,6,.7) 82%)', '', 'fill'),
    box('left:-116px;top:-52px;width:1400px;text-align:center;transform:rotate(-9deg)', rows.join(''), 'd i'),
    box('left:0;right:0;bottom:0;height:460px;background:linear-gradient(transparent,#1a0308 58%)'),
    box('left:0;right:0;top:0;height:260px;background:linear-gradient(#1a0308,transparent)'),
    box('top:1214px', design.promise, 'c text'),
    act(design, 'left:84px;bottom:70px'),
    box('right:84px;bottom:82px;color:#ffb489', design.doors, 'eyebrow'),
    mark('left:84px;top:78px'),
  ].join('')
}

/** The glass, clipped from its picture along its outline (the picture is laid on a 360 by 450 grid). */
function cutGlass(url: string, scale: number, at: Point): string {
  const outline = [
    'M127 131L236 131L229 366Q182 374 133 366Z',
    'M163 85L172 99L192 103L185 116L190 135L136 135L140 116L133 104L154 99Z',
    'M190 128C189 102 213 80 250 74C249 103 226 137 198 133Z',
  ].join('')
  return `<g transform="translate(${at.x} ${at.y}) scale(${scale})"><clipPath id="g"><path d="${outline}"/>
</clipPath>
<image href="${url}" width="360" height="450" clip-path="url(#g)"
 style="filter:brightness(1.45) saturate(1.1)"/></g>`
}

const glowingGlass: Layout = (design, asset) => {
  const next = scatter(5)
  const stars = Array.from({ length: 130 }, () => {
    const [x, y, r] = [next() * 1200, next() * 900, 1 + next() * 2.2]
    if (y < 270 && Math.abs(x - 600) < 340) return ''
    return `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${r.toFixed(1)}" fill="#ffe7bd"/>`
  }).join('')
  const sea = scales([1230, 1500], 100, ['#0c0a2a', '#2c2790', '#0c0a2a', '#4a3fc0', '#e8b765'])
  const moon = `<radialGradient id="m"><stop offset="0" stop-color="#fff0c9"/><stop offset=".55"
 stop-color="#f0b65a"/>
<stop offset="1" stop-color="#c9702a"/></radialGradient><circle cx="600" cy="790" r="440" fill="url(#m)"/>`
  const halo = circles({ x: 600, y: 790 }, [500, 560], 'fill="none" stroke="#e8b765" opacity=".4"')
  const title = 'text-shadow:0 6px 34px rgba(12,8,42,.85)'
  return [
    box('background:radial-gradient(circle at 50% 52%,#3a2f9c,#16123f 58%,#0a0820)', '', 'fill'),
    drawing(`<g opacity=".7">${stars}</g>${halo}`),
    drawing(`${moon}${sea}`),
    box(`top:300px;font-size:278px;color:${ink.cream};${title}`, line(design, 0), 'd c'),
    drawing(cutGlass(picture(design, asset), 2.5, { x: 145, y: 342 })),
    box(
      `top:880px;font-size:278px;color:${ink.cream};text-shadow:0 6px 30px #1a1260,0 0 80px #1a1260`,
      line(design, 1),
      'd i c',
    ),
    box(`left:0;right:0;bottom:0;height:330px;background:linear-gradient(transparent,#0a0820 50%)`),
    mark('top:76px', 'c'),
    box('top:206px', design.promise, 'c text'),
    act(design, 'left:84px;bottom:66px'),
    box(`right:84px;bottom:78px;color:${ink.brass}`, design.doors, 'eyebrow'),
  ].join('')
}

export const photoLayouts: Record<string, Layout> = {
  'giant-italic': giantItalic,
  'arch-window': archWindow,
  'dusk-sky': duskSky,
  'type-window': typeWindow,
  'echo-type': echoType,
  'glowing-glass': glowingGlass,
} satisfies Record<string, (design: Design, asset: (path: string) => string) => string>
