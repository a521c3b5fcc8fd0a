import sharp from 'sharp'
import type { TestApp } from './app.ts'

/** Returns a photo like a camera's: a rotated JPEG (orientation 6) with location and owner in its EXIF data. Upright,
 *  it is red above and blue below. */
export function cameraPhoto({ width = 640, height = 480 } = {}): Promise<Buffer> {
  const left = { create: { width: Math.ceil(width / 2), height, channels: 3 as const, background: '#d02020' } }
  return sharp({ create: { width, height, channels: 3, background: '#2020d0' } })
    .composite([{ input: left, left: 0, top: 0 }])
    .withExif({
      IFD0: { Make: 'Camera', Copyright: 'Ann Secret' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '55/1 40/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '12/1 34/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

/** Uploads a file as multipart form data, as a browser does. */
export async function upload(
  { app, origin }: TestApp,
  headers: Record<string, string>,
  file: Buffer,
  { field = 'image', name = 'photo.jpg', type = 'image/jpeg', url = '/image' } = {},
) {
  const form = new FormData()
  form.set(field, new Blob([Uint8Array.from(file)], { type }), name)
  const encoded = new Response(form)
  return app.inject({
    method: 'POST',
    url,
    headers: { origin, ...headers, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
}
