export type StorageSettings =
  | { readonly kind: 'disk' }
  | {
      readonly kind: 's3'
      /** Without a trailing slash. */
      readonly endpoint: string
      readonly bucket: string
      readonly region: string
      readonly accessKeyId: string
      readonly secretAccessKey: string
    }

type Given = {
  readonly S3_ENDPOINT?: string | undefined
  readonly S3_BUCKET?: string | undefined
  readonly S3_REGION: string
  readonly S3_ACCESS_KEY_ID?: string | undefined
  readonly S3_SECRET_ACCESS_KEY?: string | undefined
}

/** Storage settings, or an error message. */
export function readStorage(it: Given): StorageSettings | string {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = it
  const given = { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }
  if (Object.values(given).every((value) => value === undefined)) return { kind: 'disk' }
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    const [there, missing] = [true, false].map((isThere) =>
      Object.entries(given)
        .filter(([, value]) => (value !== undefined) === isThere)
        .map(([name]) => name)
        .join(', '),
    )
    return `${missing}: must be set too, since ${there} is set; pictures are kept in S3 only with all four`
  }
  if (S3_ENDPOINT.endsWith(`/${S3_BUCKET}`))
    return `S3_ENDPOINT=${S3_ENDPOINT}: must be without the bucket, which S3_BUCKET names`
  return {
    kind: 's3',
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: it.S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}
