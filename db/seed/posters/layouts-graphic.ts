/** Posters led by a drawn figure: arches, a star, strings, a record, a sunburst, sound bars. */
import { act, box, drawing, HEIGHT, ink, type Layout, line, mark, picture, WIDTH } from './page.ts'
import { arch, circles, rays, scatter, star } from './shapes.ts'

const nestedArches: Layout = (design, asset) => {
  const bands: [number, string][] = [
    [780, ink.burgundy],
    [690, ink.terracotta],
    [600, ink.ochre],
    [510, ink.teal],
    [420, 'url(#cloth)'],
    [330, ink.brass],
  ]
  const hoops = bands.map(
    ([radius, fill]) => `<path d="${arch({ x: 600, y: 560, r: radius }, 1500, 24)}" fill="${fill}"/>`,
  )
  const cloth = `<pattern id="cloth" width="800" height="400" patternUnits="userSpaceOnUse">
<image href="${picture(design, asset, 1)}" width="800" height="400"/></pattern>`
  const door = `<clipPath id="door"><path d="${arch({ x: 600, y: 560, r: 314 }, 1500, 24)}"/></clipPath>
<image href="${picture(design, asset)}" x="60" y="140" width="1080" height="810" clip-path="url(#door)"/>`
  return [
    box(`background:${ink.wine}`, '', 'fill'),
    drawing(`<defs>${cloth}</defs>${hoops.join('')}${door}`),
    box(
      `left:0;right:0;top:590px;bottom:0;
background:linear-gradient(transparent,rgba(18,11,8,.93) 21%,#120b08 60%)`,
    ),
    mark('top:58px;font-size:32px', 'c'),
    box(`top:726px;font-size:252px;font-weight:700;color:${ink.cream}`, line(design, 0), 'd c'),
    box(`top:914px;font-size:262px;color:${ink.brass}`, line(design, 1), 'd i c'),
    box('left:0;right:0;top:1228px', design.promise, 'c text'),
    act(design, 'left:84px;bottom:56px'),
    box(`right:84px;bottom:68px;color:${ink.brass}`, design.doors, 'eyebrow'),
  ].join('')
}

const zelligeStar: Layout = (design, asset) => {
  const tile = `<pattern id="z" width="864" height="432" patternUnits="userSpaceOnUse" x="-30" y="12">
<image href="${picture(design, asset)}" width="864" height="432"/></pattern>`
  const edge = `fill="none" stroke="${ink.brass}" stroke-linejoin="round"`
  const shine = `<radialGradient id="s" cx=".5" cy=".45"><stop offset="0" stop-color="#ffd98a"
 stop-opacity=".14"/>
<stop offset="1" stop-color="#120b08" stop-opacity=".35"/></radialGradient>`
  const strings = [0, 1, 2, 3, 4, 5].map((n) => {
    const y = 806 + n * 62
    return `<path d="M0 ${y}H1200" stroke="${ink.brass}" stroke-width="${(4.4 - n * 0.6).toFixed(1)}"
 opacity=".3"/>`
  })
  return [
    box('background:radial-gradient(circle at 50% 31%,#1f6f8c,#123a5a 38%,#0b1626 78%)', '', 'fill'),
    drawing(`<path d="${rays({ x: 600, y: 470 }, [0, 1500], 30)}" fill="#e8b765" opacity=".09"/>`),
    drawing(`<defs>${tile}${shine}</defs>${strings.join('')}
<path d="${star({ x: 600, y: 452, r: 428 })}" ${edge} stroke-width="3"/>
<path d="${star({ x: 600, y: 452, r: 392 })}" fill="url(#z)"/><path d="${star({ x: 600, y: 452, r: 392 })}"
 fill="url(#s)"/>
<path d="${star({ x: 600, y: 452, r: 392 })}" ${edge} stroke-width="8"/>`),
    box(
      `top:758px;font-size:226px;font-weight:700;color:${ink.cream};text-shadow:0 8px 40px #0b1626`,
      line(design, 0),
      'd c',
    ),
    box(
      `top:918px;font-size:280px;color:${ink.brass};text-shadow:0 8px 40px #0b1626`,
      line(design, 1),
      'd i c',
    ),
    box('top:1240px', design.promise, 'c text'),
    act(design, 'left:84px;bottom:58px'),
    box(`right:84px;bottom:70px;color:${ink.brass}`, design.doors, 'eyebrow'),
    mark('left:84px;top:72px'),
  ].join('')
}

const koraStrings: Layout = (design, asset) => {
  const strings = Array.from({ length: 21 }, (_, n) => {
    const spread = n - 10
    return `<path d="M${600 + spread * 3.2} -40L${600 + spread * 35} 980" stroke="url(#b)"
 stroke-width="2.6"/>`
  }).join('')
  const bead = Array.from(
    { length: 21 },
    (_, n) => `<circle cx="${600 + (n - 10) * 35}" cy="980" r="6" fill="${ink.brass}"/>`,
  ).join('')
  const [strung = '', lit = ''] = design.promise.split(', ')
  const gourd = `<clipPath id="k"><circle cx="600" cy="1290" r="540"/></clipPath>
<image href="${picture(design, asset)}" x="60" y="600" width="1080" height="1350" clip-path="url(#k)"/>`
  return [
    box('background:radial-gradient(circle at 50% 60%,#6e2c12,#2a120a 48%,#120b08 78%)', '', 'fill'),
    drawing(`<defs><linearGradient id="b" x1="0" y1="0" x2="0" y2="1500" gradientUnits="userSpaceOnUse">
<stop offset="0" stop-color="#7d5624"/><stop offset=".6" stop-color="#f3cf86"/></linearGradient></defs>
${gourd}${circles({ x: 600, y: 1290 }, [540, 562], `fill="none" stroke="${ink.brass}" stroke-width="4"`)}
<rect x="230" y="972" width="740" height="16" rx="8" fill="#3b1a0c"/>${strings}${bead}`),
    box(
      `left:0;right:0;top:240px;height:520px;
background:radial-gradient(ellipse at 50% 50%,rgba(24,11,7,.94) 30%,transparent 70%)`,
    ),
    box(`top:284px;font-size:324px;color:${ink.brass}`, line(design, 0), 'd c'),
    box(`top:562px;font-size:148px;color:${ink.cream}`, line(design, 1), 'd i c'),
    box('left:0;right:0;bottom:0;height:330px;background:linear-gradient(transparent,rgba(18,11,8,.94) 64%)'),
    box(`left:70px;top:76px;width:300px;color:${ink.brass}`, strung, 'eyebrow'),
    box(`right:70px;top:76px;width:300px;text-align:right;color:${ink.brass}`, lit, 'eyebrow'),
    act(design, 'left:84px;bottom:66px'),
    box(`right:84px;bottom:152px;color:${ink.brass}`, design.doors, 'eyebrow'),
    mark('right:84px;bottom:58px;text-align:right'),
  ].join('')
}

const recordRings: Layout = (design, asset) => {
  const grooves = Array.from({ length: 65 }, (_, n) => 203 + n * 6.7)
  const gloss = (from: number): string =>
    `rgba(255,220,170,0) ${from}deg,rgba(255,220,170,.3) ${from + 22}deg,rgba(255,220,170,0) ${from + 46}deg`
  const lap = design.promise.toUpperCase().replace('&', '&amp;')
  const around = `<path id="ring" d="M600 602a158 158 0 1 1 -.1 0" fill="none"/>
<text font-family="Figtree" font-weight="600" font-size="22" letter-spacing="4" fill="${ink.cream}">
<textPath href="#ring" textLength="975">${lap} · 45 RPM · SIDE A ·</textPath></text>`
  const disc = 'left:-40px;top:120px;width:1280px;height:1280px;border-radius:50%'
  return [
    box(`background:linear-gradient(160deg,#e0a041,#c2572b 60%,#8f3a1c)`, '', 'fill'),
    box(`${disc};background:#0e0807;box-shadow:0 30px 120px rgba(18,11,8,.8)`),
    drawing(circles({ x: 600, y: 760 }, grooves, 'fill="none" stroke="#3a2a22" stroke-width="1.6"')),
    box(`${disc};background:conic-gradient(from 20deg,${gloss(0)},${gloss(90)},${gloss(180)},${gloss(270)})`),
    drawing(`<defs><clipPath id="lab"><circle cx="600" cy="760" r="132"/></clipPath></defs>
<circle cx="600" cy="760" r="190" fill="${ink.burgundy}"/>
<image href="${picture(design, asset)}" x="24" y="472" width="1152" height="576" clip-path="url(#lab)"/>
${circles({ x: 600, y: 760 }, [132, 190], `fill="none" stroke="${ink.brass}" stroke-width="5"`)}
<circle cx="600" cy="760" r="17" fill="${ink.night}" stroke="${ink.brass}" stroke-width="5"/>${around}`),
    box(
      `left:0;right:0;top:328px;font-size:284px;font-weight:800;color:${ink.cream}`,
      line(design, 0),
      'd c',
    ),
    box(`left:0;right:0;top:930px;font-size:276px;color:${ink.brass}`, line(design, 1), 'd i c'),
    mark(`left:56px;top:48px;font-size:36px;color:${ink.night}`),
    act(design, `left:56px;bottom:44px;color:${ink.cream}`),
    box(`right:56px;bottom:54px;color:${ink.cream}`, design.doors, 'eyebrow'),
  ].join('')
}

const sunburst: Layout = (design, asset) => {
  const next = scatter(23)
  const dust = Array.from({ length: 420 }, () => {
    const x = next() * WIDTH
    const y = 660 + (next() + next()) * 290
    return `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${(0.8 + next() * 3.4).toFixed(1)}"
 fill="${next() > 0.5 ? '#f7d58f' : '#c98a35'}" opacity="${(0.25 + next() * 0.7).toFixed(2)}"/>`
  }).join('')
  const gold = 'background:linear-gradient(180deg,#fff0c4,#f0c66f 45%,#b9772a 62%,#f6d68e 90%)'
  const foil = `${gold};-webkit-background-clip:text;background-clip:text;color:transparent`
  const glass = `<clipPath id="c"><circle cx="600" cy="500" r="262"/></clipPath>
<image href="${picture(design, asset)}" x="302" y="88" width="600" height="750" clip-path="url(#c)"/>`
  return [
    box('background:radial-gradient(circle at 50% 33%,#5b2a10,#2a0f0c 50%,#120b08 85%)', '', 'fill'),
    drawing(`<defs><radialGradient id="g" cx="600" cy="500" r="1000" gradientUnits="userSpaceOnUse">
<stop offset=".25" stop-color="#ffe6a6"/><stop offset=".5" stop-color="#d99a3c"/>
<stop offset=".8" stop-color="#5f3413"/><stop offset="1" stop-color="#2a0f0c"/></radialGradient></defs>
<path d="${rays({ x: 600, y: 500 }, [300, 1100], 36)}" fill="url(#g)"/>
<circle cx="600" cy="500" r="300" fill="#120b08"/>${glass}
${circles({ x: 600, y: 500 }, [262, 286, 300], 'fill="none" stroke="#f0c66f" stroke-width="5"')}`),
    box(
      `left:0;right:0;top:640px;bottom:0;
background:linear-gradient(transparent,rgba(18,11,8,.95) 22%,#120b08)`,
    ),
    box('left:0;right:0;top:0;height:250px;background:linear-gradient(#120b08 30%,transparent)'),
    drawing(dust),
    box(
      `left:0;right:0;top:782px;height:230px;font-size:224px;font-weight:800;line-height:1;${foil}`,
      line(design, 0),
      'd c',
    ),
    box(
      `left:0;right:0;top:958px;height:280px;font-size:236px;line-height:1.05;${foil}`,
      line(design, 1),
      'd i c',
    ),
    box('top:1240px', design.promise, 'c text'),
    act(design, 'left:84px;bottom:60px'),
    box(`right:84px;bottom:72px;color:${ink.brass}`, design.doors, 'eyebrow'),
    mark('top:50px', 'c'),
  ].join('')
}

const equalizer: Layout = (design, asset) => {
  const down = [330, 470, 400, 545, 450, 560, 420, 500, 360]
  const up = [330, 290, 370, 310, 385, 300, 360, 320, 280]
  const bars = down.flatMap((height, n) => {
    const x = 48 + n * 124
    const rise = up[n] ?? 300
    return [
      `<rect x="${x}" y="-60" width="112" height="${height + 60}" rx="56"/>`,
      `<rect x="${x}" y="${HEIGHT - rise}" width="112" height="${rise + 60}" rx="56"/>`,
    ]
  })
  return [
    box('background:linear-gradient(180deg,#e9ab48,#d9812f 60%,#c2572b)', '', 'fill'),
    drawing(`<clipPath id="e">${bars.join('')}</clipPath>
<image href="${picture(design, asset)}" x="-400" y="0" width="2000" height="1500" clip-path="url(#e)"/>`),
    box(
      `left:0;right:0;top:574px;font-size:268px;font-weight:800;color:${ink.night}`,
      line(design, 0),
      'd c',
    ),
    box('left:0;right:0;top:786px;font-size:262px;color:#6d1527', line(design, 1), 'd i c'),
    box(`left:0;right:0;top:1034px;color:${ink.night};font-weight:600`, design.promise, 'c text'),
    box('left:0;right:0;top:0;height:330px;background:linear-gradient(#120b08 32%,transparent)'),
    mark('top:52px', 'c'),
    box('left:0;right:0;bottom:0;height:300px;background:linear-gradient(transparent,rgba(18,11,8,.85) 70%)'),
    act(design, 'left:84px;bottom:58px'),
    box(`right:84px;bottom:70px;color:${ink.brass}`, design.doors, 'eyebrow'),
  ].join('')
}

export const graphicLayouts: Record<string, Layout> = {
  'nested-arches': nestedArches,
  'zellige-star': zelligeStar,
  'kora-strings': koraStrings,
  'record-rings': recordRings,
  sunburst,
  equalizer,
}
