import { inArray } from 'drizzle-orm'
import { type ClinicData, type ClinicFields, maxReviews, singlePictures } from '#contract/clinic.ts'
import type { ShownPicture } from '#contract/clinic-picture.ts'
import type { Db } from '#server/database/db.ts'
import { clinicPicture, type PicturePlace } from '#server/database/schema/clinic.ts'
import { findSitePictures } from '#server/photo/store.ts'

type WithPictures = Pick<ClinicData, 'services' | 'reviews' | 'pictures'>
type Picture = Omit<ShownPicture, 'width'>

/** Returns the pictures by their places. */
async function readPictures(db: Db): Promise<Map<PicturePlace, ShownPicture>> {
  const rows = await db.select().from(clinicPicture)
  const made = await findSitePictures(
    db,
    rows.map(({ url }) => url),
  )
  return new Map(rows.map(({ place, url, alt }) => [place, { url, alt, width: made.get(url)?.width ?? 0 }]))
}

/** Returns the texts of service cards and reviews with their pictures, and the single pictures. */
export async function withPictures(
  db: Db,
  { services, reviews }: { [list in 'services' | 'reviews']: Omit<WithPictures[list][number], 'picture'>[] },
): Promise<WithPictures> {
  const pictures = await readPictures(db)
  const [hero, team, map] = singlePictures.map((place) => pictures.get(place) ?? null)
  return {
    services: services.map((card, at) => ({ ...card, picture: pictures.get(`service${at}` as PicturePlace) ?? null })),
    reviews: reviews.map((review, at) => ({
      ...review,
      picture: pictures.get(`review${at}` as PicturePlace)?.url ?? null,
    })),
    pictures: { hero: hero ?? null, team: team ?? null, map: map ?? null },
  }
}

/** Replaces the pictures of the places that `change` has. The foreign key refuses one that is not stored. */
export async function writePictures(tx: Db, change: Partial<ClinicFields>): Promise<void> {
  const wanted = placesOf(change)
  if (wanted.length === 0) return
  await tx.delete(clinicPicture).where(
    inArray(
      clinicPicture.place,
      wanted.map(([place]) => place),
    ),
  )
  const rows = wanted.flatMap(([place, picture]) => (picture ? [{ place, url: picture.url, alt: picture.alt }] : []))
  if (rows.length > 0) await tx.insert(clinicPicture).values(rows)
}

function placesOf({ services, reviews, pictures }: Partial<ClinicFields>): [PicturePlace, Picture | null][] {
  const cards = services?.map(({ picture }, at) => [`service${at}` as PicturePlace, picture] as const) ?? []
  // A list of reviews replaces the former one, which may have been longer.
  const portraits = Array.from({ length: reviews ? maxReviews : 0 }, (_, at) => {
    const url = reviews?.[at]?.picture
    return [`review${at}` as PicturePlace, url ? { url, alt: '' } : null] as const
  })
  return [...cards, ...portraits, ...Object.entries(pictures ?? {})].map(([place, picture]) => [
    place as PicturePlace,
    picture,
  ])
}
