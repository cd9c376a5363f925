import { expect, test } from 'vitest'
import { capitalized } from './capitalized.ts'

test.each([
  ['menu item', 'Menu item'],
  ['élan', 'Élan'],
  ['DJ', 'DJ'],
  ['', ''],
])('a text begins with a capital: %j', (text, shown) => expect(capitalized(text)).toBe(shown))
