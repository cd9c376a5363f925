import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { BackupError } from './error.ts'
import type { Manifest } from './files/manifest.ts'
import { backupsAmong } from './places/names.ts'
import type { BackupPlace } from './places/place-types.ts'
import { openPlace } from './places/place.ts'
import { copyUnpacked, readLocal, unpack, type Unpacking } from './files/unpack.ts'

/** A backup that can be unpacked to a directory. */
export type Source = {
  readonly label: string
  unpackTo(how: Omit<Unpacking, 'label'>): Promise<Manifest>
}

function inPlace(place: BackupPlace, name: string): Source {
  const label = `${name} in ${place.label}`
  return {
    label,
    async unpackTo(how) {
      const stream = await place.get(name)
      if (!stream) throw new BackupError(`There is no ${label}.`)
      return unpack(stream, { ...how, label })
    },
  }
}

/** The configured backup place. */
export function placeOf({ backup }: Config): BackupPlace {
  if (!backup.place)
    throw new BackupError('Name a backup, or set BACKUP_TO to the place where backups are kept.')
  return openPlace(backup.place)
}

/** Finds a backup by path, or by name in the configured place. */
export async function findSource(config: Config, named: string): Promise<Source> {
  const path = resolve(named)
  const found = await stat(path).catch(() => null)
  if (found?.isDirectory())
    return { label: path, unpackTo: (how) => copyUnpacked(path, { ...how, label: path }) }
  if (found) return { label: path, unpackTo: (how) => unpack(readLocal(path), { ...how, label: path }) }
  if (!config.backup.place || basename(named) !== named)
    throw new BackupError(`There is no backup at ${path}.`)
  return inPlace(openPlace(config.backup.place), named)
}

/** Backups of the place, newest first; with a moment, only those started before it. */
export async function newestSources(config: Config, before: Date | null): Promise<Source[]> {
  const place = placeOf(config)
  const backups = backupsAmong(await place.list('lounge-'))
  const wanted = before === null ? backups : backups.filter(({ madeAt }) => madeAt < before)
  if (wanted.length === 0)
    throw new BackupError(
      before === null || backups.length === 0
        ? `There is no backup in ${place.label}.`
        : `The oldest backup in ${place.label} was made on ${backups[0]?.madeAt.toISOString()}: choose a later moment.`,
    )
  return wanted.toReversed().map(({ name }) => inPlace(place, name))
}
