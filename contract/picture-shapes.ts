import type { PictureUse } from './clinic-picture.ts'

/** The pictures of the public pages: their proportions, and the widths in pixels that the server makes of each, as AVIF
 *  and as WebP. A picture that is smaller than the first width is refused. */
export const pictureShapes = {
  hero: { proportions: [6, 5], widths: [480, 720, 1080, 1440] },
  service: { proportions: [16, 9], widths: [400, 800] },
  team: { proportions: [5, 2], widths: [480, 960, 1440] },
  map: { proportions: [3, 2], widths: [480, 960] },
  review: { proportions: [1, 1], widths: [160] },
} as const satisfies Record<PictureUse, { proportions: readonly [number, number]; widths: readonly number[] }>

/** Returns the height of a picture at a width, in pixels. */
export function pictureHeight(use: PictureUse, width: number): number {
  const [across, down] = pictureShapes[use].proportions
  return Math.round((width * down) / across)
}

/** Returns the widths at which a picture is stored whose widest version has `width`. */
export function pictureWidths(use: PictureUse, width: number): number[] {
  return pictureShapes[use].widths.filter((each) => each <= width)
}

/** Returns the address of one version of a picture on this server. */
export function pictureVersion(url: string, width: number, format: 'avif' | 'webp'): string {
  return `${url}/${width}.${format}`
}
