/** `npm run backup`, or `npm run backup -- DIRECTORY`: the database and the pictures, while the house serves. */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backUp } from '#platform/backup/back-up.ts'
import { readConfig } from '#platform/config.ts'
import { openHouseDatabase } from '#platform/house-database.ts'
import { createLog } from '#platform/log.ts'
import { runTask } from './run-task.ts'

await runTask(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const now = new Date()
  const named = positionals[0] ?? join('backups', `lounge-${now.toISOString().replaceAll(/[:.]/g, '-')}`)
  const config = readConfig(process.env)
  const house = await openHouseDatabase(config, createLog('warn'))
  try {
    const target = resolve(named)
    const manifest = await backUp({ config, connection: house.connection, target, now })
    const megabytes = manifest.files.reduce((sum, it) => sum + it.bytes, 0) / 1e6
    const pictures =
      manifest.pictures === 'inside' ? 'with the pictures' : 'the pictures stay in their bucket'
    process.stdout.write(
      `Backed up to ${target} (${manifest.files.length} files, ${megabytes.toFixed(0)} MB, ${pictures}).\n`,
    )
  } finally {
    await house.closeDatabase()
  }
})
