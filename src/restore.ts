/** `npm run restore -- DIRECTORY [--force]`: puts back what a backup holds. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupError } from '#platform/backup/manifest.ts'
import { restore } from '#platform/backup/restore.ts'
import { readFacts } from '#platform/backup/facts.ts'
import { readConfig } from '#platform/config.ts'
import { openHouseDatabase } from '#platform/house-database.ts'
import { createLog } from '#platform/log.ts'
import { runTask } from './run-task.ts'

await runTask(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { force: { type: 'boolean', default: false } },
  })
  const [named] = positionals
  if (!named) throw new BackupError('npm run restore -- DIRECTORY     (the one that npm run backup made)')
  const config = readConfig(process.env)
  const source = resolve(named)
  const { manifest, aside } = await restore({ config, source, force: values.force, now: new Date() })
  // Only a database that has been opened has been restored.
  const house = await openHouseDatabase(config, createLog('warn'))
  try {
    const { schema } = await readFacts(house.connection)
    if (schema !== manifest.schema)
      throw new BackupError('The database does not hold what the backup says it does.')
  } finally {
    await house.closeDatabase()
  }
  process.stdout.write(
    `Restored what was backed up on ${manifest.createdAt} (newest migration: ${manifest.schema ?? 'none'}).\n` +
      (aside ? `The database that was here is in ${aside}: delete it when you no longer need it.\n` : ''),
  )
})
