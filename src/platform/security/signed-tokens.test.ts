import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { cloneDatabase } from '../../../tests/support/database.ts'
import { createSignedTokens, loadSigningKey } from './signed-tokens.ts'

const ID = '01a2b3c4-d5e6-7f80-9a1b-2c3d4e5f6071'
const tokens = createSignedTokens(randomBytes(32))

test('a token gives back the id it was made for, to the same purpose only', () => {
  const token = tokens.sign('guest', ID)
  expect(tokens.read('guest', token)).toBe(ID)
  expect(tokens.read('hold', token)).toBeNull()
  expect(createSignedTokens(randomBytes(32)).read('guest', token)).toBeNull()
})

test('a token with any one character changed is refused', () => {
  const token = tokens.sign('guest', ID)
  const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  for (let at = 0; at < token.length; at += 1)
    for (const other of characters.replace(token[at] ?? '', ''))
      expect(tokens.read('guest', token.slice(0, at) + other + token.slice(at + 1))).toBeNull()
  for (const junk of ['', ID, `${token}A`, token.slice(1), '../etc/passwd', '\0'])
    expect(tokens.read('guest', junk)).toBeNull()
})

test('every process on one database signs with the same key', async () => {
  const { db } = await cloneDatabase()
  const [one, two] = await Promise.all([loadSigningKey(db), loadSigningKey(db)])
  expect(one.equals(two)).toBe(true)
  expect(one.length).toBe(32)
})
