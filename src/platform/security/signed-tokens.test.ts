import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { fromBase64Url, parseEntryToken } from '#lib/entry-token.ts'
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

describe('the token of an entry code', () => {
  const token = tokens.signEntryCode(ID, '2026-11-28')

  test('opens the page of its guest, and is of no other use', () => {
    expect(tokens.read('guest', token)).toBe(ID)
    expect(tokens.read('hold', token)).toBeNull()
    expect(createSignedTokens(randomBytes(32)).read('guest', token)).toBeNull()
  })

  test('of an entry of a guest list opens its page', () => {
    expect(tokens.read('list_entry', token)).toBe(ID)
    expect(tokens.read('waiting', token)).toBeNull()
  })

  test('says for which night it was made', () => {
    expect(parseEntryToken(token)).toMatchObject({ id: ID, date: '2026-11-28', keyNumber: 1 })
  })

  test('is verified by a browser with the public key alone', async () => {
    const [key] = tokens.entryKeys()
    const publicKey = await crypto.subtle.importKey(
      'raw',
      fromBase64Url(key?.publicKey ?? ''),
      'Ed25519',
      false,
      ['verify'],
    )
    const isValid = async (text: string): Promise<boolean> => {
      const parsed = parseEntryToken(text)
      return (
        parsed !== null && (await crypto.subtle.verify('Ed25519', publicKey, parsed.signature, parsed.signed))
      )
    }
    expect(await isValid(token)).toBe(true)
    expect(await isValid(createSignedTokens(randomBytes(32)).signEntryCode(ID, '2026-11-28'))).toBe(false)
  })

  test('is refused with any one character changed, or in other text', () => {
    for (let at = 0; at < token.length; at += 1) {
      const other = token[at] === 'A' ? 'B' : 'A'
      expect(tokens.read('guest', token.slice(0, at) + other + token.slice(at + 1))).toBeNull()
    }
    for (const junk of [`${token}A`, token.slice(1), `${token.slice(0, -1)}=`, 'A'.repeat(111)])
      expect(tokens.read('guest', junk)).toBeNull()
  })

  test('is the same whenever it is made', () => {
    expect(tokens.signEntryCode(ID, '2026-11-28')).toBe(token)
    expect(tokens.signEntryCode(ID, '2026-11-29')).not.toBe(token)
  })
})
