import { join } from 'node:path'
import { seedEmptyDatabase, type FirstOwner } from '../../db/seed/fill.ts'
import type { Config } from '#platform/config/config.ts'
import { checkDatabase } from '#platform/db/connections/database-check.ts'
import type { Db } from '#platform/db/db.ts'
import { type DatabaseConnection, openDatabaseConnection } from '#platform/db/database-connection.ts'
import type { Log } from '#platform/observability/log.ts'
import { migrate } from '#platform/db/migrate.ts'
import { openPayments, type OpenPayments } from '#platform/payments-gateways/open.ts'
import { reasonOf } from '#platform/doctor/check-result.ts'
import { createS3Storage } from '#platform/storage/s3-storage.ts'
import { StartError } from '#platform/config/start-error.ts'
import {
  createDiskStorage,
  ensureWritable,
  type Storage,
  StorageRefused,
  StorageUnavailable,
} from '#platform/storage/storage.ts'
import type { Disposers } from './serving/disposers.ts'

export const PROJECT = process.cwd()

export type Resources = Omit<DatabaseConnection, 'closeDatabase' | 'kind'> & {
  readonly databaseKind: string
  readonly storage: Storage
  readonly firstOwner: FirstOwner | null
  readonly payments: OpenPayments
}

/** Seeds a database that has no venue yet. */
export type Fill = (deps: { readonly db: Db; readonly storage: Storage }) => Promise<FirstOwner | null>

type Options = {
  readonly config: Config
  readonly log: Log
  readonly clock?: (() => Date) | undefined
  readonly fill?: Fill | undefined
}

export const fillHere: Fill = (deps) =>
  seedEmptyDatabase({ ...deps, now: new Date() }, join(PROJECT, 'db/seed'))

/** Opens the resources of a server process: database with migrations and seed, file storage, payment provider. */
export async function openResources(
  { config, log, clock, fill = fillHere }: Options,
  disposers: Disposers,
): Promise<Resources> {
  await ensureWritable(config.dataDir)
  const { databaseUrl, databaseDirectUrl } = config
  if (databaseUrl) await checkDatabase({ databaseUrl, databaseDirectUrl })
  const { kind, closeDatabase, ...database } = await openDatabaseConnection(config, log)
  disposers.push(closeDatabase)
  await migrate(database.connection, join(PROJECT, 'db/migrations'), { log })
  const storage = openStorage(config)
  const { db } = database.database
  const firstOwner = await fill({ db, storage }).catch((error: unknown) => {
    throw explainStorage(error, config)
  })
  const payments = await openPayments({ ...config, settings: config.payments, log, clock })
  disposers.push(() => payments.close())
  return { ...database, databaseKind: kind, storage, firstOwner, payments }
}

/** Turns a bucket that fails during the seed into an error about the S3 settings. */
export function explainStorage(error: unknown, { storage }: Config): unknown {
  if (storage.kind === 'disk' || !(error instanceof StorageUnavailable || error instanceof StorageRefused))
    return error
  return new StartError(
    `S3_ENDPOINT=${storage.endpoint}: bucket ${storage.bucket} cannot be used (${reasonOf(error)}); check S3_ENDPOINT, S3_BUCKET, S3_REGION and the keys`,
  )
}

export const openStorage = ({ storage, dataDir }: Config): Storage =>
  storage.kind === 's3' ? createS3Storage(storage) : createDiskStorage(dataDir)
