import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { BackupError } from '../error.ts'
import { fromWebStream, toWebStream } from '#platform/storage/web-streams.ts'

/** First bytes of a file encrypted in the age format (age-encryption.org). */
export const AGE_MAGIC = 'age-encryption.org/v1'
const NO_KEY = /no identity matched/

/** Whether the text is an age public key. */
export function isPublicKey(text: string): boolean {
  try {
    new Encrypter().addRecipient(text)
    return true
  } catch {
    return false
  }
}

/** Encrypts a stream for the owners of the given public keys. */
export async function encrypt(plain: Readable, publicKeys: readonly string[]): Promise<Readable> {
  const encrypter = new Encrypter()
  for (const key of publicKeys) encrypter.addRecipient(key)
  return fromWebStream(await encrypter.encrypt(toWebStream(plain)))
}

/** Reads private keys from a file as `age-keygen` writes it: one per line, among comments. */
export async function readPrivateKeys(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) throw new BackupError(`The key file ${file} cannot be read.`)
  const keys = text.split('\n').map((line) => line.trim())
  const found = keys.filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (found.length === 0)
    throw new BackupError(`${file} holds no private key of age: one line begins with AGE-SECRET-KEY-.`)
  return found
}

/** Decrypts a stream. Rejects a wrong key before reading any content. */
export async function decrypt(sealed: Readable, privateKeys: readonly string[]): Promise<Readable> {
  const decrypter = new Decrypter()
  try {
    for (const key of privateKeys) decrypter.addIdentity(key)
  } catch {
    throw new BackupError('The key file holds a private key that age does not know.')
  }
  try {
    return fromWebStream(await decrypter.decrypt(toWebStream(sealed)))
  } catch (error) {
    sealed.destroy()
    if (error instanceof Error && NO_KEY.test(error.message))
      throw new BackupError('The key does not open this backup: it was encrypted for another one.')
    throw error
  }
}

export type KeyPair = { readonly publicKey: string; readonly privateKey: string }

export async function makeKeyPair(): Promise<KeyPair> {
  const privateKey = await generateX25519Identity()
  return { privateKey, publicKey: await identityToRecipient(privateKey) }
}
