import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const directory = mkdtempSync(join(tmpdir(), 'lounge-settings-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const fileWith = (name: string, content: string): string => {
  const path = join(directory, name)
  writeFileSync(path, content)
  return path
}

const mistakesOf = (env: Record<string, string>): string => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
  }
  return ''
}

describe('a setting may be given by a file', () => {
  test('whose last line break is not part of the value', () => {
    for (const content of [
      'whsec_abcdefghijklmnop',
      'whsec_abcdefghijklmnop\n',
      'whsec_abcdefghijklmnop\r\n',
    ])
      expect(
        readConfig({
          STRIPE_SECRET_KEY_FILE: fileWith('key', 'sk_live_abcdefghijklmnop\n'),
          STRIPE_WEBHOOK_SECRET_FILE: fileWith('webhook', content),
        }).payments,
      ).toEqual({
        kind: 'stripe',
        secretKey: 'sk_live_abcdefghijklmnop',
        webhookSecret: 'whsec_abcdefghijklmnop',
      })
  })

  test('whatever the setting is, and an empty path counts as unset', () =>
    expect(readConfig({ PORT_FILE: fileWith('port', '4001\n'), ORIGIN_FILE: '' }).port).toBe(4001))

  test('and a value in a file is judged like any other, without printing a secret', () => {
    const told = mistakesOf({
      PORT_FILE: fileWith('word', 'eighty'),
      STRIPE_SECRET_KEY_FILE: fileWith('wrong', 'hunter2'),
    })
    expect(told).toContain('PORT=eighty: must be a whole number')
    expect(told).toContain('STRIPE_SECRET_KEY=… (7 characters): must be a secret')
    expect(told).not.toContain('hunter2')
  })

  test('and each file that cannot be used has one line, beside the other mistakes', () => {
    const none = join(directory, 'none')
    const told = mistakesOf({
      DATABASE_PASSWORD_FILE: none,
      SMTP_URL_FILE: directory,
      S3_SECRET_ACCESS_KEY_FILE: fileWith('empty', '\n'),
      STRIPE_SECRET_KEY_FILE: fileWith('two-lines', 'sk_live_a\nsk_live_b\n'),
      MAIL_FROM: 'info@example.com',
      MAIL_FROM_FILE: fileWith('sender', 'other@example.com'),
      PORT: 'eighty',
    })
    expect(told.split('\n')).toHaveLength(6)
    expect(told).toContain(`DATABASE_PASSWORD_FILE=${none}: the file cannot be read (there is no such file)`)
    expect(told).toContain(`SMTP_URL_FILE=${directory}: the file cannot be read (it is a directory)`)
    expect(told).toMatch(/S3_SECRET_ACCESS_KEY_FILE=.*empty: the file is empty: write the value into it/)
    expect(told).toMatch(
      /STRIPE_SECRET_KEY_FILE=.*two-lines: the file must hold the value alone, on one line/,
    )
    expect(told).toMatch(/MAIL_FROM_FILE=.*sender: MAIL_FROM is set too: keep one of the two/)
    expect(told).toContain('PORT=eighty')
    expect(told).not.toContain('sk_live')
  })
})

describe('the password of the database may be given by itself', () => {
  const passwordOf = (env: Record<string, string>): string =>
    decodeURIComponent(new URL(readConfig(env).databaseUrl ?? '').password)

  test('with any character in it', () => {
    for (const password of ['a/b@c', 'p%40:?#&=+ ü"\'\\', '%']) {
      const env = { DATABASE_URL: 'postgres://lounge@db.example:5432/lounge?sslmode=require' }
      expect(passwordOf({ ...env, DATABASE_PASSWORD: password })).toBe(password)
      expect(passwordOf({ ...env, DATABASE_PASSWORD_FILE: fileWith('password', `${password}\n`) })).toBe(
        password,
      )
    }
    const { databaseUrl } = readConfig({ DATABASE_URL: 'postgres://me@db/lounge', DATABASE_PASSWORD: '@/' })
    expect(databaseUrl).toBe('postgres://me:%40%2F@db/lounge')
  })

  test('beside an address with a user and without a password', () => {
    const told = (env: Record<string, string>): string => mistakesOf({ DATABASE_PASSWORD: 'hunter2', ...env })
    expect(told({})).toContain('DATABASE_PASSWORD: needs DATABASE_URL beside it')
    expect(told({ DATABASE_URL: 'postgres://db/lounge' })).toContain('DATABASE_PASSWORD: needs a user in')
    expect(told({ DATABASE_URL: 'postgres://me:other@db/lounge' })).toContain('keep one of the two')
    expect(told({ DATABASE_URL: 'postgres://me:other@db/lounge' })).not.toMatch(/hunter2|other@/)
  })
})
