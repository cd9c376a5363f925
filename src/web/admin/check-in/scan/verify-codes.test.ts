import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { readScanned } from '#features/reservation-management/check-in/rules.ts'
import { entryFacts, formatEntryToken, signedMessage } from '#lib/entry-token.ts'
import { verifyScanned } from './verify-codes.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const { privateKey: otherKey } = generateKeyPairSync('ed25519')
const keys = [{ number: 1, publicKey: publicKey.export({ format: 'jwk' }).x ?? '' }]

function scannedWith(keyNumber: number, key: KeyObject) {
  const facts = entryFacts({ keyNumber, id: '01a2b3c4-d5e6-7f80-9a1b-2c3d4e5f6071', date: '2026-11-27' })
  const token = formatEntryToken(facts, sign(null, signedMessage(facts), key))
  return readScanned(`https://lounge.example/my-reservation/${token}`)
}

test('a signature is true or false by the key that the list has under its number', async () => {
  expect(await verifyScanned(scannedWith(1, privateKey), keys)).toMatchObject({ isGenuine: true })
  expect(await verifyScanned(scannedWith(1, otherKey), keys)).toMatchObject({ isGenuine: false })
})

test('a code of a key that the list does not have is not taken for a forged one', async () => {
  expect(await verifyScanned(scannedWith(2, otherKey), keys)).toMatchObject({ isGenuine: 'unknown_key' })
})
