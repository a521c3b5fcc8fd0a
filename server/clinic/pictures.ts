import type { ClinicFields, Review, ServiceCard, SinglePicture } from '#contract/clinic.ts'
import type { PictureUse, ShownPicture } from '#contract/clinic-picture.ts'

type Named = { url: string; alt: string }

/** Fields with pictures, such as those of a change, whose pictures have no width yet. */
export type Pictured = {
  services?: (Omit<ServiceCard, 'picture'> & { picture: Named | null })[] | undefined
  reviews?: Review[] | undefined
  pictures?: { [place in SinglePicture]?: Named | null | undefined } | undefined
}

/** Returns the same fields with other URLs of their pictures. */
export function mapPictureUrls<Fields extends Pictured>(fields: Fields, toUrl: (url: string) => string): Fields {
  const { services, reviews, pictures } = fields
  const mapped = (picture: Named | null | undefined) => picture && { ...picture, url: toUrl(picture.url) }
  return {
    ...fields,
    ...(services && { services: services.map((card) => ({ ...card, picture: mapped(card.picture) })) }),
    ...(reviews && { reviews: reviews.map((each) => ({ ...each, picture: each.picture && toUrl(each.picture) })) }),
    ...(pictures && {
      pictures: Object.fromEntries(Object.entries(pictures).map(([place, picture]) => [place, mapped(picture)])),
    }),
  }
}

/** Returns the URLs of all pictures, with what each is used for. */
export function pictureUrls({ services = [], reviews = [], pictures = {} }: Pictured): [url: string, PictureUse][] {
  return [
    ...services.map(({ picture }) => [picture?.url, 'service'] as const),
    ...reviews.map(({ picture }) => [picture, 'review'] as const),
    ...Object.entries(pictures).map(([place, picture]) => [picture?.url, place as SinglePicture] as const),
  ].flatMap(([url, use]) => (url ? [[url, use] as [string, PictureUse]] : []))
}

/** Returns the fields of a change with the widths of its pictures. Single pictures that it does not name stay. */
export function withWidths(
  { services, reviews, pictures }: Pictured,
  widthOf: (url: string) => number,
  before: ClinicFields['pictures'],
): Partial<Pick<ClinicFields, 'services' | 'reviews' | 'pictures'>> {
  const shown = (picture: Named | null): ShownPicture | null => {
    if (!picture) return null
    const { url, alt } = picture
    return { url, alt, width: widthOf(url) }
  }
  const changed = Object.entries(pictures ?? {}).filter(([, picture]) => picture !== undefined)
  return {
    ...(services && { services: services.map((card) => ({ ...card, picture: shown(card.picture) })) }),
    ...(reviews && { reviews }),
    ...(changed.length > 0 && {
      pictures: {
        ...before,
        ...Object.fromEntries(changed.map(([place, picture]) => [place, shown(picture ?? null)])),
      },
    }),
  }
}
