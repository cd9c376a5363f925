import type { CSSProperties } from 'react'

type Style = CSSProperties

/** Brand colors for a white background, each with enough contrast to be read in sunlight. */
const INK = '#1b110d'
const SOFT_INK = '#5d4436'
const BRASS = '#c8923c'
const BRASS_INK = '#7a5413'
const CREAM = '#f1e5cf'
const LIGHT = '#fffaf0'
export const TILES = ['#1f6d66', BRASS, '#b4512a', BRASS]
const SERIF = "Georgia, 'Times New Roman', serif"
const SANS = "'Helvetica Neue', Helvetica, Arial, sans-serif"

export const GROUND: Style = {
  backgroundColor: CREAM,
  margin: 0,
  padding: '24px 8px',
  fontFamily: SANS,
  color: INK,
}
export const PAPER: Style = { maxWidth: '600px', backgroundColor: LIGHT, border: `1px solid ${BRASS}` }
export const HIDDEN: Style = {
  display: 'none',
  maxHeight: 0,
  overflow: 'hidden',
  opacity: 0,
  lineHeight: '1px',
}
export const TEXT: Style = { fontSize: '16px', lineHeight: '25px', margin: '0 0 16px', color: INK }
const SMALL: Style = { fontSize: '14px', lineHeight: '21px', margin: '12px 0 0', color: SOFT_INK }
export const NOTE: Style = { ...SMALL, textAlign: 'center' }
export const FOOT: Style = { ...SMALL, textAlign: 'center', margin: '0 0 12px' }
export const FOOT_LINK: Style = { color: BRASS_INK, textDecoration: 'underline' }
export const VENUE_NAME: Style = {
  fontFamily: SERIF,
  fontSize: '28px',
  lineHeight: '34px',
  textAlign: 'center',
  margin: 0,
}
export const EYEBROW: Style = {
  fontSize: '12px',
  lineHeight: '18px',
  letterSpacing: '0.18em',
  textTransform: 'uppercase',
  textAlign: 'center',
  fontWeight: 'bold',
  color: BRASS_INK,
  margin: 0,
}
export const TAGLINE: Style = { ...EYEBROW, fontSize: '11px', marginTop: '4px' }
export const TITLE: Style = {
  fontFamily: SERIF,
  fontSize: '30px',
  lineHeight: '36px',
  fontWeight: 'normal',
  margin: '0 0 16px',
}
export const SUBHEADING: Style = { ...TITLE, fontSize: '20px', lineHeight: '26px', margin: '24px 0 8px' }
export const TICKET: Style = {
  border: `2px dashed ${BRASS}`,
  backgroundColor: '#ffffff',
  padding: '20px 16px',
  margin: '8px 0 16px',
}
export const SUM_OF_MONEY: Style = {
  fontFamily: SERIF,
  fontSize: '34px',
  lineHeight: '42px',
  textAlign: 'center',
  margin: '4px 0 0',
}
export const CODE: Style = {
  fontFamily: "'SFMono-Regular', Consolas, 'Courier New', monospace",
  fontSize: '30px',
  lineHeight: '38px',
  letterSpacing: '0.12em',
  fontWeight: 'bold',
  textAlign: 'center',
  margin: '4px 0 0',
}
export const QR: Style = { margin: '12px auto 0', color: SOFT_INK, fontSize: '14px' }
export const TABLE: Style = {
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: '16px',
  lineHeight: '24px',
  margin: '0 0 20px',
}
const CELL: Style = { padding: '8px 0', borderBottom: '1px solid #e6d5b5', verticalAlign: 'top' }
export const LABEL: Style = {
  ...CELL,
  width: '88px',
  paddingRight: '8px',
  textAlign: 'left',
  fontWeight: 'normal',
  color: SOFT_INK,
}
export const VALUE: Style = { ...CELL, fontWeight: 'bold', wordBreak: 'break-word' }
export const LINE: Style = { ...CELL, textAlign: 'left', fontWeight: 'normal' }
export const AMOUNT: Style = { ...CELL, textAlign: 'right', whiteSpace: 'nowrap', paddingLeft: '16px' }
const SUM: Style = { borderBottom: 'none', fontWeight: 'bold', fontSize: '18px' }
export const TOTAL_LINE: Style = { ...LINE, ...SUM }
export const TOTAL: Style = { ...AMOUNT, ...SUM }
export const ASIDE: Style = {
  backgroundColor: '#f7e9c9',
  borderLeft: `4px solid ${BRASS}`,
  padding: '16px 18px 6px',
  margin: '24px 0 8px',
}
export const ASIDE_HEADING: Style = { ...SUBHEADING, margin: '0 0 8px' }
export const LIST: Style = { margin: '0 0 8px', paddingLeft: '22px' }
export const ITEM: Style = { fontSize: '16px', lineHeight: '25px', margin: '0 0 6px' }
export const BUTTON: Style = {
  backgroundColor: INK,
  color: '#fbf1df',
  fontSize: '16px',
  fontWeight: 'bold',
  padding: '15px 28px',
  borderRadius: '10px',
  // Keeps its edge where a mail program makes everything dark.
  border: `1px solid ${BRASS}`,
}
export const RULE: Style = { borderTop: `1px solid ${BRASS}`, margin: '24px 0' }
export const TILE: Style = { height: '8px', fontSize: '1px', lineHeight: '8px' }
export const SHEET: Style = { padding: '28px 20px 32px' }
export const MIDDLE: Style = { padding: '12px 0 16px', textAlign: 'center' }
