import type { ClinicData } from '#contract/clinic.ts'
import type { PictureUse, ShownPicture } from '#contract/clinic-picture.ts'
import { pictureHeight, pictureVersion, pictureWidths } from '#contract/picture-shapes.ts'
import type { Clinic, SitePicture } from '#contract/site/clinic.ts'

/** Returns a picture with the addresses of its versions. */
function sitePicture(use: PictureUse, { url, alt, width }: ShownPicture): SitePicture {
  const widths = pictureWidths(use, width)
  const setOf = (format: 'avif' | 'webp') =>
    widths.map((each) => `${pictureVersion(url, each, format)} ${each}w`).join(', ')
  return {
    src: pictureVersion(url, width, 'webp'),
    avif: setOf('avif'),
    webp: setOf('webp'),
    alt,
    width: String(width),
    height: String(pictureHeight(use, width)),
  }
}

/** Returns the single pictures that the clinic has uploaded. */
export function singlePictures({ hero, team, map }: ClinicData['pictures']) {
  return {
    ...(hero && { heroPicture: sitePicture('hero', hero) }),
    ...(team && { teamPicture: sitePicture('team', team) }),
    ...(map && { mapPicture: sitePicture('map', map) }),
  }
}

/** Returns the texts of a service card, with its picture if it has one. */
export function publicCard({ picture, ...card }: ClinicData['services'][number]) {
  return { ...card, ...(picture && { picture: sitePicture('service', picture) }) }
}

/** Returns a review, with its author's portrait if it has one. */
export function publicReview({ picture, ...review }: ClinicData['reviews'][number]): Clinic['reviews'][number] {
  return { ...review, ...(picture && { portrait: pictureVersion(picture, 160, 'webp') }) }
}
