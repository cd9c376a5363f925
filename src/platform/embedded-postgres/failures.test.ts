import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startEmbeddedPostgres } from './start.ts'
import { cleanUp, copyProject, newDataDir, root, startInChild } from './test-kit.ts'

// Mistakes and accidents of an operator: each must end in one line with the problem and the fix.

const platform = process.platform

afterEach(async () => {
  Object.defineProperty(process, 'platform', { value: platform })
  await cleanUp()
})

const nobodyUid = 65_534

async function failureOf(start: Promise<unknown>): Promise<{ code: unknown; message: string }> {
  try {
    await start
  } catch (error) {
    if (error instanceof Error && 'code' in error) return { code: error.code, message: error.message }
    throw error
  }
  throw new Error('It started although it should have failed')
}

const oneLine = (...parts: string[]) =>
  expect.stringMatching(
    new RegExp(`^${parts.map((part) => `(?=.*${part.replaceAll('/', '\\/')})`).join('')}.*$`),
  )

test.runIf(root)('a read-only place for the data is named with its owner', async () => {
  const dataDir = newDataDir({ mode: 0o555 })
  const { outcome } = await startInChild({ dataDir, uid: nobodyUid })
  expect(outcome).toMatchObject({
    code: 'data_dir_unusable',
    message: oneLine(`${path.dirname(dataDir)} is not writable for nobody`, 'belongs to root'),
  })
})

test.runIf(root)('a data directory that turned read-only is named', async () => {
  const dataDir = newDataDir({ uid: nobodyUid })
  await (await startInChild({ dataDir, uid: nobodyUid })).stop()
  fs.chmodSync(dataDir, 0o500)
  const { outcome } = await startInChild({ dataDir, uid: nobodyUid })
  expect(outcome).toMatchObject({ code: 'data_dir_unusable', message: oneLine(`${dataDir} is not writable`) })
})

test.runIf(root)('a data directory of another user is named with its owner', async () => {
  const dataDir = newDataDir({ uid: nobodyUid })
  await (await startInChild({ dataDir, uid: nobodyUid })).stop()
  const { outcome } = await startInChild({ dataDir, uid: 1 })
  expect(outcome).toMatchObject({
    code: 'data_dir_unusable',
    message: oneLine(`${dataDir} belongs to nobody`, 'chown'),
  })
  fs.chownSync(dataDir, 0, 0)
  expect(await failureOf(startEmbeddedPostgres({ dataDir }))).toEqual({
    code: 'data_dir_unusable',
    message: oneLine(`${dataDir} belongs to root`, 'chown -R nobody'),
  })
})

test.runIf(root)('a user without a passwd entry is told to bring a database', async () => {
  const dataDir = newDataDir({ uid: 47_110 })
  const { outcome } = await startInChild({ dataDir, uid: 47_110 })
  expect(outcome).toMatchObject({ code: 'unknown_user', message: oneLine('47110', 'set DATABASE_URL') })
  expect(fs.readdirSync(path.dirname(dataDir))).toEqual([])
})

test.runIf(root)('a full disk is named, and nothing half-made stays', async (context) => {
  const dataDir = newDataDir()
  const disk = path.join(path.dirname(dataDir), 'disk')
  fs.mkdirSync(disk)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=20m,mode=755', 'tmpfs', disk]).status !== 0)
    context.skip()
  try {
    expect(await failureOf(startEmbeddedPostgres({ dataDir: path.join(disk, 'data') }))).toEqual({
      code: 'disk_full',
      message: oneLine(`The disk of ${disk}/data is full`),
    })
    expect(fs.readdirSync(disk)).toEqual([])
    expect(await failureOf(startEmbeddedPostgres({ dataDir: disk }))).toMatchObject({
      code: 'data_dir_unusable',
    })
  } finally {
    spawnSync('umount', [disk])
  }
})

test('a server that dies at its start is quoted, with the path of its log', async () => {
  const dataDir = newDataDir()
  const failing = startEmbeddedPostgres({
    dataDir,
    settings: { shared_preload_libraries: 'no_such_library' },
  })
  expect(await failureOf(failing)).toEqual({
    code: 'server_failed',
    message: oneLine('FATAL: .*could not access file "no_such_library"', `${dataDir}.log`),
  })
})

test('a directory of another major version is refused by name', async () => {
  const dataDir = newDataDir()
  await (await startEmbeddedPostgres({ dataDir })).stop()
  fs.writeFileSync(path.join(dataDir, 'PG_VERSION'), '17\n')
  expect(await failureOf(startEmbeddedPostgres({ dataDir }))).toEqual({
    code: 'wrong_version',
    message: oneLine(dataDir, 'written by PostgreSQL 17', 'this is PostgreSQL 18'),
  })
})

test('a directory with other files in it stays as it is', async () => {
  const dataDir = newDataDir()
  fs.mkdirSync(dataDir)
  fs.writeFileSync(path.join(dataDir, 'notes.txt'), 'mine')
  expect(await failureOf(startEmbeddedPostgres({ dataDir }))).toEqual({
    code: 'data_dir_unusable',
    message: oneLine(`${dataDir} holds files that are no database`),
  })
  expect(fs.readdirSync(dataDir)).toEqual(['notes.txt'])
})

test('Windows is told to bring a database or use WSL', async () => {
  const dataDir = newDataDir()
  Object.defineProperty(process, 'platform', { value: 'win32' })
  const failure = await failureOf(startEmbeddedPostgres({ dataDir }))
  expect(failure).toEqual({
    code: 'unsupported_platform',
    message: oneLine('win32', 'set DATABASE_URL to a PostgreSQL 15 or newer', 'WSL'),
  })
})

test('a system without glibc is told to bring a database', async () => {
  const dataDir = newDataDir()
  const { code, native } = copyProject(path.dirname(dataDir))
  // A glibc program fails like this on Alpine, where its loader does not exist.
  fs.writeFileSync(path.join(native, 'bin/initdb'), '#!/lib64/no-such-loader\n', { mode: 0o755 })
  const { outcome } = await startInChild({ dataDir, code })
  expect(outcome).toMatchObject({
    code: 'unsupported_platform',
    message: oneLine('no glibc', 'set DATABASE_URL'),
  })
})
