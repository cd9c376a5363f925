import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

describe('settings', () => {
  test('have working defaults', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 3000,
      origin: 'http://localhost:3000',
      databaseUrl: null,
      trustProxy: false,
    })
    expect(config.dataDir.endsWith('/data')).toBe(true)
  })

  test('that are empty count as unset', () => expect(readConfig({ PORT: '', ORIGIN: '' }).port).toBe(3000))

  test('lose a trailing slash of the origin', () =>
    expect(readConfig({ ORIGIN: 'https://example.com/' }).origin).toBe('https://example.com'))

  test('name every mistake and the value that made it', () => {
    const read = () =>
      readConfig({ PORT: 'eighty', ORIGIN: 'example', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud' })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(/PORT=eighty: must be a number/)
    expect(read).toThrow(/ORIGIN=example: must be an address/)
    expect(read).toThrow(/DATABASE_URL=mysql:\/\/x: must look like/)
    expect(read).toThrow(/LOG_LEVEL=loud/)
  })
})
