const COLOR = '#120b08'

type Manifest = {
  readonly name: string
  readonly short_name: string
  readonly start_url: string
  readonly display: 'browser' | 'standalone'
}

/** A web app manifest with the icons and the color of the product. */
export const webManifestResponse = (manifest: Manifest, cacheControl: string): Response =>
  new Response(
    JSON.stringify({
      ...manifest,
      background_color: COLOR,
      theme_color: COLOR,
      icons: [192, 512].map((size) => ({
        src: `/icon-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
      })),
    }),
    {
      headers: { 'Content-Type': 'application/manifest+json; charset=utf-8', 'Cache-Control': cacheControl },
    },
  )
