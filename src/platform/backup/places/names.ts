import type { Dated } from '../schedule.ts'

const MOMENT = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

/** `20261122T123000Z`: a timestamp for names that sorts by time. */
export const momentName = (moment: Date): string =>
  `${moment.toISOString().slice(0, 19).replaceAll(/[:-]/g, '')}Z`

export const isMoment = (text: string): boolean => MOMENT.test(text)

export const parseMoment = (text: string): Date => new Date(text.replace(MOMENT, '$1-$2-$3T$4:$5:$6Z'))

const NAME = /^lounge-(\d{8}T\d{6}Z)\.tar\.gz(\.age)?$/

/** `lounge-20261122T123000Z.tar.gz`, plus `.age` if encrypted. */
export const backupName = (madeAt: Date, isEncrypted: boolean): string =>
  `lounge-${momentName(madeAt)}.tar.gz${isEncrypted ? '.age' : ''}`

export type NamedBackup = Dated & { readonly bytes: number }

/** The backups among the files of a place, oldest first. */
export const backupsAmong = (
  stored: readonly { readonly name: string; readonly bytes: number }[],
): NamedBackup[] =>
  stored
    .flatMap(({ name, bytes }) => {
      const moment = NAME.exec(name)?.[1]
      return moment ? [{ name, bytes, madeAt: parseMoment(moment) }] : []
    })
    .toSorted((a, b) => a.madeAt.getTime() - b.madeAt.getTime())
