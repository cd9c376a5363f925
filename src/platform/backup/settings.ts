import { resolve } from 'node:path'
import { z } from 'zod'
import { WALL_TIME } from '#lib/calendar-date.ts'
import { isPublicKey } from './files/encryption.ts'

const URL_OF_BUCKET = /^s3:\/\/([^/\s]+)(?:\/(\S*))?$/

/** Settings of backups; part of the schema of all settings. */
export const backupSettings = {
  BACKUP_TO: z
    .string()
    .refine(
      (text) => !text.includes('://') || URL_OF_BUCKET.test(text),
      'must be a directory or s3://BUCKET/PREFIX',
    )
    .optional(),
  BACKUP_AT: z.string().regex(WALL_TIME, 'must be a time of the venue’s day, such as 06:30').default('06:30'),
  BACKUP_PUBLIC_KEY: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((key) => key !== ''))
    .refine((keys) => keys.every(isPublicKey), 'must be a public key of age, such as age1…')
    .optional(),
  BACKUP_IDENTITY: z.string().min(1).optional(),
  BACKUP_S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://s3.example.com' })
    .optional(),
  BACKUP_S3_REGION: z.string().min(1).optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
}

export type BackupPlaceSettings =
  | { readonly kind: 'disk'; readonly directory: string }
  | {
      readonly kind: 's3'
      readonly endpoint: string
      readonly bucket: string
      /** Empty, or ends with a slash. */
      readonly prefix: string
      readonly region: string
      readonly accessKeyId: string
      readonly secretAccessKey: string
    }

export type BackupSettings = {
  /** Null: backups are made only by hand. */
  readonly place: BackupPlaceSettings | null
  /** Time of day of the daily backup, in venue time. */
  readonly at: string
  /** Empty: backups are not encrypted. */
  readonly publicKeys: readonly string[]
  /** Private key file. It belongs on the machine that restores, not on the server. */
  readonly keyFile: string | null
}

const shape = z.object(backupSettings)
type Given = z.infer<typeof shape> & {
  readonly S3_ENDPOINT?: string | undefined
  readonly S3_REGION: string
  readonly S3_ACCESS_KEY_ID?: string | undefined
  readonly S3_SECRET_ACCESS_KEY?: string | undefined
}

/** Combines the backup settings, or returns what is missing. */
export function readBackupSettings(it: Given): BackupSettings | string {
  const place = it.BACKUP_TO ? readPlace(it.BACKUP_TO, it) : null
  if (typeof place === 'string') return place
  return {
    place,
    at: it.BACKUP_AT,
    publicKeys: it.BACKUP_PUBLIC_KEY ?? [],
    keyFile: it.BACKUP_IDENTITY ? resolve(it.BACKUP_IDENTITY) : null,
  }
}

/** Parses a directory or `s3://BUCKET/PREFIX`. The bucket's endpoint and keys default to those of the images. */
function readPlace(text: string, it: Given): BackupPlaceSettings | string {
  const [, bucket, prefix = ''] = URL_OF_BUCKET.exec(text) ?? []
  if (!bucket) return { kind: 'disk', directory: resolve(text) }
  const endpoint = it.BACKUP_S3_ENDPOINT ?? it.S3_ENDPOINT
  const accessKeyId = it.BACKUP_S3_ACCESS_KEY_ID ?? it.S3_ACCESS_KEY_ID
  const secretAccessKey = it.BACKUP_S3_SECRET_ACCESS_KEY ?? it.S3_SECRET_ACCESS_KEY
  if (!endpoint || !accessKeyId || !secretAccessKey)
    return `BACKUP_TO=${text} needs BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY, or those of the pictures (S3_…).`
  return {
    kind: 's3',
    endpoint: endpoint.replace(/\/+$/, ''),
    bucket,
    prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
    region: it.BACKUP_S3_REGION ?? it.S3_REGION,
    accessKeyId,
    secretAccessKey,
  }
}
