/** Poster layouts led by an arrangement: a split, a handbill, tiles, a plate, a stage, a record sleeve. */
import { act, box, drawing, ink, type Layout, line, mark, photo, picture } from './page.ts'
import { circles, duotone, plate, type Point } from './shapes.ts'

const splitDiagonal: Layout = (design, asset) => {
  const first = plate(
    picture(design, asset),
    { at: { x: 330, y: 300, r: 470 }, from: { x: 0.441, y: 0.457, r: 0.385 } },
    'box-shadow:0 40px 90px rgba(18,11,8,.65);transform:rotate(-12deg)',
  )
  const second = plate(
    picture(design, asset, 1),
    { at: { x: 910, y: 1222, r: 460 }, from: { x: 0.499, y: 0.51, r: 0.341 } },
    'box-shadow:0 40px 90px rgba(18,11,8,.65)',
  )
  const shadow = 'text-shadow:0 10px 0 rgba(18,11,8,.25)'
  return [
    box(`background:linear-gradient(140deg,#e08a3c,${ink.terracotta})`, '', 'fill'),
    box(
      `background:linear-gradient(320deg,${ink.deepTeal},#1a857b);
clip-path:polygon(0 880px,1200px 640px,1200px 1500px,0 1500px)`,
      '',
      'fill',
    ),
    first,
    second,
    box(`left:-100px;top:446px;width:1400px;height:610px;background:${ink.wine};transform:rotate(-12deg);
border-top:10px solid ${ink.brass};border-bottom:10px solid ${ink.brass};
box-shadow:0 0 90px rgba(18,11,8,.6)`),
    box(
      `left:0;right:0;top:424px;font-size:400px;font-weight:900;color:${ink.cream};transform:rotate(-12deg);
${shadow}`,
      line(design, 0),
      'd c',
    ),
    box(
      `left:130px;right:0;top:712px;font-size:400px;color:${ink.brass};transform:rotate(-12deg);${shadow}`,
      line(design, 1),
      'd i c',
    ),
    mark(`right:70px;top:66px;text-align:right;color:${ink.night}`),
    box(
      `right:70px;top:186px;width:360px;text-align:right;color:${ink.night};font-weight:700`,
      design.promise,
      'text',
    ),
    act(design, 'left:64px;bottom:150px;width:420px'),
    box(`left:64px;bottom:70px;color:${ink.brass}`, design.doors, 'eyebrow'),
  ].join('')
}

/** Boot soles stepping across the sheet, as in a dance manual. */
function steps(colour: string): string {
  const sole = 'M0 -46C17 -46 21 -22 17 -2C15 9 12 14 12 22L-12 22C-12 14 -15 9 -17 -2C-21 -22 -17 -46 0 -46Z'
  const heel = 'M-13 29L13 29L13 44Q0 53 -13 44Z'
  const places: [number, number, number][] = [
    [190, 1180, 60],
    [318, 1118, 66],
    [452, 1176, 88],
    [596, 1116, 92],
    [742, 1176, 104],
    [876, 1118, 112],
    [1010, 1180, 120],
  ]
  const prints = places.map(
    ([x, y, turn], n) =>
      `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${n % 2 ? -1.16 : 1.16} 1.16)">
<path d="${sole}"/>
<path d="${heel}"/></g>`,
  )
  return `<g fill="${colour}" transform="translate(0 26)">${prints.join('')}</g>`
}

const handbill: Layout = (design, asset) => {
  const rule = `background:${ink.burgundy}`
  return [
    box(`background:url(${picture(design, asset)}) -48px -28px/960px 480px`, '', 'fill'),
    box(
      `inset:74px;background:radial-gradient(circle at 50% 45%,#f8ecd2,#ecd6ab 85%);
box-shadow:0 0 60px rgba(18,11,8,.7)`,
    ),
    box(`inset:94px;border:4px solid ${ink.burgundy}`),
    box(`inset:106px;border:2px solid ${ink.burgundy}`),
    mark(`top:134px;color:${ink.burgundy}`, 'c'),
    box(`left:160px;right:160px;top:234px;height:4px;${rule}`),
    box(`top:250px;color:${ink.teal}`, design.doors, 'c eyebrow'),
    box(`left:160px;right:160px;top:302px;height:4px;${rule}`),
    box(`top:368px;font-size:224px;font-weight:900;color:${ink.burgundy}`, line(design, 0), 'd c'),
    box(`left:300px;right:300px;top:662px;height:4px;background:${ink.teal}`),
    box(
      `left:500px;width:200px;text-align:center;top:592px;font-size:140px;color:${ink.teal};
background:#f6e9cd;line-height:1`,
      line(design, 1),
      'd i',
    ),
    box(`top:736px;font-size:262px;font-weight:900;color:${ink.terracotta}`, line(design, 2), 'd c'),
    box(`left:0;right:0;top:1030px;color:${ink.night};font-weight:600`, design.promise, 'c text'),
    drawing(steps(ink.teal)),
    act(design, `top:1256px;color:${ink.burgundy}`, 'c'),
  ].join('')
}

const tileGrid: Layout = (design, asset) => {
  const grounds = [ink.burgundy, ink.teal, ink.ochre, ink.clay, ink.deepTeal]
  const rows = [0, 240, 900, 1140]
  let dish = 0
  const cells = rows.flatMap((y, row) =>
    [0, 240, 480, 720, 960].map((x, column) => {
      const place = `left:${x}px;top:${y}px;width:240px;height:240px`
      const turned = row > 1 ? 1 : 0
      if ((row + column + turned) % 2)
        return box(`${place};background:url(${picture(design, asset)}) 0 0/960px 480px`)
      dish += 1
      const view = `background:url(${picture(design, asset, dish)}) 50% 50%/auto 246px`
      const disc = `left:17px;top:17px;width:206px;height:206px;border-radius:50%;
box-shadow:0 0 0 4px ${ink.brass}`
      return box(`${place};background:${grounds[dish % 5]}`, box(`${disc};${view}`, '', 'abs'))
    }),
  )
  return [
    ...cells,
    box(`left:0;right:0;top:480px;height:420px;background:${ink.night};border-top:8px solid ${ink.brass};
border-bottom:8px solid ${ink.brass};box-shadow:0 0 80px rgba(18,11,8,.8)`),
    box(`left:76px;top:518px;font-size:252px;font-weight:700;color:${ink.cream}`, line(design, 0), 'd'),
    box(`left:76px;top:724px;font-size:146px;color:${ink.brass};line-height:1.1`, line(design, 1), 'd i'),
    box('right:76px;top:558px;width:420px;text-align:right', design.promise, 'text'),
    box(`right:76px;top:800px;color:${ink.brass}`, design.doors, 'eyebrow'),
    box(`left:0;right:0;bottom:0;height:120px;background:${ink.night};border-top:6px solid ${ink.brass}`),
    act(design, 'left:76px;bottom:10px;font-size:44px'),
    mark('right:76px;bottom:12px;text-align:right'),
  ].join('')
}

const halfPlate: Layout = (design, asset) => {
  const wisp = (path: string, width: number, opacity: number): string =>
    `<path d="${path}" fill="none" stroke="#f6ead6" stroke-width="${width}" stroke-linecap="round"
 opacity="${opacity}"/>`
  const smoke = [
    wisp('M700 640C560 480 760 380 640 240S560 60 690 -40', 46, 0.2),
    wisp('M820 560C700 420 900 320 780 180S760 20 850 -40', 30, 0.16),
    wisp('M560 760C440 620 560 500 470 380S420 160 520 -20', 60, 0.1),
  ].join('')
  return [
    box('background:radial-gradient(circle at 80% 52%,#5e2a12,#24110a 48%,#120b08 78%)', '', 'fill'),
    plate(
      picture(design, asset),
      { at: { x: 900, y: 790, r: 620 }, from: { x: 0.522, y: 0.53, r: 0.347 } },
      'box-shadow:0 0 140px rgba(0,0,0,.9);transform:rotate(14deg)',
    ),
    box(
      'background:linear-gradient(90deg,rgba(18,11,8,.9) 8%,rgba(18,11,8,.55) 38%,transparent 62%)',
      '',
      'fill',
    ),
    drawing(`<filter id="f" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="22"/>
</filter>
<g filter="url(#f)">${smoke}</g>`),
    box(`left:80px;top:74px;color:${ink.brass}`, design.doors, 'eyebrow'),
    box(`left:72px;top:360px;font-size:300px;color:${ink.cream}`, line(design, 0), 'd'),
    box(`left:96px;top:588px;font-size:270px;color:${ink.terracotta}`, line(design, 1), 'd i'),
    box(
      `left:66px;top:816px;font-size:330px;color:${ink.brass};text-shadow:0 8px 50px #120b08`,
      line(design, 2),
      'd i',
    ),
    box('left:80px;top:1150px', design.promise, 'text'),
    box(`left:80px;top:1228px;width:260px;height:3px;background:${ink.brass}`),
    act(design, 'left:80px;bottom:84px'),
    mark('right:80px;bottom:84px;text-align:right'),
  ].join('')
}

/** Light bulbs along a rectangle. */
function bulbs(frame: Point & { width: number; height: number }, gap: number): string {
  const { x, y, width, height } = frame
  const across = Math.round(width / gap)
  const along = Math.round(height / gap)
  const lamp = (cx: number, cy: number): string =>
    `<circle cx="${cx.toFixed(0)}" cy="${cy.toFixed(0)}" r="24" fill="#ffb84d" opacity=".28"/>
<circle cx="${cx.toFixed(0)}" cy="${cy.toFixed(0)}" r="11" fill="#fff0c8"/>`
  const rows = Array.from({ length: across + 1 }, (_, n) => x + (n * width) / across)
  const columns = Array.from({ length: along - 1 }, (_, n) => y + ((n + 1) * height) / along)
  return [
    ...rows.flatMap((cx) => [lamp(cx, y), lamp(cx, y + height)]),
    ...columns.flatMap((cy) => [lamp(x, cy), lamp(x + width, cy)]),
  ].join('')
}

/** A valance in six swags, edged in brass. */
function swags(): string {
  const shade = `<linearGradient id="q" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#16060a"/>
<stop offset=".6" stop-color="#5a0f1e"/><stop offset="1" stop-color="#a3233a"/></linearGradient>`
  const drops = [0, 200, 400, 600, 800, 1000].map(
    (x) =>
      `<path d="M${x} -20V130Q${x + 100} 250 ${x + 200} 130V-20Z" fill="url(#q)" stroke="${ink.brass}"
 stroke-width="6"/>
<circle cx="${x}" cy="138" r="13" fill="${ink.brass}"/>`,
  )
  return `<defs>${shade}</defs>${drops.join('')}<circle cx="1200" cy="138" r="13" fill="${ink.brass}"/>
<rect width="1200" height="124" fill="#16060a"/>`
}

const curtain: Layout = (design, asset) => {
  const folds =
    'repeating-linear-gradient(90deg,#2c0510 0,#8d1730 26px,#b52a40 44px,#6a0f22 66px,#2c0510 92px)'
  const half = "path('M0 0L440 0C440 420 370 830 128 1120C190 1230 236 1360 250 1500L0 1500Z')"
  const drape = (turn: string): string =>
    box(
      `inset:0;transform:${turn};filter:drop-shadow(20px 10px 40px #120b08)`,
      `<div class="abs fill" style="background:${folds};clip-path:${half}"></div>
<div class="abs" style="left:-30px;top:1098px;width:180px;height:44px;border-radius:22px;
background:${ink.brass}"></div>`,
    )
  return [
    photo(picture(design, asset), 'inset:0', '50% 50%'),
    box(
      'background:radial-gradient(circle at 50% 78%,rgba(255,190,110,.1),rgba(18,11,8,.35) 80%)',
      '',
      'fill',
    ),
    drape('none'),
    drape('scaleX(-1)'),
    drawing(swags()),
    mark('top:18px;font-size:36px', 'c'),
    box(`left:110px;top:404px;width:980px;height:560px;border-radius:44px;
background:linear-gradient(#200a0d,#120b08);
border:6px solid ${ink.brass};box-shadow:0 30px 120px #000,0 0 140px rgba(255,150,60,.35)`),
    drawing(bulbs({ x: 146, y: 440, width: 908, height: 488 }, 57)),
    box(`top:472px;font-size:244px;font-weight:800;color:${ink.cream}`, line(design, 0), 'd c'),
    box(`top:660px;font-size:228px;color:${ink.brass}`, line(design, 1), 'd i c'),
    box('left:0;right:0;bottom:0;height:420px;background:linear-gradient(transparent,rgba(18,11,8,.94) 60%)'),
    box('left:0;right:0;top:1214px', design.promise, 'c text'),
    act(design, 'left:84px;bottom:66px'),
    box(`right:84px;bottom:78px;color:${ink.brass}`, design.doors, 'eyebrow'),
  ].join('')
}

const jazzSleeve: Layout = (design, asset) => {
  const paper = '#efdfbd'
  const type = 'font-weight:900;letter-spacing:-.05em;mix-blend-mode:multiply'
  const discs = [ink.teal, ink.ochre, ink.terracotta, ink.burgundy]
    .map((fill, n) => `<circle cx="${152 + n * 118}" cy="222" r="42" fill="${fill}"/>`)
    .join('')
  return [
    duotone('j', ['#3a0d12', '#c9692a', '#f7dfa6'], 1.5),
    box(`background:${paper}`, '', 'fill'),
    photo(picture(design, asset), 'left:590px;top:0;width:610px;height:1180px;filter:url(#j)', '50% 60%'),
    box(`left:590px;top:1180px;width:610px;height:320px;background:${ink.teal}`),
    drawing(
      `${discs}${circles(
        { x: 895, y: 1340 },
        [60, 90, 120],
        `fill="none" stroke="${paper}"
 stroke-width="10"`,
      )}`,
    ),
    box(`left:92px;top:410px;font-size:300px;color:${ink.burgundy};${type}`, line(design, 0), 'd'),
    box(`left:92px;top:640px;font-size:300px;color:${ink.teal};${type}`, line(design, 1), 'd'),
    box(`left:92px;top:870px;font-size:300px;color:${ink.terracotta};${type}`, line(design, 2), 'd'),
    mark(`left:106px;top:66px;color:${ink.night}`),
    box(`left:106px;top:304px;color:${ink.night};font-weight:600`, design.promise, 'text'),
    act(design, `left:106px;top:1216px;color:${ink.night}`),
    box(`left:106px;bottom:80px;color:${ink.burgundy}`, design.doors, 'eyebrow'),
  ].join('')
}

export const bandLayouts: Record<string, Layout> = {
  'split-diagonal': splitDiagonal,
  handbill,
  'tile-grid': tileGrid,
  'half-plate': halfPlate,
  curtain,
  'jazz-sleeve': jazzSleeve,
}
