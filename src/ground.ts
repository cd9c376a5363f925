import { join } from 'node:path'
import { fillEmptyHouse, type FirstOwner } from '../db/seed/fill.ts'
import type { Config } from '#platform/config.ts'
import { type HouseDatabase, openHouseDatabase } from '#platform/house-database.ts'
import type { Log } from '#platform/log.ts'
import { migrate } from '#platform/migrate.ts'
import { openPayments, type OpenPayments } from '#platform/payments-gateways/open.ts'
import { createS3Storage } from '#platform/s3-storage.ts'
import { createDiskStorage, ensureWritable, type Storage } from '#platform/storage.ts'

export const PROJECT = process.cwd()

export type Closing = (() => Promise<void>)[]

/** What was opened last is closed first. */
export async function closeAll(closing: Closing): Promise<void> {
  for (const close of closing.toReversed()) {
    // oxlint-disable-next-line no-await-in-loop -- one thing stands on another
    await close()
  }
}

export type Ground = Omit<HouseDatabase, 'closeDatabase' | 'kind'> & {
  readonly databaseKind: string
  readonly storage: Storage
  readonly firstOwner: FirstOwner | null
  readonly payments: OpenPayments
}

type Options = {
  readonly config: Config
  readonly log: Log
  readonly clock?: (() => Date) | undefined
}

/** The ground under one process or several: the database with schema and content, the files, whoever takes the money. */
export async function openGround({ config, log, clock }: Options, closing: Closing): Promise<Ground> {
  await ensureWritable(config.dataDir)
  const { kind, closeDatabase, ...database } = await openHouseDatabase(config, log)
  closing.push(closeDatabase)
  await migrate(database.connection, join(PROJECT, 'db/migrations'))
  const storage = openStorage(config)
  const { db } = database.database
  const firstOwner = await fillEmptyHouse({ db, storage, now: new Date() }, join(PROJECT, 'db/seed'))
  const payments = await openPayments({ ...config, settings: config.payments, log, clock })
  closing.push(() => payments.close())
  return { ...database, databaseKind: kind, storage, firstOwner, payments }
}

const openStorage = ({ storage, dataDir }: Config): Storage =>
  storage.kind === 's3' ? createS3Storage(storage) : createDiskStorage(dataDir)
