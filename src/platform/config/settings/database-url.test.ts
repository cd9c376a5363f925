import { describe, expect, test } from 'vitest'
import { DatabaseUrlError, hostsOf, libpqUrl, readDatabaseUrl, withPassword } from './database-url.ts'

const at = (host: string, port = 5432) => ({ host, port })

describe('an address of the database', () => {
  test.each([
    ['postgres://db/x', [at('db')]],
    ['postgresql://me:pw@db:6000/x', [at('db', 6000)]],
    ['postgres://me@[::1]:6000/x', [at('::1', 6000)]],
    ['postgres://me:pw@a:1,b:2/x', [at('a', 1), at('b', 2)]],
    [
      'postgres://me:pw@a,[fd00::2]:2,c/x?target_session_attrs=read-write',
      [at('a'), at('fd00::2', 2), at('c')],
    ],
    ['postgres:///x?host=a,b&port=1,2', [at('a', 1), at('b', 2)]],
    ['postgres:///x?host=a,b&port=7', [at('a', 7), at('b', 7)]],
    ['postgres:///x?host=/run/postgresql', [at('/run/postgresql')]],
    ['postgres://me:pw@localhost:6543/x?host=%2Ftmp%2Fa', [at('/tmp/a', 6543)]],
    ['postgres://me@%2Frun%2Fpostgresql/x', [at('/run/postgresql')]],
    ['postgres:///x', [at('localhost')]],
  ])('%s names its hosts', (text, hosts) => expect(readDatabaseUrl(text).hosts).toEqual(hosts))

  test('has a user, a password and a name, decoded', () => {
    const { user, password, database } = readDatabaseUrl('postgres://m%40e:p%2F%3A%25@db/the%20lounge')
    expect({ user, password, database }).toEqual({ user: 'm@e', password: 'p/:%', database: 'the lounge' })
    expect(readDatabaseUrl('postgres://db/x?user=me&password=a%26b')).toMatchObject({
      user: 'me',
      password: 'a&b',
    })
    expect(readDatabaseUrl('postgres://me@db/x').password).toBeUndefined()
  })

  test('verifies certificates unless it says otherwise', () => {
    const ssl = (query: string) => readDatabaseUrl(`postgres://db/x?${query}`).ssl
    expect(ssl('')).toBe(false)
    expect(ssl('sslmode=disable')).toBe(false)
    for (const mode of ['require', 'verify-ca', 'verify-full'])
      expect(ssl(`sslmode=${mode}`)).toEqual({ rejectUnauthorized: true })
    expect(ssl('sslmode=no-verify')).toEqual({ rejectUnauthorized: false })
  })

  test.each([
    'postgres://a:1,,b:2/x',
    'postgres://me:p%zz@db/x',
    'postgres://me:p@ss@db/x',
    'postgres://me:p/ss@db/x',
    'postgres://me:p#ss@db/x',
    'postgres://me:pass@db:0/x',
    'postgres://me:pass@db:54a2/x',
    'postgres://me:pass@d b/x',
    'postgres://me:pass@db/x?sslmode=verify',
    'postgres://me:pass@db/x?target_session_attrs=prefer-standby',
    'postgres://me:pass@db/x?connect_timeout=0',
    'postgres://me:pass@db/x?connect_timeout=5s',
    'postgres://me:pass@db/x?connect_timeout=61',
    'http://me:pass@db/x',
  ])('%s is refused without its password', (text) => {
    let message = ''
    try {
      readDatabaseUrl(text)
    } catch (error) {
      if (error instanceof DatabaseUrlError) message = error.message
    }
    expect(message).not.toBe('')
    expect(message).not.toMatch(/p@ss|p\/ss|p#ss|pass@/)
  })

  test('gives a connection the time to open that it says, in seconds', () => {
    expect(readDatabaseUrl('postgres://db/x?connect_timeout=20').connectTimeoutMs).toBe(20_000)
    expect(readDatabaseUrl('postgres://db/x').connectTimeoutMs).toBeNull()
  })

  test('is shown without user and password, and handed to other programs apart from it', () => {
    expect(hostsOf('postgres://me:pw@a:1,[::1]:2/x')).toBe('a:1, [::1]:2')
    expect(libpqUrl('postgres://me:p%40w@a:1,b:2/x?sslmode=no-verify')).toEqual({
      address: 'postgres://me@a:1,b:2/x?sslmode=require',
      password: 'p@w',
    })
    expect(libpqUrl('postgres:///x?host=a&password=pw&user=me').address).toBe('postgres:///x?host=a&user=me')
    expect(withPassword('postgres://me@a,b/x', '@/')).toBe('postgres://me:%40%2F@a,b/x')
    expect(withPassword('postgres://me:pw@a/x', 'other')).toBe('postgres://me:pw@a/x')
  })
})
