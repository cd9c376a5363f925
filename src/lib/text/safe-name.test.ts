import { expect, test } from 'vitest'
import { commaName, safeName } from './safe-name.ts'

test.each([
  'Amara',
  'Ọláyínká Adébáyọ̀',
  '李小龍',
  "Siobhán O'Hara-Smith",
  'Dr. Kwame Osei',
  'J.R. Okafor',
  'Ada Obi Jr.',
  'María José de León',
])('the name %s is repeated', (name) => expect(safeName(name)).toBe(name.normalize('NFC')))

test.each([
  'evil.example',
  'Win at evil.example now',
  'https://evil.example',
  'www.evil',
  'Call 972 555 0100',
  'You have won a prize today',
  '<b>Amara</b>',
  'a@b.example',
  'x'.repeat(41),
  'Amara\u202eevil',
  'Pay here: bank',
  '',
])('%j is more than a name, and is not', (text) => {
  expect(safeName(text)).toBeNull()
  expect(commaName(text)).toBe('')
})
