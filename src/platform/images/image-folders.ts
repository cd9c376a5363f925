/** Pictures that staff upload are stored below this folder, on the disk and in a bucket alike. */
export const UPLOADS = 'admin-uploads'

/** Every folder with original pictures: `pictures` holds the seeded ones, and uploads of earlier versions. */
export const PICTURE_FOLDERS = ['pictures', UPLOADS] as const
