/** Folder of uploaded images, on the disk and in a bucket. */
export const UPLOADS = 'admin-uploads'

/** Folders with original images: `pictures` for seeded ones and for uploads of earlier versions. */
export const PICTURE_FOLDERS = ['pictures', UPLOADS] as const
