import { spawnSync } from 'node:child_process'
import { copyFile, mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { describeWith, runTool } from './servers.ts'
import { checksums, prepareBackups, run, withDatabase } from './operator.ts'

let directory: string
let dataDir: string
let keyFile: string
let publicKey: string
beforeAll(async () => {
  ;({ directory, dataDir, keyFile, publicKey } = await prepareBackups())
})

const contentOf = async (path: string) => await readdir(path).catch(() => [])

async function backedUp(name: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const file = join(directory, name)
  const { code, said } = await run('src/cli/backup.ts', [file], { DATA_DIR: dataDir, ...env })
  expect(said).toContain(`Backed up to ${file}`)
  expect(code).toBe(0)
  return file
}

describe('a backup', () => {
  test('is one encrypted file, and restores beside the old database', async () => {
    const file = await backedUp('sealed.tar.gz.age', { BACKUP_PUBLIC_KEY: publicKey })
    const before = await withDatabase(dataDir, checksums)
    expect(Object.keys(before).length).toBeGreaterThan(20)
    expect((await stat(file)).mode & 0o777).toBe(0o600)

    const bytes = await readFile(file)
    for (const text of ['manifest.json', 'ustar']) expect(bytes.includes(text), text).toBe(false)
    const to = join(directory, 'beside')
    const restored = await run('src/cli/restore.ts', [file, '--to', to, '--key', keyFile], {
      DATA_DIR: dataDir,
    })
    expect(restored).toMatchObject({ code: 0, said: expect.stringContaining(`into      ${to}`) })
    expect(await withDatabase(to, checksums)).toEqual(before)
    expect(await readFile(join(to, 'admin-uploads/ab/sent-by-staff.jpg'), 'utf8')).toBe('a picture')
    const pictures = async (of: string) =>
      (await readdir(join(of, 'pictures'), { recursive: true })).toSorted()
    expect((await pictures(dataDir)).length).toBeGreaterThan(20)
    expect(await pictures(to)).toEqual(await pictures(dataDir))
    expect(await contentOf(to)).not.toContainEqual(expect.stringContaining('restoring-'))
  })

  describeWith(['age'], 'that is encrypted', () => {
    test('is opened by age and tar, without this program', async () => {
      const file = await backedUp('by-age.tar.gz.age', { BACKUP_PUBLIC_KEY: publicKey })
      const opened = join(directory, 'by-age.tar.gz')
      expect(runTool('age', ['-d', '-i', keyFile, '-o', opened, file])).toMatchObject({
        status: 0,
        stderr: '',
      })
      const listed = spawnSync('tar', ['-tzf', opened], { encoding: 'utf8' })
      expect(listed.stderr).toBe('')
      expect(listed.stdout).toContain('postgres/global/pg_control')
      expect(listed.stdout).toContain('admin-uploads/ab/sent-by-staff.jpg')
      expect(listed.stdout.trimEnd().endsWith('manifest.json')).toBe(true)
    })
  })

  test('unpacked by hand can be restored from its directory', async () => {
    const file = await backedUp('plain.tar.gz')
    const unpacked = join(directory, 'unpacked')
    await mkdir(unpacked)
    expect(spawnSync('tar', ['-xzf', file, '-C', unpacked]).status).toBe(0)
    const to = join(directory, 'from-directory')
    expect(await run('src/cli/restore.ts', [unpacked, '--to', to], {})).toMatchObject({ code: 0 })
    expect(await withDatabase(to, checksums)).toEqual(await withDatabase(dataDir, checksums))
  })

  test('that cannot be restored says why in one line and leaves everything as it was', async () => {
    const sealed = await backedUp('refused.tar.gz.age', { BACKUP_PUBLIC_KEY: publicKey })
    const plain = await backedUp('refused.tar.gz')
    const otherKey = join(directory, 'other.key')
    await run('src/cli/backup.ts', ['--new-key', otherKey], {})
    const copyOf = async (source: string, name: string): Promise<string> => {
      await copyFile(source, join(directory, name))
      return join(directory, name)
    }
    const cutSealed = await copyOf(sealed, 'cut.tar.gz.age')
    await truncate(cutSealed, Math.floor((await stat(sealed)).size / 2))
    const cutPlain = await copyOf(plain, 'cut.tar.gz')
    await truncate(cutPlain, (await stat(plain)).size - 1000)
    const empty = join(directory, 'empty')
    await writeFile(empty, '')
    const text = join(directory, 'text')
    await writeFile(text, 'this is not a backup, but longer than the first line of one')
    const flipped = await copyOf(sealed, 'flipped.tar.gz.age')
    const bytes = await readFile(flipped)
    bytes[bytes.length - 5000] = (bytes[bytes.length - 5000] ?? 0) ^ 1
    await writeFile(flipped, bytes)

    const refusals: readonly (readonly [args: string[], said: string])[] = [
      [[join(directory, 'nothing')], 'There is no backup at'],
      [[sealed], 'is encrypted: name the file with its private key'],
      [[sealed, '--key', otherKey], 'The key does not open this backup'],
      [[sealed, '--key', join(directory, 'no.key')], 'no.key cannot be read'],
      [[sealed, '--key', text], 'holds no private key'],
      [[cutSealed, '--key', keyFile], 'is cut off or damaged'],
      [[flipped, '--key', keyFile], 'is cut off or damaged'],
      [[cutPlain], 'is cut off or damaged'],
      [[empty], 'is cut off or damaged'],
      [[text], 'is not a backup'],
      [[plain, '--at', 'yesterday'], '--at yesterday is not a moment'],
    ]
    for (const [i, [args, said]] of refusals.entries()) {
      const to = join(directory, `refused-${i}`)
      // oxlint-disable-next-line no-await-in-loop -- two processors are shared
      const refused = await run('src/cli/restore.ts', [...args, '--to', to], {})
      expect(refused.said).toContain(said)
      expect(refused.said.trim().split('\n')).toHaveLength(1)
      expect(refused.code).toBe(1)
      // oxlint-disable-next-line no-await-in-loop
      expect(await contentOf(to)).toEqual([])
    }
  })

  test('does not replace a database that is there without --force, nor one that runs with it', async () => {
    const file = await backedUp('again.tar.gz')
    const before = await withDatabase(dataDir, checksums)
    const filled = await run('src/cli/restore.ts', [file], { DATA_DIR: dataDir })
    expect(filled).toMatchObject({ code: 1, said: expect.stringMatching(/There is a database in .*--force/) })
    await withDatabase(dataDir, async (client) => {
      const running = await run('src/cli/restore.ts', [file, '--force'], { DATA_DIR: dataDir })
      expect(running).toMatchObject({
        code: 1,
        said: expect.stringContaining('is running: stop the server first'),
      })
      await client.query('select 1')
    })
    const forced = await run('src/cli/restore.ts', [file, '--force'], { DATA_DIR: dataDir })
    expect(forced).toMatchObject({
      code: 0,
      said: expect.stringContaining('The database that was here is in'),
    })
    expect(await withDatabase(dataDir, checksums)).toEqual(before)
  })

  test('of a newer version is not restored', async () => {
    const file = await backedUp('newer.tar.gz')
    const unpacked = join(directory, 'newer')
    await mkdir(unpacked)
    spawnSync('tar', ['-xzf', file, '-C', unpacked])
    const manifest: Record<string, unknown> = JSON.parse(
      await readFile(join(unpacked, 'manifest.json'), 'utf8'),
    )
    await writeFile(join(unpacked, 'manifest.json'), JSON.stringify({ ...manifest, schema: '9999_later' }))
    const refused = await run('src/cli/restore.ts', [unpacked, '--to', join(directory, 'from-newer')], {})
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('is of a newer version') })
    await writeFile(join(unpacked, 'manifest.json'), JSON.stringify({ ...manifest, postgres: '17.2' }))
    const older = await run('src/cli/restore.ts', [unpacked, '--to', join(directory, 'from-17')], {})
    expect(older).toMatchObject({ code: 1, said: expect.stringContaining('is of PostgreSQL 17') })
  })

  test('passes a drill, and one that lacks a row fails it', async () => {
    const file = await backedUp('drilled.tar.gz')
    const good = await run('src/cli/restore.ts', ['--drill', file], {})
    expect(good.said).toMatch(/^reservations +\d+ +\d+$/m)
    expect(good.said).toMatch(/^ledger_lines\.amount_cents +-?\d+ +-?\d+$/m)
    expect(good.said).toMatch(/^pictures, by checksum +\d+ +\d+$/m)
    expect(good.said).toContain('The backup is good')
    expect(good.code).toBe(0)

    const unpacked = join(directory, 'short')
    await mkdir(unpacked)
    spawnSync('tar', ['-xzf', file, '-C', unpacked])
    const path = join(unpacked, 'manifest.json')
    const manifest: { content: Record<string, number[]> } = JSON.parse(await readFile(path, 'utf8'))
    manifest.content['menu_items'] = [1000, 1000]
    await writeFile(path, JSON.stringify(manifest))
    const bad = await run('src/cli/restore.ts', ['--drill', unpacked], {})
    expect(bad.said).toMatch(/^menu_items +1000 +\d+ {3}DIFFERS$/m)
    expect(bad.code).toBe(1)
  })
})
