import { expect, test } from 'vitest'
import { shortName } from './short-name.ts'

test.each([
  ['Zainab Adeyemi', 4, 'Zainab'],
  ['WWWWWWWW', 4, 'WWW…'],
  ['illinois', 4, 'illinois'],
  ['Featherstonehaugh', 4, 'Feath…'],
  ['🎉 Ama Mensah', 4, 'Ama'],
  ['  🎉🎂  ', 4, '🎉🎂'],
  ['王小明和朋友們', 4, '王小明…'],
  ['Zoe\u0301', 2, 'Zoe\u0301'],
])('%s on a table that is %d em wide is %s', (name, width, short) => {
  expect(shortName(name, width)).toBe(short)
})
